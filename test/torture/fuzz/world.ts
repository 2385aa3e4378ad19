// What the requests of the fuzz may name: merchants with one of everything, made by the command line and the API.
import { runCobro } from '../../support/process.js';
import { basic, type Call, chargeBody, orderBody, type Reply } from '../../support/service.js';
import type { World } from './draft.js';
import { makeVisitors } from './pages.js';

type Ask = (method: 'GET' | 'POST', path: string, call: Call) => Promise<Reply>;

/** Long reads of one merchant are done one after the other, with rests between (D83): two would keep most lines waiting. */
const MERCHANTS = 8;
/** So many of them have an owner who is signed in. Each looks at all their pages first. */
const OWNERS = 3;

export async function makeWorld(databaseUrl: string, ask: Ask): Promise<World> {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCobro([...args, '--json'], { DATABASE_URL: databaseUrl });
    if (code !== 0) throw new Error(`cobro ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
  };
  for (const currency of ['USD', 'EUR', 'GBP']) await run('rates', 'set', currency, '18.50');
  const ids = new Map<string, string[]>();
  const keep = (start: string, ...values: string[]) => void ids.set(start, [...(ids.get(start) ?? []), ...values]);
  const clabes: string[] = [];
  const references: string[] = [];
  const accounts = [];
  for (let each = 1; each <= MERCHANTS; each++)
    accounts.push(await run('account', 'create', '--name', `Tienda ${each}`));
  for (const { keys } of accounts) {
    const made = await makeThings(ask, keys.test.private);
    for (const [start, ...values] of made.ids) keep(start, ...values);
    clabes.push(made.clabe);
    references.push(made.reference);
  }
  const rails = [];
  for (const kind of ['spei', 'cash']) {
    for (const mode of [['--test'], []]) {
      const name = kind === 'spei' ? 'banxico' : 'OXXO';
      const { user, password } = await run('rail', 'add', '--kind', kind, '--name', name, ...mode);
      rails.push(basic(user, password));
    }
  }
  // Test keys come first and more often: with live ones little is set up.
  const keys = accounts.flatMap((account) => {
    const { test, live } = account.keys;
    return [test.private, test.private, test.private, test.public, live.private, live.public].map((key) => basic(key));
  });
  const visitors = await makeVisitors(
    databaseUrl,
    accounts.slice(0, OWNERS).map(({ id }) => id),
    ask,
  );
  return { keys, rails, publicKey: accounts[0].keys.test.public, visitors, ids, clabes, references };
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
  const open = [await post('/v2/orders', orderBody()), await post('/v1/charges', chargeBody())];
  const events = (await ask('GET', '/v1/events?limit=5', { key })).json.data.map(({ id }: { id: string }) => id);
  const orders: string[] = [order.id, charge.id, ...open.map(({ id }) => id)];
  return {
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
      ['/v1/refunds/', refund.id],
      ['/v1/transfers/', refund.transfer.id],
      ['/v1/webhooks/stores/', endpoint.id],
      ['/v1/events/', ...events],
    ] as [string, ...string[]][],
  };
}
