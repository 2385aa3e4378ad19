// Compares ways to run the service: each serves on the same database, and they are asked for new orders and for single
// orders in turn.
import { join } from 'node:path';
import { ORDER, warmUp } from './load.js';
import type { PartOptions } from './part.js';
import type { Place } from './place.js';
import { medianSample, type Sample } from './sample.js';
import { BENCH_SECRET_KEY } from './secret-key.js';
import { startServer } from './server-process.js';
import { atLeast, type Verdict } from './targets.js';
import { createWrk, type Wrk } from './wrk.js';

const ORDERS_READ = 5_000;

export type Way = {
  readonly title: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The Node.js that runs it; this one by default. */
  readonly runtime?: string;
};

type Rates = { readonly creates: Sample; readonly reads: Sample };

export type Compared<Name extends string> = {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  ratio(title: string, what: keyof Rates, names: readonly [Name, Name], least: number): Verdict;
};

export async function compareServers<Name extends string>(
  place: Place,
  options: PartOptions,
  ways: Readonly<Record<Name, Way>>,
): Promise<Compared<Name>> {
  const names = Object.keys(ways) as Name[];
  const loads = new Map<Name, Load>();
  for (const name of names) loads.set(name, await startLoad(place, options, name, ways[name]));
  const run = async (name: Name, seconds: number): Promise<Rates> => {
    const load = loads.get(name);
    if (load === undefined) throw new Error(`${name} was not started`);
    return { creates: await load.create(seconds), reads: await load.read(seconds) };
  };
  await place.settle();
  const rounds: ReadonlyMap<Name, Rates>[] = [];
  while (rounds.length < options.rounds) {
    // They take turns to go first, because the machine's speed varies.
    const turns = rounds.length % 2 === 0 ? names : names.toReversed();
    const round = new Map<Name, Rates>();
    for (const name of turns) round.set(name, await run(name, options.seconds));
    rounds.push(round);
    const told = names.map((name) => `${name} ${rate(round, name, 'creates')}/s, ${rate(round, name, 'reads')}/s`);
    options.say(`round ${rounds.length}, creates and reads: ${told.join('; ')}`);
  }
  return {
    head: ['what', 'per second', 'p50 ms', 'p99 ms', 'cold, per second'],
    rows: names.flatMap((name) => [
      row(`${ways[name].title}: \`POST /v2/orders\``, samples(rounds, name, 'creates'), loads.get(name)?.cold.creates),
      row(`${ways[name].title}: \`GET /v2/orders/{id}\``, samples(rounds, name, 'reads'), loads.get(name)?.cold.reads),
    ]),
    ratio: (title, what, [name, peer], least) =>
      atLeast(
        title,
        least,
        samples(rounds, name, what).map(
          ({ perSecond }, at) => perSecond / (samples(rounds, peer, what)[at]?.perSecond ?? Number.NaN),
        ),
      ),
  };
}

/** `cold`: what a new process brought first. It is warm now. */
type Load = { readonly create: Wrk; readonly read: Wrk; readonly cold: Rates };

async function startLoad(place: Place, options: PartOptions, name: string, way: Way): Promise<Load> {
  const env = {
    DATABASE_URL: place.databaseUrl,
    COBRO_SECRET_KEY: BENCH_SECRET_KEY,
    COBRO_RATE_LIMIT: '0',
    COBRO_DEMO: 'off',
    ...way.env,
  };
  const { folder } = place;
  const command = ['run/main.js', 'serve'] as const;
  const runtime = way.runtime === undefined ? {} : { runtime: way.runtime };
  const server = await startServer({ name, command: [...command], env, folder, ...runtime });
  options.onStarted(server);
  const common = { url: server.url, key: place.merchant.key, signal: options.signal };
  const scriptFile = (what: string) => join(folder, `${name}-${what}.lua`);
  const create = await createWrk({
    ...common,
    paths: ['/v2/orders'],
    body: JSON.stringify(ORDER),
    scriptFile: scriptFile('create'),
  });
  const creates = await warmUp(create, options.seconds);
  const paths = await place.orderPaths(ORDERS_READ);
  const read = await createWrk({ ...common, paths, scriptFile: scriptFile('read') });
  return { create, read, cold: { creates, reads: await warmUp(read, options.seconds) } };
}

function samples<Name>(rounds: readonly ReadonlyMap<Name, Rates>[], name: Name, what: keyof Rates): Sample[] {
  return rounds.flatMap((round) => round.get(name)?.[what] ?? []);
}

function rate<Name>(round: ReadonlyMap<Name, Rates>, name: Name, what: keyof Rates): number {
  return Math.round(round.get(name)?.[what].perSecond ?? 0);
}

function row(title: string, measured: readonly Sample[], cold: Sample | undefined): string[] {
  const { perSecond, p50Ms, p99Ms } = medianSample(measured);
  const [rate = '', coldRate = ''] = [perSecond, cold?.perSecond ?? 0].map((one) =>
    Math.round(one).toLocaleString('en'),
  );
  return [title, rate, p50Ms.toFixed(1), p99Ms.toFixed(1), coldRate];
}
