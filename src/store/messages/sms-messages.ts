// Owns sms_messages: messages to customers. A message takes a slot before it is sent, so concurrent requests never send
// more messages than allowed (D55).

import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { Db, Queryable } from '../db.js';
import { removeOldest } from '../oldest-rows.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { named, sql } from '../sql.js';

export type NewSms = {
  readonly scope: Scope;
  readonly orderId: string;
  readonly id: string;
  readonly phone: string;
  readonly text: string;
  readonly gateway: string;
  readonly at: number;
};

/** Takes one of an order's message slots. Returns false if all are taken. */
export async function takeSmsSlot(db: Queryable, sms: NewSms, slots: number): Promise<boolean> {
  // If two requests want the same free slot, the second one conflicts, looks again and finds the next slot or none.
  for (let look = 0; look <= slots; look++) {
    const rows = await db.query(sql`
      insert into sms_messages (account_id, livemode, order_id, id, slot, phone, text, gateway, state, created_at)
      select ${sms.scope.accountId}::uuid, ${isLive(sms.scope.mode)}::boolean, ${sms.orderId}::uuid, ${sms.id}::uuid, free.slot,
        ${sms.phone}, ${sms.text}, ${sms.gateway}, 'sending', ${new Date(sms.at)}
      from generate_series(1, ${slots}::integer) as free(slot)
      where not exists (
        select from sms_messages taken
        where ${ofScope(sms.scope, 'taken.')}
          and taken.order_id = ${sms.orderId}
          and taken.slot = free.slot)
      order by free.slot
      limit 1
      on conflict do nothing
      returning id`);
    if (rows.length > 0) return true;
  }
  return false;
}

export async function noteSmsSent(db: Queryable, sms: NewSms, gatewayId: string | null): Promise<void> {
  await db.query(sql`
    update sms_messages
    set state = 'sent', gateway_id = ${gatewayId}
    where ${ofScope(sms.scope)}
      and order_id = ${sms.orderId}
      and id = ${sms.id}`);
}

/** Frees the slot of a message that was not sent, because it does not count. */
export async function noteSmsFailed(db: Queryable, sms: NewSms): Promise<void> {
  await db.query(sql`
    update sms_messages
    set state = 'failed', slot = null
    where ${ofScope(sms.scope)}
      and order_id = ${sms.orderId}
      and id = ${sms.id}`);
}

export type SentSms = {
  readonly scope: Scope;
  readonly orderId: string;
  readonly phone: string;
  readonly text: string;
  readonly gateway: string;
  readonly state: 'sending' | 'sent' | 'failed';
  readonly createdAt: number;
};

/** The messages about one order, newest first. */
export async function listSmsOf(db: Queryable, scope: Scope, orderId: string): Promise<SentSms[]> {
  const rows = await db.query<Flat<SentSms>>(sql`
    select ${named('account_id, livemode, order_id, phone, text, gateway, state, created_at')}
    from sms_messages
    where ${ofScope(scope)}
      and order_id = ${orderId}
    order by created_at desc
    limit 50`);
  return rows.map(withScope<SentSms>);
}

/** How many messages failed since then, counted up to `most`. */
export async function countFailedSms(db: Queryable, scope: Scope, since: number, most: number): Promise<number> {
  const [row] = await db.query<{ number: number }>(sql`
    select count(*)::integer as number
    from (
      select 1
      from sms_messages
      where ${ofScope(scope)}
        and state = 'failed'
        and created_at >= ${new Date(since)}
      limit ${most}) failed`);
  return row?.number ?? 0;
}

/** Deletes at most `limit` messages from before that time and returns how many it deleted. */
export function purgeSms(db: Db, before: number, limit: number): Promise<number> {
  return removeOldest(
    db,
    { table: 'sms_messages', before, limit },
    (these) => sql`
    delete from sms_messages
    where ${these}
    returning 1`,
  );
}

/** Removes number and text of the messages of these orders; that they were sent stays known (D80). */
export async function eraseSms(tx: Queryable, scope: Scope, orderIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    update sms_messages
    set phone = '', text = ''
    where ${ofScope(scope)}
      and order_id = any(${orderIds}::uuid[])`);
}
