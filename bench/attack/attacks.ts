// What strangers, holders of a public key and other merchants do to stop the service. Each attack once did. `prepare`
// sets the scene, and what it returns starts the attack.
import { CHARGE, ORDER } from '../load.js';
import { type Attack, flood, idle, type Request } from './stranger.js';
import { basic, type Target } from './target.js';

type AttackKind = {
  readonly name: string;
  readonly prepare: (target: Target) => Promise<() => Promise<Attack>>;
};

const JSON_TYPE = { 'content-type': 'application/json' };
const ENDED_ORDERS = 45_000;

export const ATTACKS: readonly AttackKind[] = [
  steady('wrong keys, 400 a second', 400, (turn) => ({
    path: '/v2/orders',
    headers: { authorization: basic(`sk_test_wrong${turn}`) },
  })),
  steady('wrong rail passwords, 400 a second', 400, (turn) =>
    post('/rails/spei/deposits', basic('rail_wrong', `${turn}`), {}),
  ),
  steady('wrong sign-ins, 100 a second', 100, () => ({
    method: 'POST',
    path: '/dashboard/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=nobody%40example.com&password=wrong',
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
  steady('the public key creates orders, 500 a second', 500, (_turn, { victim }) =>
    post('/v2/orders', basic(victim.public), ORDER),
  ),
  {
    name: '200 long polls',
    prepare: async ({ url, attacker }) => {
      const headers = { authorization: basic(attacker.private) };
      const list = (await (await fetch(`${url}/v1/events?limit=100`, { headers })).json()) as {
        data: { id: string }[];
      };
      const path = `/v1/events?wait=30&after=${list.data.at(-1)?.id ?? ''}`;
      return async () => flood(url, 200, () => ({ path, headers }), 200);
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
      await copyEnded(target, String(made['id']).slice(3));
      const [row] = await target.query(`select clabe from orders where id = '${String(made['id']).slice(3)}'`);
      return async () =>
        flood(target.url, 20, (turn) =>
          post('/rails/spei/deposits', target.railAuthorization, deposit(row?.['clabe'], turn)),
        );
    },
  },
];

function steady(name: string, perSecond: number, request: (turn: number, target: Target) => Request): AttackKind {
  return { name, prepare: async (target) => async () => flood(target.url, perSecond, (turn) => request(turn, target)) };
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
async function copyEnded(target: Target, id: string): Promise<void> {
  await target.query(`
    insert into orders
    select copy.*
    from orders, generate_series(1, ${ENDED_ORDERS}) as number,
      jsonb_populate_record(orders, jsonb_build_object(
        'id', gen_random_uuid(),
        'folio', 'E' || lpad(upper(to_hex(number)), 7, '0'),
        'status', 'expired',
        'created_at', now() - interval '90 days',
        'expires_at', now() - interval '80 days')) as copy
    where orders.id = '${id}'`);
  await target.query('analyze orders');
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
