// Pending orders and the deposits that pay them. All their values derive from a twelve-digit number, so that wrk and
// pgbench can compute them.
import type { Db } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';

/** A twelve-digit number, and the account of the order with that number. */
export type Numbered = { readonly number: string; readonly accountId: string };

export const FIRST_NUMBER = 100_000_000_000;

/** A UUID that ends with the number. */
export function numbered(kind: string, number: string): string {
  return `01a1dd30-${kind.padStart(4, '0')}-7000-8000-${number}`;
}

export function clabeOf(number: string): string {
  return `200000${number}`;
}

/** With `%s` as the number, this is a format string for Lua. */
export function depositBody({ number }: Pick<Numbered, 'number'>): string {
  return JSON.stringify({
    id: 1,
    fechaOperacion: '20261115',
    institucionOrdenante: '40012',
    institucionBeneficiaria: '90646',
    claveRastreo: `BENCH${number}`,
    monto: 150,
    nombreOrdenante: 'Ana Robles',
    cuentaOrdenante: '012180001234567897',
    cuentaBeneficiario: clabeOf(number),
    conceptoPago: 'Pago',
    referenciaNumerica: 1234567,
    empresa: 'COBRO',
  });
}

/** The account of a pgbench client, whose number in the script is `100 + :client_id`. */
export function peerAccountId(client: number): string {
  return `01a1dd30-acc0-7000-8000-000000000${100 + client}`;
}

export async function seedPeerAccounts(db: Db, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, client) => peerAccountId(client));
  await db.query(sql`
    insert into accounts (id, name, interface_version, orders_envelope, created_at)
    select id, 'pgbench', now()::date, false, now()
    from unnest(${ids}::uuid[]) as id`);
  return ids;
}

/** Small enough for one statement to finish within the query time limit, even on a busy machine. */
const BATCH = 8_000;

/** Stores pending orders with the numbers `from` to `from + count - 1`, using the accounts in turn. */
export async function seedOrders(
  db: Db,
  { accountIds, from, count }: { accountIds: readonly string[]; from: number; count: number },
): Promise<void> {
  const end = from + count;
  for (let first = from; first < end; first += BATCH)
    await seedBatch(db, accountIds, { first, last: Math.min(first + BATCH, end) - 1 });
}

async function seedBatch(
  db: Db,
  accountIds: readonly string[],
  { first, last }: { first: number; last: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`);
    await tx.query(sql`
      insert into orders (
        account_id, livemode, id, folio, method, status, product_id, product_name, customer_name, customer_email,
        price_amount, price_currency, rate, rate_taken_at, amount, fee, iva, clabe, extras,
        created_at, updated_at, expires_at, expires_unit)
      select (${accountIds}::uuid[])[1 + n % ${accountIds.length}], false, ('01a1dd30-0000-7000-8000-' || n)::uuid,
        lpad(upper(to_hex((n - ${FIRST_NUMBER}) & 4294967295)), 8, '0'), 'spei', 'pending', 'SMG-1', 'Funda', 'Ana Robles',
        'ana@example.com', 15000, 'MXN', 1, now(), 15000, 1025, 164, '200000' || n, '{}',
        now(), now(), now() + interval '48 hours', 'ms'
      from generate_series(${first}::bigint, ${last}::bigint) as n`);
    await tx.query(sql`
      insert into order_events (account_id, livemode, order_id, sequence, type, created_at, order_state)
      select account_id, livemode, id, 1, 'charge.pending', created_at, '{"status":"pending","updatedAt":1700000000000}'
      from orders
      where clabe between ${`200000${first}`} and ${`200000${last}`}`);
  });
}
