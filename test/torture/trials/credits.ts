// Transfers and payments at tills that their rails tell again, out of order, under other ids and with other optional
// fields, some of them reversed before or after, at two nodes that are killed: each counts once, and a reversed one not
// at all (D41, D72 to D74).
import { cashNotice, speiNotice } from '../../money/books.js';
import { inParallel } from '../../support/http-client.js';
import { type Nodes, startNodes } from '../../support/nodes.js';
import { runCobro } from '../../support/process.js';
import { randomFrom } from '../../support/random.js';
import { basic, chargeBody } from '../../support/service.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { openShop, orderCall, PRICE, type Shop } from '../shop.js';
import { none, sized, type Trial } from '../trial.js';

const WIDTH = 24;
/** Orders whose notices are told in one disorder. */
const MOST_AT_ONCE = 1_000;

export const credits: Trial = (options) =>
  withTemporaryPostgres('torture', async (postgres) => {
    const leastOrders = sized(options, { quick: 60, whole: 3_000 });
    const leastKills = sized(options, { quick: 1, whole: 40 });
    const shop = await openShop(postgres.url);
    const till = await addTill(postgres.url);
    const env = { DATABASE_URL: postgres.url, COBRO_RATE_LIMIT: '0', COBRO_LOG_LEVEL: 'silent' };
    const random = randomFrom(options.seed);
    const nodes = await startNodes(env, { random, skewsMs: [0, 0], harms: ['kill'], restMs: [500, 2_000] });
    const expected = new Map<string, number>();
    let notices = 0;
    while (expected.size < leastOrders || nodes.harm.kills < leastKills) {
      const first = expected.size + 1;
      const serials = Array.from({ length: Math.min(leastOrders, MOST_AT_ONCE) }, (_, index) => first + index);
      const told: Made['tellings'] = [];
      await inParallel(serials, WIDTH, async (serial) => {
        const made =
          serial % 2 === 0
            ? await bySpei(nodes, shop, serial, random)
            : await atTheTill(nodes, shop, { serial, till, random });
        expected.set(made.id, made.received);
        told.push(...made.tellings);
      });
      await inParallel(shuffle(told, random), WIDTH, (tell) => tell());
      notices += told.length;
    }
    const kills = nodes.harm.kills;
    await nodes.calm();
    const faults = await differences(nodes, shop, expected);
    const { code, stdout } = await runCobro(['ledger', 'verify'], { DATABASE_URL: postgres.url });
    if (code !== 0) faults.push(stdout);
    await nodes.stop();
    return [
      none(
        'orders with other credits than N transfers less reversals, replayed, reordered, re-identified, reversed',
        faults,
        `${expected.size.toLocaleString('en')} orders, ${notices.toLocaleString('en')} notices, ${kills} kills`,
      ),
    ];
  });

type Made = { readonly id: string; readonly received: number; readonly tellings: (() => Promise<unknown>)[] };
type Calls = Pick<Nodes, 'call'>;

async function addTill(databaseUrl: string): Promise<string> {
  const args = ['rail', 'add', '--kind', 'cash', '--name', 'OXXO', '--test', '--json'];
  const { stdout } = await runCobro(args, { DATABASE_URL: databaseUrl });
  const { user, password } = JSON.parse(stdout);
  return basic(user, password);
}

/** One transfer, told up to four times with other ids and optional fields. */
async function bySpei(nodes: Calls, shop: Shop, serial: number, random: () => number): Promise<Made> {
  const { json } = await nodes.call('/v2/orders', orderCall(shop, serial));
  const tell = (time: number) => () =>
    accept(nodes, '/rails/spei/deposits', {
      headers: { authorization: shop.rail },
      body: speiNotice(json.payment.clabe, `${PRICE}.00`, {
        id: serial * 10 + time,
        claveRastreo: `CREDIT${serial}`,
        tsLiquidacion: 1_760_000_000_000 + serial,
        ...(time % 2 === 1 && { conceptoPago: `PAGO ${time}`, nombreOrdenante: 'ANA P' }),
      }),
    });
  return {
    id: json.id,
    received: PRICE,
    tellings: Array.from({ length: 1 + Math.floor(random() * 4) }, (_, time) => tell(time)),
  };
}

type AtTheTill = { readonly serial: number; readonly till: string; readonly random: () => number };

/** One payment at a till, told up to three times; every third one is reversed, maybe before it is told. */
async function atTheTill(nodes: Calls, shop: Shop, { serial, till, random }: AtTheTill): Promise<Made> {
  const { json } = await nodes.call('/v1/charges', {
    key: shop.key,
    body: chargeBody({ order_id: `CHARGE-${serial}`, order_price: PRICE }),
    headers: { 'idempotency-key': `charge-${serial}` },
  });
  const headers = { authorization: till };
  const name = { network: 'OXXO', transaction_id: `TILL${serial}` };
  const paidAt = new Date().toISOString();
  const pay = () =>
    accept(nodes, '/rails/cash/payments', {
      headers,
      body: cashNotice(json.instructions.details.order_reference_number, PRICE, {
        ...name,
        paid_at: paidAt,
      }),
    });
  const isReversed = serial % 3 === 0;
  const reverse = () => accept(nodes, '/rails/cash/reversals', { headers, body: name });
  const times = 1 + Math.floor(random() * 3);
  return {
    id: json.id,
    received: isReversed ? 0 : PRICE,
    tellings: [...Array.from({ length: times }, () => pay), ...(isReversed ? [reverse] : [])],
  };
}

async function accept(nodes: Calls, path: string, call: Parameters<Nodes['call']>[1]): Promise<void> {
  const { status, text } = await nodes.call(path, call);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Notices are matched after they are acknowledged, so an order gets a minute. */
async function differences(
  nodes: Pick<Nodes, 'read'>,
  { key }: Shop,
  expected: ReadonlyMap<string, number>,
): Promise<string[]> {
  const faults: string[] = [];
  const deadline = performance.now() + 60_000;
  await inParallel([...expected], WIDTH, async ([id, received]) => {
    for (;;) {
      const { json } = await nodes.read(`/v1/charges/${id}`, { key });
      if (json.received === received && json.surplus === 0 && json.held === 0) return;
      if (performance.now() > deadline)
        return void faults.push(
          `${id}: received ${json.received}, surplus ${json.surplus}, held ${json.held}, not ${received}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  });
  return faults;
}
