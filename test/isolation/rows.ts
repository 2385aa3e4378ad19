// A row of each table of merchants' data that the things of a world do not fill by themselves: without a row in every world
// nobody has tried whether others see it. It is made of what the columns of the table say.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../src/store/db.js';
import { join, raw, type Sql, sql } from '../../src/store/sql.js';
import { TABLES } from '../../src/store/tables.js';

export type WorldKeys = {
  readonly accountId: string;
  readonly isLive: boolean;
  readonly orderId: string;
  readonly linkId: string;
  readonly endpointId: string;
  readonly transferId: string;
  /** Of nothing else. */
  readonly id: string;
  readonly word: string;
};

/** Every table whose rows belong to an account. */
export const MERCHANT_TABLES: readonly string[] = Object.entries(TABLES)
  .filter(([, { key, placement }]) => placement === 'by-account' || key.startsWith('account_id'))
  .map(([name]) => name);

/** Of tables whose rows must be something that their columns do not say. */
const ROWS: Readonly<Record<string, (world: WorldKeys) => Sql>> = {
  brands: ({ accountId }) => sql`
    insert into brands (account_id, colour)
    values (${accountId}, '#102030')
    on conflict do nothing`,
  booked_payments: ({ accountId, id, orderId, word }) => sql`
    insert into booked_payments (account_id, identity, order_id, payment_id, booking, created_at)
    values (${accountId}, sha256(${word}::text::bytea), ${orderId}, ${id}, ${word}::text::bytea, now())`,
  saved_views: ({ accountId, id, word }) => sql`
    insert into saved_views (account_id, person_id, name, filters, created_at)
    values (${accountId}, ${id}, ${word}, 'tab=paid', now())
    on conflict do nothing`,
  news_places: ({ accountId, isLive, id }) => sql`
    insert into news_places (account_id, livemode, person_id, way, told_until)
    values (${accountId}, ${isLive}, ${id}, 'bell', now())`,
  day_figures: ({ accountId, isLive, word }) => sql`
    insert into day_figures (account_id, livemode, day, method, point_code, wait, made, paid, taken, unpaid, refunded)
    values (${accountId}, ${isLive}, '2026-01-01', 'cash', ${word}, -1, 1, 0, 0, 0, 0)`,
  ledger_days: ({ accountId, isLive }) => sql`
    insert into ledger_days (account_id, livemode, day, rail, available, pending, held, surplus, unmatched, fees, iva, refunded,
      returned, paid_out, to_refund, to_return, to_pay_out)
    values (${accountId}, ${isLive}, '2026-01-01', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
  payouts: ({ accountId, isLive, id, word }) => sql`
    insert into payouts (account_id, livemode, id, amount, note, created_at)
    values (${accountId}, ${isLive}, ${id}, 100, ${`Pago ${word}`}, now())`,
  payout_accounts: ({ accountId, isLive, id, word }) => sql`
    insert into payout_accounts (account_id, livemode, id, clabe, holder, bank, rfc, named_by, named_at, counts_from)
    values (${accountId}, ${isLive}, ${id}, '012180015025335996', ${word}, 'BBVA', 'LFA010203AB9', 'test', now(), now())`,
  payout_plans: ({ accountId, isLive }) => sql`
    insert into payout_plans (account_id, livemode, every, on_day, least, next_at)
    values (${accountId}, ${isLive}, 'month', 28, 100, now() + interval '1 month')`,
  payment_link_uses: ({ accountId, isLive, linkId, orderId }) => sql`
    insert into payment_link_uses (account_id, livemode, link_id, order_id)
    values (${accountId}, ${isLive}, ${linkId}, ${orderId})`,
  sms_messages: ({ accountId, isLive, orderId, id, word }) => sql`
    insert into sms_messages (account_id, livemode, order_id, id, phone, text, gateway, state, created_at)
    values (${accountId}, ${isLive}, ${orderId}, ${id}, '5512345678', ${`Paga ${word}`}, 'none', 'sent', now())`,
  emails: ({ accountId, isLive, orderId, id, word }) => sql`
    insert into emails (account_id, livemode, order_id, id, kind, sequence, copy, recipient, state, due_at, created_at, ended_at)
    values (${accountId}, ${isLive}, ${orderId}, ${id}, 'expiring', 0, 1, ${`${word}@example.com`}, 'sent', now(), now(), now())
    on conflict do nothing`,
};

type Column = { readonly name: string; readonly type: string; readonly words: readonly string[] | null };

/** What every row of a table must have, and the words that a text may be. */
function columnsOf(db: Queryable, table: string): Promise<Column[]> {
  return db.query<Column>(sql`
    select a.attname::text as name, format_type(a.atttypid, null) as type, (
        select array_agg(word[1])
        from pg_constraint c
        cross join lateral regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''::text', 'g') as word
        where c.conrelid = a.attrelid
          and c.contype = 'c'
          and c.conkey = array[a.attnum]) as words
    from pg_attribute a
    where a.attrelid = ${table}::regclass
      and a.attnum > 0
      and not a.attisdropped
      and a.attnotnull
      and not a.atthasdef
    order by a.attnum`);
}

function filling({ name, type, words }: Column, world: WorldKeys): unknown {
  const { accountId, isLive, orderId, linkId, endpointId, transferId, id, word } = world;
  const known: Readonly<Record<string, unknown>> = {
    ...{ account_id: accountId, livemode: isLive, order_id: orderId, link_id: linkId },
    ...{ endpoint_id: endpointId, transfer_id: transferId },
  };
  if (name in known) return known[name];
  if (words !== null) return words[0];
  switch (type) {
    case 'uuid':
      return id;
    case 'text':
      return word;
    case 'bytea':
      return createHash('sha256').update(word).digest();
    case 'boolean':
      return false;
    case 'date':
    case 'timestamp with time zone':
      return new Date();
    default:
      return type.endsWith('[]') ? [] : 1;
  }
}

export async function fillTables(db: Queryable, world: WorldKeys): Promise<void> {
  for (const rowOf of Object.values(ROWS)) await db.query(rowOf(world));
  for (const table of MERCHANT_TABLES) await fillTable(db, table, world);
}

/** A table that the things of the world fill has its row already. */
async function fillTable(db: Queryable, table: string, world: WorldKeys): Promise<void> {
  const columns = await columnsOf(db, table);
  const has = (name: string) => columns.some((column) => column.name === name);
  const own = sql`account_id = ${world.accountId} and ${has('livemode') ? sql`livemode = ${world.isLive}` : raw('true')}`;
  const known = has('account_id') ? await db.query(sql`select from ${raw(table)} where ${own} limit 1`) : [{}];
  if (known.length > 0) return;
  const names = raw(columns.map(({ name }) => name).join(', '));
  const values = join(
    columns.map((column) => sql`${filling(column, world)}::${raw(column.type)}`),
    ', ',
  );
  await db.query(sql`insert into ${raw(table)} (${names}) values (${values})`);
}
