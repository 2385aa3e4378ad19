// Owns emails: every e-mail to a customer, from the queue to its outcome. A sender claims an e-mail by moving its due
// time past the end of a lease: if the sender dies, the e-mail is due again.
import type { Scope } from '../../domain/accounts/account.js';
import type { Language } from '../../domain/base/language.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import { ERASED } from '../../domain/keeping/erasure.js';
import type { Email, EmailReason, SentKind } from '../../domain/messages/email.js';
import type { Db, Queryable } from '../db.js';
import { inAllShards, inShards, shardsOf } from '../in-shards.js';
import { removeOldest } from '../oldest-rows.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { prepared, sql } from '../sql.js';
import { EMAIL_COLUMNS } from './email-lists.js';

export type NewEmail = {
  readonly orderId: string;
  readonly id: string;
  readonly kind: SentKind;
  readonly sequence: number;
  readonly dueAt: number;
  readonly clockId: string | null;
};

/**
 * Queues e-mails to the customers of these orders. One that the same event has caused before stays as it is. The address
 * is read from the order by the same statement, so an erasure before it leaves nothing to send to.
 */
export async function queueEmails(tx: Queryable, scope: Scope, emails: readonly NewEmail[], at: number): Promise<void> {
  const rows = emails.map(({ orderId, id, kind, sequence, dueAt, clockId }) => ({
    order_id: orderId,
    id,
    kind,
    sequence,
    clock_id: clockId,
    due_at: new Date(dueAt).toISOString(),
  }));
  await tx.query(sql`
    insert into emails (account_id, livemode, order_id, id, kind, sequence, copy, recipient, state, due_at, clock_id,
      created_at)
    select o.account_id, o.livemode, o.id, new.id, new.kind, new.sequence, 0, o.customer_email, 'queued', new.due_at,
      new.clock_id, ${new Date(at)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as new(
      order_id uuid, id uuid, kind text, sequence integer, due_at timestamptz, clock_id uuid)
    join orders o on ${ofScope(scope, 'o.')}
      and o.id = new.order_id
    where o.customer_email <> ${ERASED.email}
    on conflict do nothing`);
}

type AskedEmail = Pick<NewEmail, 'orderId' | 'id' | 'kind'>;

/** Queues a copy that somebody asked for, to the address of the order. Returns false if there are already so many. */
export async function queueCopy(
  tx: Queryable,
  scope: Scope,
  email: AskedEmail,
  { at, max }: { readonly at: number; readonly max: number },
): Promise<boolean> {
  // Two at once that want the same copy conflict; the second looks again and finds the next or none.
  for (let look = 0; look <= max; look++) {
    const rows = await tx.query(sql`
      insert into emails (account_id, livemode, order_id, id, kind, sequence, copy, recipient, state, due_at, created_at)
      select o.account_id, o.livemode, o.id, ${email.id}::uuid, ${email.kind}, 0, free.copy, o.customer_email, 'queued',
        ${new Date(at)}::timestamptz, ${new Date(at)}::timestamptz
      from orders o
      cross join generate_series(1, ${max}::integer) as free(copy)
      where ${ofScope(scope, 'o.')}
        and o.id = ${email.orderId}
        and o.customer_email <> ${ERASED.email}
        and not exists (
        select from emails taken
        where ${ofScope(scope, 'taken.')}
          and taken.order_id = ${email.orderId}
          and taken.kind = ${email.kind}
          and taken.sequence = 0
          and taken.copy = free.copy)
      order by free.copy
      limit 1
      on conflict do nothing
      returning 1`);
    if (rows.length > 0) return true;
  }
  return false;
}

type EmailClaim = { readonly now: number; readonly leaseMs: number; readonly limit: number };

/** Claims the e-mails of a mode that are due, for so long as the lease lasts. Others skip them meanwhile. */
export async function claimEmails(db: Db, mode: Mode, claim: EmailClaim): Promise<Email[]> {
  const rows = await inAllShards(db, (shard) => claimDue(shard, mode, { ...claim, limit: shareOf(db, claim.limit) }));
  return rows.map(withScope<Email>);
}

/** Each shard gives as many as the others, so that together they are no more than wanted. */
function shareOf(db: Db, limit: number): number {
  return Math.max(1, Math.floor(limit / shardsOf(db).length));
}

function claimDue(shard: Db, mode: Mode, { now, leaseMs, limit }: EmailClaim): Promise<Flat<Email>[]> {
  return shard.query<Flat<Email>>(
    prepared(
      'claim_emails',
      sql`
        update emails
        set attempts = attempts + 1, due_at = ${new Date(now + leaseMs)}
        where ctid = any(array(
          select ctid
          from emails
          where livemode = ${isLive(mode)}
            and state = 'queued'
            and clock_id is null
            and due_at <= ${new Date(now)}
          order by due_at
          limit ${limit}
          for update skip locked))
        returning ${EMAIL_COLUMNS}`,
    ),
  );
}

/** What was sent, as it is kept: without the secret link that it may carry. */
export type SentContent = { readonly language: Language; readonly subject: string; readonly body: string };

/** How a try ended: the e-mail has ended, or is due again. */
export type EmailOutcome = { readonly email: Email; readonly reply: string | null } & (
  | { readonly state: 'queued'; readonly dueAt: number }
  | {
      readonly state: 'sent' | 'failed' | 'canceled';
      readonly reason: EmailReason | null;
      readonly content: SentContent | null;
      readonly endedAt: number;
    }
);

/**
 * Records how tries of claimed e-mails ended. One that has ended meanwhile stays as it is: it was erased, or a sender
 * whose lease ran out came back late. Such a sender does not give it back to the queue either.
 */
export async function recordEmails(db: Db, outcomes: readonly EmailOutcome[]): Promise<void> {
  await inShards(
    db,
    outcomes,
    ({ email }) => email.scope.accountId,
    (shard, own) =>
      shard.query(sql`
        update emails e
        set state = ended.state, reason = ended.reason, reply = ended.reply, language = ended.language,
          subject = ended.subject, body = ended.body, due_at = coalesce(ended.due_at, e.due_at), ended_at = ended.ended_at,
          recipient = case when ended.reason = 'erased' then '' else e.recipient end
        from json_to_recordset(${JSON.stringify(own.map(outcomeRow))}::json) as ended(
          account_id uuid, livemode boolean, order_id uuid, id uuid, attempts integer, state text, reason text, reply text,
          language text, subject text, body text, due_at timestamptz, ended_at timestamptz)
        where e.account_id = ended.account_id
          and e.livemode = ended.livemode
          and e.order_id = ended.order_id
          and e.id = ended.id
          and e.state = 'queued'
          and (ended.state <> 'queued' or e.attempts = ended.attempts)`),
  );
}

function outcomeRow(outcome: EmailOutcome) {
  const { email, state, reply } = outcome;
  const tried = {
    account_id: email.scope.accountId,
    livemode: isLive(email.scope.mode),
    order_id: email.orderId,
    id: email.id,
    attempts: email.attempts,
    state,
    reply,
  };
  if (outcome.state === 'queued') return { ...tried, due_at: new Date(outcome.dueAt).toISOString() };
  const { reason, content, endedAt } = outcome;
  return { ...tried, reason, ...content, ended_at: new Date(endedAt).toISOString() };
}

/** Lets those go whose time has come on a test clock (D47). */
export async function releaseOnClock(
  tx: Queryable,
  accountId: string,
  clock: { readonly id: string; readonly frozenTime: number },
  now: number,
): Promise<void> {
  await tx.query(sql`
    update emails
    set clock_id = null, due_at = ${new Date(now)}
    where account_id = ${accountId}
      and livemode = false
      and clock_id = ${clock.id}
      and state = 'queued'
      and due_at <= ${new Date(clock.frozenTime)}`);
}

/** Deletes at most `limit` e-mails from before that time and returns how many it deleted. */
export function purgeEmails(db: Db, before: number, limit: number): Promise<number> {
  return removeOldest(
    db,
    { table: 'emails', before, limit },
    (these) => sql`
    delete from emails
    where ${these}
    returning 1`,
  );
}

/** Removes address and text of these orders' e-mails, and stops those that wait; that they were sent stays known (D80). */
export async function eraseEmails(tx: Queryable, scope: Scope, orderIds: readonly string[], at: number): Promise<void> {
  await tx.query(sql`
    update emails
    set recipient = '', subject = null, body = null,
      reason = case when state = 'queued' then 'erased' else reason end,
      ended_at = coalesce(ended_at, ${new Date(at)}),
      state = case when state = 'queued' then 'canceled' else state end
    where ${ofScope(scope)}
      and order_id = any(${orderIds}::uuid[])`);
}
