// A row of each table of merchants' data that the things of a world do not fill by themselves. A new table of merchants needs
// one here, or something in worlds.ts that makes one: without a row in every world nobody has tried whether others see it.
import type { Queryable } from '../../src/store/db.js';
import { type Sql, sql } from '../../src/store/sql.js';
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

const ROWS: Readonly<Record<string, (world: WorldKeys) => Sql>> = {
  brands: ({ accountId }) => sql`
    insert into brands (account_id, colour)
    values (${accountId}, '#102030')
    on conflict do nothing`,
  account_tax_data: ({ accountId }) => sql`
    insert into account_tax_data (account_id, rfc, name, regime, postal_code, cfdi_use, updated_at)
    values (${accountId}, 'LFA010203AB9', 'LA FAVORITA', '601', '06600', 'G03', now())
    on conflict do nothing`,
  fee_schedules: ({ accountId }) => sql`
    insert into fee_schedules (account_id, method, basis_points, fixed)
    values (${accountId}, 'crypto', 100, 0)
    on conflict do nothing`,
  order_texts: ({ accountId, isLive, orderId, word }) => sql`
    insert into order_texts (account_id, livemode, order_id, text, grams)
    values (${accountId}, ${isLive}, ${orderId}, ${word}, '{}')
    on conflict do nothing`,
  order_notes: ({ accountId, isLive, orderId, id, word }) => sql`
    insert into order_notes (account_id, livemode, order_id, id, author, text, created_at)
    values (${accountId}, ${isLive}, ${orderId}, ${id}, 'service', ${`Nota ${word}`}, now())`,
  webhook_replays: ({ accountId, isLive, endpointId, id }) => sql`
    insert into webhook_replays (account_id, livemode, endpoint_id, id, requested_at, worked_at)
    values (${accountId}, ${isLive}, ${endpointId}, ${id}, now(), now())`,
  transfer_email_links: ({ accountId, isLive, transferId, word }) => sql`
    insert into transfer_email_links (account_id, livemode, transfer_id, digest, expires_at)
    values (${accountId}, ${isLive}, ${transferId}, sha256(${word}::text::bytea), now() + interval '1 day')
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

export async function fillTables(db: Queryable, world: WorldKeys): Promise<void> {
  for (const rowOf of Object.values(ROWS)) await db.query(rowOf(world));
}
