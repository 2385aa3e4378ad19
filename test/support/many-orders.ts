// Very many orders of one merchant, copied from one with a few statements: for tests of how work grows.
import type { Order } from '../../src/domain/orders/order.js';
import type { Db } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';

/** Copies an order and its events so many times. Each copy is a millisecond younger than the one before. */
export async function copyOrder(db: Db, { scope, uuid }: Order, copies: number): Promise<void> {
  const columns = async (table: string) => {
    const rows = await db.query<{ name: string }>(sql`
      select attname as name
      from pg_attribute
      where attrelid = ${table}::regclass
        and attnum > 0
        and not attisdropped`);
    return rows.map(({ name }) => name);
  };
  const copy = async (table: string, where: string, change: Readonly<Record<string, string>>) => {
    const names = await columns(table);
    const text = `insert into ${table} (${names.join(', ')})
      select ${names.map((name) => change[name] ?? `t.${name}`).join(', ')}
      from copied_orders c cross join ${table} t
      where t.account_id = $1 and ${where}`;
    await db.query({ text, values: [scope.accountId, uuid] });
  };
  await db.query({ text: 'drop table if exists copied_orders', values: [] });
  await db.query({
    text: `create table copied_orders as
      select n, uuidv7(n * interval '1 millisecond') as id, now() + n * interval '1 millisecond' as at
      from generate_series(1, ${copies}) n`,
    values: [],
  });
  const first = Number.parseInt(uuid.slice(-8), 16);
  await copy('orders', 't.id = $2', {
    id: 'c.id',
    // An odd factor gives each of the copies another folio; random ones would sometimes collide.
    folio: `upper(lpad(to_hex((c.n::bigint * 2654435761 + ${first}) % 4294967296), 8, '0'))`,
    clabe: `case when t.clabe is null then null else lpad(('x' || left(md5(c.id::text), 14))::bit(56)::bigint::text, 18, '0') end`,
    created_at: 'c.at',
  });
  await copy('order_events', 't.order_id = $2', { order_id: 'c.id', created_at: 'c.at', position: 'null' });
  await db.query({ text: 'drop table copied_orders', values: [] });
}
