// npm run bench -- --only versions --against FOLDER: compares this version with another checkout on one machine. Each
// measurement of one directly follows that of the other. A change that claims to cost nothing must prove it here.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE_FOLDER } from '../../src/paths.js';
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

/** The rate per second. */
type Measure = (seconds: number) => Promise<number>;

export async function measureVersions(
  place: Place,
  options: PartOptions & { readonly against: string },
): Promise<Part> {
  const receiver = await startReceiver(options.signal);
  try {
    const start = (name: string, folder: string) =>
      startCheckout({ ...options, name, folder, workFolder: place.folder, serverUrl: place.databaseUrl });
    const ours = await createMeasures('this', await start('this', PACKAGE_FOLDER), { place, receiver, ...options });
    const theirs = await createMeasures('that', await start('that', options.against), { place, receiver, ...options });
    const lines = Object.keys(ours);
    const rounds = new Map<string, { ours: number[]; theirs: number[] }>(
      lines.map((line) => [line, { ours: [], theirs: [] }]),
    );
    for (let round = 0; round <= options.rounds; round++) {
      for (const line of lines) {
        // The versions take turns to go first. The first round only warms both up.
        const turns = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
        for (const side of turns) {
          const rate = await ((side === 'ours' ? ours : theirs)[line] as Measure)(options.seconds);
          if (round > 0) rounds.get(line)?.[side].push(rate);
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

type Rounds = ReadonlyMap<string, { readonly ours: readonly number[]; readonly theirs: readonly number[] }>;

function ratiosOf(rounds: Rounds, line: string): number[] {
  const { ours = [], theirs = [] } = rounds.get(line) ?? {};
  return ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN));
}

function ratioOf(rounds: Rounds, line: string): string {
  return ratiosOf(rounds, line).at(-1)?.toFixed(2) ?? '';
}

function report(rounds: Rounds, against: string): Part {
  const perSecond = (rates: readonly number[]) => Math.round(median(rates)).toLocaleString('en');
  return {
    heading: 'This version against another',
    note: `Against the checkout in ${against}.`,
    head: ['what', 'this, per second', 'that, per second'],
    rows: [...rounds].map(([line, { ours, theirs }]) => [line, perSecond(ours), perSecond(theirs)]),
    verdicts: [...rounds.keys()].map((line) => atLeast(line, LEAST_RATIO, ratiosOf(rounds, line))),
  };
}

type Around = PartOptions & { readonly place: Place; readonly receiver: Receiver };

async function createMeasures(name: string, checkout: Checkout, around: Around): Promise<Record<string, Measure>> {
  const { place, signal } = around;
  const wrk = async (title: string, paths: readonly string[], body?: unknown): Promise<Measure> => {
    const scriptFile = join(place.folder, `${name}-${title}.lua`);
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const load = await createWrk({ url: checkout.url, key: checkout.key, paths, scriptFile, signal, ...given });
    return async (seconds) => (await load(seconds)).perSecond;
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
async function measureNotices(name: string, checkout: Checkout, around: Around, seconds: number): Promise<number> {
  const clabes = await checkout.unpaidClabes(4_000 * seconds);
  const scriptFile = join(around.place.folder, `${name}-notices.lua`);
  await writeFile(scriptFile, noticeScript(checkout, clabes));
  const before = await checkout.countPayments();
  const startedAt = performance.now();
  await runWrk({ url: checkout.url, scriptFile, signal: around.signal }, seconds);
  while ((await checkout.countPayments()).waiting > 0) await sleep(20);
  const after = await checkout.countPayments();
  return ((after.booked - before.booked) * 1000) / (performance.now() - startedAt);
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
async function measureDeliveries(checkout: Checkout, { receiver }: Around): Promise<number> {
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
  return perSecond;
}
