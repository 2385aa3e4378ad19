// What the requests of the fuzz may name: merchants with one of everything, made by the command line and the API.
import { railDay } from '../../../src/domain/base/mexico-day.js';
import { speiNotice } from '../../money/books.js';
import { runCobro } from '../../support/process.js';
import { basic, type Call, chargeBody, orderBody, type Reply } from '../../support/service.js';
import { until } from '../../support/until.js';
import type { World } from './draft.js';
import { findWays } from './pages.js';

type Ask = (method: 'GET' | 'POST', path: string, call: Call) => Promise<Reply>;

/** Long reads of one merchant are done one after the other, with rests between (D83): two would keep most lines waiting. */
const MERCHANTS = 8;
/** So many of them have an owner who is signed in. Each looks at all their pages first. */
const OWNERS = 2;

/** `failures`: answers of 5xx on the way. */
export async function makeWorld(databaseUrl: string, ask: Ask, failures: string[]): Promise<World> {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCobro([...args, '--json'], { DATABASE_URL: databaseUrl });
    if (code !== 0) throw new Error(`cobro ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
  };
  for (const currency of ['USD', 'EUR', 'GBP']) await run('rates', 'set', currency, '18.50');
  const ids = new Map<string, string[]>();
  const keep = (start: string, ...values: string[]) => void ids.set(start, [...(ids.get(start) ?? []), ...values]);
  const publicPaths: string[] = [];
  const clabes: string[] = [];
  const references: string[] = [];
  const accounts = [];
  for (let each = 1; each <= MERCHANTS; each++)
    accounts.push(await run('account', 'create', '--name', `Tienda ${each}`));
  for (const { keys } of accounts) {
    const made = await makeThings(ask, keys.test.private);
    for (const [start, ...values] of made.ids) keep(start, ...values);
    publicPaths.push(...made.paths);
    clabes.push(made.clabe);
    references.push(made.reference);
  }
  const rails: string[] = [];
  const railUsers: string[] = [];
  for (const kind of ['spei', 'cash', 'crypto']) {
    for (const mode of [['--test'], []]) {
      const name = { spei: 'banxico', cash: 'OXXO', crypto: 'BTC' }[kind] ?? kind;
      const { user, password } = await run('rail', 'add', '--kind', kind, '--name', name, ...mode);
      rails.push(basic(user, password));
      railUsers.push(user);
    }
  }
  const spare = await run('account', 'create', '--name', 'Tienda de más');
  await makeThings(ask, spare.keys.test.private);
  for (const { keys } of [...accounts.slice(0, OWNERS), spare]) {
    const live = await makeLiveThings(ask, keys.live.private, rails[1] ?? '');
    keep('/v2/orders/', ...live.orders);
    publicPaths.push(...live.orders.map((id) => `/pay/${id}`));
    clabes.push(...live.clabes);
  }
  // Test keys come first and more often: with live ones little is set up.
  const keys = accounts.flatMap((account) => {
    const { test, live } = account.keys;
    return [test.private, test.private, test.private, test.public, live.private, live.public].map((key) => basic(key));
  });
  const ways = await findWays({
    databaseUrl,
    accountIds: accounts.slice(0, OWNERS).map(({ id }) => id),
    spareId: spare.id,
    kept: [...accounts.map(({ id }) => id), ...railUsers],
    publicPaths,
    ask,
    failures,
  });
  return {
    keys,
    rails,
    publicKey: accounts[0].keys.test.public,
    ...ways,
    ids,
    clabes,
    references,
    day: railDay(Date.now()),
  };
}

async function makeThings(ask: Ask, key: string) {
  const post = async (path: string, body: object = {}) => {
    const reply = await ask('POST', path, { key, body });
    if (reply.status !== 200) throw new Error(`${path} ${reply.status} ${reply.text}`);
    return reply.json;
  };
  const order = await post('/v2/orders', orderBody());
  await post(`/v1/test/orders/${order.id}/payments`, { scenario: 'over' });
  const charge = await post('/v1/charges', chargeBody());
  const payment = await post(`/v1/test/orders/${charge.id}/payments`, { scenario: 'over' });
  const { refund } = await post(`/v1/charges/${charge.id}/refunds`, { amount: 10 });
  const endpoint = await post('/v1/webhooks/stores', { url: 'http://127.0.0.1:2/fuzz' });
  const clock = await post('/v1/test/clocks');
  const link = await post('/v1/payment_links', { order_name: 'Funda', order_price: 150 });
  const coins = await post('/v1/charges', chargeBody({ order_price: 2_000, payment_type: 'BTC' }));
  await post(`/v1/test/orders/${coins.id}/payments`, { scenario: 'exact' });
  const coinRefund = (await post(`/v1/charges/${coins.id}/refunds`, { amount: 10 })).refund;
  const open = [await post('/v2/orders', orderBody()), await post('/v1/charges', chargeBody())];
  const events = (await ask('GET', '/v1/events?limit=5', { key })).json.data.map(({ id }: { id: string }) => id);
  const orders: string[] = [order.id, charge.id, coins.id, ...open.map(({ id }) => id)];
  const links = await Promise.all(
    [refund, coinRefund].map(({ transfer }) => post(`/v1/transfers/${transfer.id}/link`)),
  );
  return {
    paths: [
      ...links.map(({ destination_url: url }) => new URL(url).pathname),
      `/checkout/${link.id}`,
      ...orders.map((id) => `/pay/${id}`),
    ],
    clabe: open[0].payment.clabe as string,
    reference: String(open[1].instructions.details.order_reference_number),
    ids: [
      ['/v2/orders/', ...orders],
      ['/v1/charges/', ...orders],
      ['/v1/test/orders/', ...orders],
      ['/pay/', ...orders],
      ['/checkout/', link.id, ...orders],
      ['/v1/test/clocks/', clock.id],
      ['/v1/payments/', payment.id],
      ['/v1/payment_links/', link.id],
      ['/v1/refunds/', refund.id, coinRefund.id],
      ['/v1/transfers/', refund.transfer.id, coinRefund.transfer.id],
      ['/v1/webhooks/stores/', endpoint.id],
      ['/v1/events/', ...events],
    ] as [string, ...string[]][],
  };
}

/** Live orders, of which two are paid, one of them with more than asked: without live money the desk has nothing to decide. */
async function makeLiveThings(ask: Ask, key: string, rail: string) {
  const orders = [];
  for (let each = 0; each < 3; each++) orders.push((await ask('POST', '/v2/orders', { key, body: orderBody() })).json);
  const [exact, over] = orders.map(({ id, payment }) => ({ id, clabe: payment.clabe }));
  const headers = { authorization: rail, 'content-type': 'application/json' };
  for (const [clabe = '', sum] of [
    [exact?.clabe, '150.00'],
    [over?.clabe, '5150.00'],
    ['646180123400000009', '90.00'],
  ])
    await ask('POST', '/rails/spei/deposits', { headers, body: speiNotice(clabe, sum ?? '') });
  const read = () => ask('GET', `/v2/orders/${exact?.id}`, { key });
  await until('a live order is paid', async () => ((await read()).json.status === 'PENDING' ? null : true), 60_000);
  await ask('POST', `/v2/orders/${exact?.id}/refunds`, { key, body: { amount: 10 } });
  return { orders: orders.map(({ id }) => id as string), clabes: orders.map(({ payment }) => payment.clabe as string) };
}
