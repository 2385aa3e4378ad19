// What is measured of one running service: creating, reading and refunding orders and charges, listing points, matching notices
// and delivering webhooks, all of it through HTTP.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receiver } from '../deliveries/receiver-process.js';
import { CHARGE, ORDER, THREADS } from '../load.js';
import { createWrk, DONE, runWrk } from '../wrk.js';
import type { Checkout } from './checkout.js';

const ORDERS_READ = 2_000;
const DELIVERIES = 4_000;
/** Of each of them a centavo is given back, again and again. */
const ORDERS_REFUNDED = 500;
/** Unpaid orders before notices are measured: each of them pays another one. */
const UNPAID = 12_000;

/** The rate, and how many answers the processor time of the run went into. */
export type Rate = { readonly perSecond: number; readonly answers: number };
export type Measure = {
  /** What must be there before the run, and is not measured. */
  prepare?(): Promise<void>;
  run(seconds: number): Promise<Rate>;
};

export type Around = { readonly folder: string; readonly signal: AbortSignal; readonly receiver: Receiver };

export async function createMeasures(
  name: string,
  checkout: Checkout,
  around: Around,
): Promise<Record<string, Measure>> {
  const { folder, signal } = around;
  const wrk = async (title: string, paths: readonly string[], body?: unknown): Promise<Measure> => {
    const scriptFile = join(folder, `${name}-${title}.lua`);
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    return { run: await createWrk({ url: checkout.url, key: checkout.key, paths, scriptFile, signal, ...given }) };
  };
  const read = async (path: string, body: unknown) => {
    const ids = await createMany(checkout, path, body, ORDERS_READ);
    return wrk(
      `read${path.replaceAll('/', '-')}`,
      ids.map((id) => `${path}/${id}`),
    );
  };
  const refund = async (path: string, body: unknown) => {
    const ids = await createMany(checkout, path, body, ORDERS_REFUNDED);
    for (const id of ids) await checkout.call('POST', `/v1/test/orders/${id}/payments`, { scenario: 'exact' });
    const paths = ids.map((id) => `${path}/${id}/refunds`);
    return wrk(`refund${path.replaceAll('/', '-')}`, paths, { amount: 0.01 });
  };
  return {
    'orders created': await wrk('orders', ['/v2/orders'], ORDER),
    'charges created': await wrk('charges', ['/v1/charges'], CHARGE),
    'orders read': await read('/v2/orders', ORDER),
    'charges read': await read('/v1/charges', CHARGE),
    'orders refunded': await refund('/v2/orders', ORDER),
    'payment points listed': await wrk('points', ['/v1/providers?order_total=150&currency=MXN']),
    'notices matched': {
      async prepare() {
        await createMany(checkout, '/v2/orders', ORDER, UNPAID - (await checkout.unpaidClabes(UNPAID)).length);
        await checkout.analyze();
      },
      run: (seconds) => measureNotices(name, checkout, around, seconds),
    },
    'webhooks delivered': measureDeliveries(checkout, around),
  };
}

/** Their ids; a few more than `count` if that is no multiple of 100. */
async function createMany(checkout: Checkout, path: string, body: unknown, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 100) {
    const made = await Promise.all(Array.from({ length: 100 }, () => checkout.call('POST', path, body)));
    ids.push(...made.map(({ id }) => String(id)));
  }
  return ids;
}

/** Sends a notice for each unpaid order and waits until the last one is matched. */
async function measureNotices(name: string, checkout: Checkout, around: Around, seconds: number): Promise<Rate> {
  const clabes = await checkout.unpaidClabes(4_000 * seconds);
  const scriptFile = join(around.folder, `${name}-notices.lua`);
  await writeFile(scriptFile, noticeScript(checkout, clabes));
  const last = await checkout.lastPayment();
  const startedAt = performance.now();
  await runWrk({ url: checkout.url, scriptFile, signal: around.signal }, seconds);
  while (await checkout.hasWaitingNotices()) await sleep(20);
  const took = performance.now() - startedAt;
  const booked = await checkout.countPaymentsAfter(last);
  return { perSecond: (booked * 1000) / took, answers: booked };
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

/** Creates orders while the endpoint is off; the run switches it on, so that all held deliveries are sent. */
function measureDeliveries(checkout: Checkout, { receiver }: Around): Measure {
  let endpoint = '';
  return {
    async prepare() {
      const { id } = await checkout.call('POST', '/v1/webhooks/stores', { url: `${receiver.url}/${checkout.key}` });
      endpoint = `/v1/webhooks/stores/${id}`;
      await checkout.call('DELETE', `${endpoint}/deactive`);
      await createMany(checkout, '/v2/orders', ORDER, DELIVERIES);
      await checkout.analyze();
    },
    async run() {
      const reached = receiver.expect(DELIVERIES);
      reached.catch(() => undefined); // if something else fails first, that error is reported
      const startedAt = performance.now();
      await checkout.call('PUT', endpoint, { status: 'active' });
      await reached;
      const perSecond = (DELIVERIES * 1000) / (performance.now() - startedAt);
      await checkout.call('DELETE', endpoint);
      return { perSecond, answers: DELIVERIES };
    },
  };
}
