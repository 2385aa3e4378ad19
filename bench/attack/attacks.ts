// What strangers, holders of a public key and other merchants do to stop the service. Each attack once did. `prepare`
// sets the scene, and what it returns starts the attack.
import { LEDGER_ACCOUNTS } from '../../src/domain/money/ledger.js';
import { CHARGE, ORDER } from '../load.js';
import { type Attack, type FloodOptions, flood, idle, type Request } from './stranger.js';
import { basic, type Target } from './target.js';

type AttackKind = {
  readonly name: string;
  readonly prepare: (target: Target) => Promise<() => Promise<Attack>>;
};

const JSON_TYPE = { 'content-type': 'application/json' };
const WRONG_SIGN_IN: Request = {
  method: 'POST',
  path: '/dashboard/sign-in',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'email=nobody%40example.com&password=wrong',
};
/** So many one address may hold: over fewer, answers that come late would hold the attacker back. */
const MOST_CONNECTIONS = 1_000;
const ENDED_ORDERS = 45_000;
const SEARCHED_ORDERS = 5_300;
const ENTRIES = 200_000;

export const ATTACKS: readonly AttackKind[] = [
  steady(
    'wrong keys, 400 a second',
    400,
    (turn) => ({ path: '/v2/orders', headers: { authorization: basic(`sk_test_wrong${turn}`) } }),
    { most: MOST_CONNECTIONS },
  ),
  steady(
    'wrong rail passwords, 400 a second',
    400,
    (turn) => post('/rails/spei/deposits', basic('rail_wrong', `${turn}`), {}),
    { most: MOST_CONNECTIONS },
  ),
  steady('wrong sign-ins, 100 a second', 100, () => WRONG_SIGN_IN),
  steady('wrong sign-ins from two addresses that fill the line, 400 a second', 400, () => WRONG_SIGN_IN, {
    most: 400,
    addresses: 2,
  }),
  steady('wrong passwords of somebody who is signed in, 20 a second', 20, (_turn, { session }) => ({
    method: 'POST',
    path: '/dashboard/test/people',
    headers: { ...WRONG_SIGN_IN.headers, cookie: session, 'sec-fetch-site': 'same-origin' },
    body: 'name=A&email=a%40example.com&role=viewer&current=wrong',
  })),
  steady('the reference page by HEAD, 100 a second', 100, () => ({ method: 'HEAD', path: '/docs/js/scalar.js' })),
  {
    name: 'the reference page to 50 who do not read it',
    prepare:
      async ({ url }) =>
      async () =>
        idle(url, 50, 'GET /docs/js/scalar.js HTTP/1.1\r\nHost: a\r\nAccept-Encoding: identity\r\n\r\n'.repeat(3)),
  },
  {
    name: '500 connections that never finish a request',
    prepare:
      async ({ url }) =>
      async () =>
        idle(url, 500, 'POST /v2/orders HTTP/1.1\r\nHost: a\r\nContent-Length: 9'),
  },
  {
    name: 'barcodes, 200 a second',
    prepare: async (target) => {
      const { id } = await call(target, target.attacker.private, '/v1/charges', CHARGE);
      return async () => flood(target.url, 200, () => ({ path: `/pay/${id}/barcode.png` }));
    },
  },
  steady(
    'the public key creates orders, 500 a second',
    500,
    (_turn, { victim }) => post('/v2/orders', basic(victim.public), ORDER),
    { most: MOST_CONNECTIONS },
  ),
  steady(
    'the public key takes live CLABEs from two addresses, 500 a second',
    500,
    (_turn, { victimLive }) => post('/v2/orders', basic(victimLive.public), ORDER),
    { most: 2 * MOST_CONNECTIONS, addresses: 2 },
  ),
  {
    name: '200 long polls',
    prepare: async ({ url, attacker }) => {
      const headers = { authorization: basic(attacker.private) };
      const list = (await (await fetch(`${url}/v1/events?limit=100`, { headers })).json()) as {
        data: { id: string }[];
      };
      const path = `/v1/events?wait=30&after=${list.data.at(-1)?.id ?? ''}`;
      return async () => flood(url, 200, () => ({ path, headers }), { most: 200 });
    },
  },
  {
    name: '50 webhooks with dead names, 20 events a second',
    prepare: async (target) => {
      const register = (each: number) =>
        call(target, target.attacker.private, '/v1/webhooks/stores', { url: `https://shop-${each}.example.com/` });
      // Each waits until its name is not found.
      for (let first = 0; first < 50; first += 5)
        await Promise.all([0, 1, 2, 3, 4].map((next) => register(first + next)));
      return async () => flood(target.url, 20, () => post('/v2/orders', basic(target.attacker.private), ORDER));
    },
  },
  {
    name: `20 transfers a second to a CLABE with ${ENDED_ORDERS.toLocaleString('en')} ended orders`,
    prepare: async (target) => {
      const customer = { ...ORDER.customer, id: 'many' };
      const made = await call(target, target.attacker.private, '/v2/orders', { ...ORDER, customer });
      await copyEnded(target, String(made['id']).slice(3), { count: ENDED_ORDERS, mark: 'E' });
      const [row] = await target.query(`select clabe from orders where id = '${String(made['id']).slice(3)}'`);
      return async () =>
        flood(target.url, 20, (turn) =>
          post('/rails/spei/deposits', target.railAuthorization, deposit(row?.['clabe'], turn)),
        );
    },
  },
  steady('lists filtered by 12,000 blanks, 20 a second', 20, (_turn, { session }) => ({
    path: `/dashboard/test/orders?min=${'+'.repeat(12_000)}`,
    headers: { cookie: session },
  })),
  steady('refused bodies of 8 KB that have to be masked, 30 a second', 30, (turn, { victim }) =>
    post('/v2/orders', basic(victim.public), { customer: { name: MASKED[turn % MASKED.length] } }),
  ),
  steady('logos that would unpack to gigabytes, 5 a second', 5, (_turn, { session }) => ({
    method: 'POST',
    path: '/dashboard/test/settings/brand',
    headers: { cookie: session, 'content-type': 'multipart/form-data; boundary=logo', 'sec-fetch-site': 'same-origin' },
    body: LOGO_FORM,
  })),
  {
    name: `24 searches and orders.csv at once over ${SEARCHED_ORDERS.toLocaleString('en')} orders`,
    prepare: async (target) => {
      // A customer has one CLABE for all orders; others would need one each.
      const customer = { ...ORDER.customer, id: 'searched' };
      const { id } = await call(target, target.attacker.private, '/v2/orders', { ...ORDER, customer });
      await copyEnded(target, String(id).slice(3), { count: SEARCHED_ORDERS, mark: 'D' });
      const headers = { cookie: target.session };
      const paths = ['/dashboard/test/orders?q=obl', '/dashboard/test/orders.csv', '/dashboard/test/orders?q=zzz'];
      return async () =>
        flood(target.url, 500, (turn) => ({ path: paths[turn % paths.length] ?? '', headers }), { most: 24 });
    },
  },
  {
    name: `24 statements of 90 years at once over ${ENTRIES.toLocaleString('en')} entries`,
    prepare: async (target) => {
      const { id } = await call(target, target.attacker.private, '/v2/orders', ORDER);
      await call(target, target.attacker.private, `/v1/test/orders/${id}/payments`, { scenario: 'exact' });
      await copyEntries(target);
      const headers = { cookie: target.session };
      const path = '/dashboard/test/money/statement.pdf?from=1950-01-01&to=2040-12-31';
      return async () => flood(target.url, 500, () => ({ path, headers }), { most: 24 });
    },
  },
];

/** What looks a little like an address, a telephone or a number, over and over. */
const MASKED = ['a@'.repeat(4_000), `${'1'.repeat(7_990)}x`, ' '.repeat(8_000), '@'.repeat(8_000)];

/** A JPEG whose head says 65,000 by 65,000 pixels, behind bytes that only fill. */
const LOGO_FORM = Buffer.concat([
  Buffer.from('--logo\r\nContent-Disposition: form-data; name="logo"; filename="a.jpg"\r\n\r\n'),
  Buffer.from('ffd8', 'hex'),
  Buffer.alloc(57_000, 0xff),
  Buffer.from('c0001108fde8fde803012200021101031101', 'hex'),
  Buffer.from('\r\n--logo--\r\n'),
]);

function steady(
  name: string,
  perSecond: number,
  request: (turn: number, target: Target) => Request,
  options: FloodOptions = {},
): AttackKind {
  const start = (target: Target) => flood(target.url, perSecond, (turn) => request(turn, target), options);
  return { name, prepare: async (target) => async () => start(target) };
}

function post(path: string, authorization: string, body: unknown): Request {
  return { method: 'POST', path, headers: { ...JSON_TYPE, authorization }, body: JSON.stringify(body) };
}

async function call({ url }: Target, key: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { ...JSON_TYPE, authorization: basic(key) };
  const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Record<string, unknown>;
}

/** Years of a busy customer, in one statement. */
async function copyEnded(
  target: Target,
  id: string,
  { count, mark }: { readonly count: number; readonly mark: 'D' | 'E' },
): Promise<void> {
  await target.query(`
    insert into orders
    select copy.*
    from orders, generate_series(1, ${count}) as number,
      jsonb_populate_record(orders, jsonb_build_object(
        'id', gen_random_uuid(),
        'folio', '${mark}' || lpad(upper(to_hex(number)), 7, '0'),
        'status', 'expired',
        'created_at', now() - interval '90 days',
        'expires_at', now() - interval '80 days')) as copy
    where orders.id = '${id}'`);
  await target.query('analyze orders');
}

/** Years of a busy merchant's books: copies of what one payment has booked, and the days that a worker keeps by the next day. */
async function copyEntries(target: Target): Promise<void> {
  await target.query(`
    insert into ledger_entries
    select copy.*
    from ledger_entries entry, generate_series(1, ${ENTRIES}) as number,
      jsonb_populate_record(entry, jsonb_build_object(
        'id', uuidv7(number * interval '-5 minutes'),
        'created_at', now() - number * interval '5 minutes')) as copy
    where entry.id = (select id from ledger_entries where kind = 'payment' order by created_at desc limit 1)`);
  const sums = LEDGER_ACCOUNTS.map((account) => `sum(${account})`).join(', ');
  await target.query(`
    insert into ledger_days (account_id, livemode, day, ${LEDGER_ACCOUNTS.join(', ')})
    select account_id, livemode, (created_at at time zone 'America/Mexico_City')::date, ${sums}
    from ledger_entries
    where created_at at time zone 'America/Mexico_City' < (now() at time zone 'America/Mexico_City')::date - 3
    group by 1, 2, 3`);
  await target.query('analyze ledger_entries, ledger_days');
}

function deposit(clabe: unknown, turn: number): unknown {
  return {
    fechaOperacion: '20261115',
    institucionOrdenante: '40012',
    institucionBeneficiaria: '90646',
    claveRastreo: `ATTACK${Date.now()}X${turn}`,
    monto: 150,
    nombreOrdenante: 'ANA ROBLES',
    cuentaOrdenante: '012180015025335996',
    cuentaBeneficiario: clabe,
    tipoPago: 1,
    tsLiquidacion: Date.now(),
  };
}
