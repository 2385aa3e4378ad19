// npm run bench -- --only versions --against FOLDER: compares this version with another checkout on one machine. Each
// measurement of one directly follows that of the other. A change that claims to cost nothing must prove it here.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { createPostgresCpu } from '../cpu.js';
import { type Receiver, startReceiver } from '../deliveries/receiver-process.js';
import { CHARGE, ORDER, THREADS } from '../load.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { median } from '../sample.js';
import { atLeast } from '../targets.js';
import { createWrk, DONE, runWrk } from '../wrk.js';
import { type Checkout, startCheckout } from './checkout.js';

const LEAST_RATIO = 0.97;
const ORDERS_READ = 2_000;
const DELIVERIES = 4_000;

/** The rate, and how many answers the processor time of the measurement went into; null if it did other work, too. */
type Rate = { readonly perSecond: number; readonly answers: number | null };
type Measure = (seconds: number) => Promise<Rate>;

/** The rates of each round, and microseconds of processor time for an answer, PostgreSQL's included. */
type Side = { readonly rates: number[]; readonly micros: number[] };

export async function measureVersions(
  place: Place,
  options: PartOptions & { readonly against: string },
): Promise<Part> {
  const receiver = await startReceiver(options.signal);
  try {
    const start = (name: string, folder: string) =>
      startCheckout({ ...options, name, folder, workFolder: place.folder, serverUrl: place.databaseUrl });
    const checkouts = { ours: await start('this', PACKAGE_FOLDER), theirs: await start('that', options.against) };
    const measures = {
      ours: await createMeasures('this', checkouts.ours, { place, receiver, ...options }),
      theirs: await createMeasures('that', checkouts.theirs, { place, receiver, ...options }),
    };
    const postgresCpu = await createPostgresCpu(place.db);
    const lines = Object.keys(measures.ours);
    const newSide = (): Side => ({ rates: [], micros: [] });
    const rounds = new Map(lines.map((line) => [line, { ours: newSide(), theirs: newSide() }]));
    for (let round = 0; round <= options.rounds; round++) {
      for (const line of lines) {
        // The versions take turns to go first. The first round only warms both up.
        const turns = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
        for (const side of turns) {
          const cpu = async () => (await checkouts[side].cpuSeconds()) + (await postgresCpu());
          const before = await cpu();
          const { perSecond, answers } = await (measures[side][line] as Measure)(options.seconds);
          const used = (await cpu()) - before;
          if (round === 0) continue;
          rounds.get(line)?.[side].rates.push(perSecond);
          if (answers !== null) rounds.get(line)?.[side].micros.push((used * 1e6) / answers);
        }
      }
      if (round > 0)
        options.say(`round ${round}: ${lines.map((line) => `${line} ${ratioOf(rounds, line)}`).join('  ')}`);
    }
    return report(rounds, options.against);
  } finally {
    await receiver.stop();
  }
}

type Rounds = ReadonlyMap<string, { readonly ours: Side; readonly theirs: Side }>;

function ratiosOf(rounds: Rounds, line: string): number[] {
  const { ours, theirs } = sidesOf(rounds, line);
  return ours.rates.map((rate, round) => rate / (theirs.rates[round] ?? Number.NaN));
}

/** What the other version takes for an answer against what this one takes: below 1, this one takes more. */
function cpuRatiosOf(rounds: Rounds, line: string): number[] {
  const { ours, theirs } = sidesOf(rounds, line);
  return ours.micros.map((micros, round) => (theirs.micros[round] ?? Number.NaN) / micros);
}

function sidesOf(rounds: Rounds, line: string): { readonly ours: Side; readonly theirs: Side } {
  const sides = rounds.get(line);
  if (sides === undefined) throw new Error(`${line} was not measured`);
  return sides;
}

function ratioOf(rounds: Rounds, line: string): string {
  const [rate, cpu] = [ratiosOf(rounds, line), cpuRatiosOf(rounds, line)].map((ratios) => ratios.at(-1)?.toFixed(2));
  return cpu === undefined ? `${rate}` : `${rate} (CPU ${cpu})`;
}

function report(rounds: Rounds, against: string): Part {
  const perSecond = ({ rates }: Side) => Math.round(median(rates)).toLocaleString('en');
  const micros = (side: Side) => (side.micros.length === 0 ? '' : median(side.micros).toFixed(0));
  const lines = [...rounds.keys()];
  return {
    heading: 'This version against another',
    note:
      `Against the checkout in ${against}. CPU is the processor time of service and PostgreSQL for an answer; rates of the ` +
      'same program differ by a twentieth from run to run, processor times by less.',
    head: ['what', 'this, per second', 'that, per second', 'this, CPU µs', 'that, CPU µs'],
    rows: [...rounds].map(([line, { ours, theirs }]) => [
      line,
      perSecond(ours),
      perSecond(theirs),
      micros(ours),
      micros(theirs),
    ]),
    verdicts: [
      ...lines.map((line) => atLeast(line, LEAST_RATIO, ratiosOf(rounds, line))),
      ...lines
        .filter((line) => cpuRatiosOf(rounds, line).length > 0)
        .map((line) => atLeast(`${line}: CPU of that against this`, LEAST_RATIO, cpuRatiosOf(rounds, line))),
    ],
  };
}

type Around = PartOptions & { readonly place: Place; readonly receiver: Receiver };

async function createMeasures(name: string, checkout: Checkout, around: Around): Promise<Record<string, Measure>> {
  const { place, signal } = around;
  const wrk = async (title: string, paths: readonly string[], body?: unknown): Promise<Measure> => {
    const scriptFile = join(place.folder, `${name}-${title}.lua`);
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const load = await createWrk({ url: checkout.url, key: checkout.key, paths, scriptFile, signal, ...given });
    return load;
  };
  const read = async (create: string, show: string, body: unknown) => {
    const ids: string[] = [];
    for (let at = 0; at < ORDERS_READ; at += 100)
      ids.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, async () => String((await checkout.call('POST', create, body))['id'])),
        )),
      );
    return wrk(
      `read${show.replaceAll('/', '-')}`,
      ids.map((id) => `${show}/${id}`),
    );
  };
  return {
    'orders created': await wrk('orders', ['/v2/orders'], ORDER),
    'charges created': await wrk('charges', ['/v1/charges'], CHARGE),
    'orders read': await read('/v2/orders', '/v2/orders', ORDER),
    'charges read': await read('/v1/charges', '/v1/charges', CHARGE),
    'payment points listed': await wrk('points', ['/v1/providers?order_total=150&currency=MXN']),
    'notices matched': (seconds) => measureNotices(name, checkout, around, seconds),
    'webhooks delivered': () => measureDeliveries(checkout, around),
  };
}

/** Sends a notice for each unpaid order and waits until the last one is matched. */
async function measureNotices(name: string, checkout: Checkout, around: Around, seconds: number): Promise<Rate> {
  const clabes = await checkout.unpaidClabes(4_000 * seconds);
  const scriptFile = join(around.place.folder, `${name}-notices.lua`);
  await writeFile(scriptFile, noticeScript(checkout, clabes));
  const before = await checkout.countPayments();
  const startedAt = performance.now();
  await runWrk({ url: checkout.url, scriptFile, signal: around.signal }, seconds);
  while ((await checkout.countPayments()).waiting > 0) await sleep(20);
  const after = await checkout.countPayments();
  const booked = after.booked - before.booked;
  return { perSecond: (booked * 1000) / (performance.now() - startedAt), answers: booked };
}

function noticeScript(checkout: Checkout, clabes: readonly string[]): string {
  const deposit = {
    fechaOperacion: '20261115',
    institucionOrdenante: '40012',
    institucionBeneficiaria: '90646',
    claveRastreo: '#K',
    monto: 150,
    nombreOrdenante: 'ANA ROBLES',
    cuentaOrdenante: '012180015025335996',
    cuentaBeneficiario: '#C',
    tipoPago: 1,
    tsLiquidacion: Date.now(),
  };
  return `
local threads = 0
function setup(thread)
  thread:set("number", threads * ${Math.floor(clabes.length / THREADS)})
  threads = threads + 1
end
local clabes = { ${clabes.map((clabe) => `"${clabe}"`).join(',')} }
function init(args)
  wrk.headers["Authorization"] = ${JSON.stringify(checkout.railAuthorization)}
  wrk.headers["Content-Type"] = "application/json"
end
function request()
  number = number + 1
  local body = string.gsub([==[${JSON.stringify(deposit)}]==], "#K", "K${Date.now()}X" .. number)
  body = string.gsub(body, "#C", clabes[(number - 1) % #clabes + 1])
  return wrk.format("POST", "/rails/spei/deposits", nil, body)
end
${DONE}`;
}

/** Creates orders while the endpoint is off, then switches it on, so that all held deliveries are sent. */
async function measureDeliveries(checkout: Checkout, { receiver }: Around): Promise<Rate> {
  const { id } = await checkout.call('POST', '/v1/webhooks/stores', { url: `${receiver.url}/${checkout.key}` });
  await checkout.call('DELETE', `/v1/webhooks/stores/${id}/deactive`);
  for (let at = 0; at < DELIVERIES; at += 100)
    await Promise.all(Array.from({ length: 100 }, () => checkout.call('POST', '/v2/orders', ORDER)));
  await checkout.analyze();
  const reached = receiver.expect(DELIVERIES);
  reached.catch(() => undefined); // if something else fails first, that error is reported
  const startedAt = performance.now();
  await checkout.call('PUT', `/v1/webhooks/stores/${id}`, { status: 'active' });
  await reached;
  const perSecond = (DELIVERIES * 1000) / (performance.now() - startedAt);
  await checkout.call('DELETE', `/v1/webhooks/stores/${id}`);
  return { perSecond, answers: null };
}
