// Owns idempotency_keys: the first answer to each request with an Idempotency-Key (D40), kept per account and mode for
// 30 days. The statement that stores an order also stores its answer here (new-orders.ts).

import type { Scope } from '../../domain/accounts/account.js';
import { NIL_UUID } from '../../domain/base/identity.js';
import { isLive, modeOf } from '../../domain/base/mode.js';
import type { Sealed } from '../../domain/base/vault.js';
import type { Db, Queryable } from '../db.js';
import { removeOldest } from '../oldest-rows.js';
import { ofScope } from '../scope.js';
import { type Sql, sql } from '../sql.js';

export type KeptAnswer = {
  readonly requestDigest: Buffer;
  /** null while the first request is still running. */
  readonly status: number | null;
  readonly answer: string | null;
};

const ABANDONED_MS = 60_000;

/**
 * Stores the answers that `rows` selects, as part of the statement that stores their orders. Returns the orders whose
 * key was free.
 */
export function newKeys(rows: Sql): Sql {
  return sql`
    insert into idempotency_keys (account_id, livemode, key, request_digest, order_id, status, answer, created_at)
    ${rows}
    on conflict do nothing
    returning order_id`;
}

export async function findAnswer(db: Queryable, scope: Scope, key: string): Promise<KeptAnswer | null> {
  const rows = await db.query<{ request_digest: Buffer; status: number | null; answer: string | null }>(sql`
    select request_digest, status, answer
    from idempotency_keys
    where ${ofScope(scope)}
      and key = ${key}`);
  const row = rows[0];
  return row === undefined ? null : { requestDigest: row.request_digest, status: row.status, answer: row.answer };
}

/** Stores an answer and returns null. If the key already has an answer, keeps that one and returns it. */
export async function keepAnswer(
  db: Queryable,
  scope: Scope,
  key: string,
  { requestDigest, status, answer, at }: { requestDigest: Buffer; status: number; answer: string; at: number },
): Promise<KeptAnswer | null> {
  const kept = await db.query(sql`
    insert into idempotency_keys (account_id, livemode, key, request_digest, status, answer, created_at)
    values (${scope.accountId}, ${isLive(scope.mode)}, ${key}, ${requestDigest}, ${status}, ${answer}, ${new Date(at)})
    on conflict do nothing
    returning 1`);
  return kept.length > 0 ? null : findAnswer(db, scope, key);
}

/**
 * Claims a key before its work starts. Returns null if the claim succeeded, otherwise what is stored under the key. A
 * claim that is still unanswered after a minute was left by a crash and can be taken over.
 */
export async function claimKey(
  db: Queryable,
  scope: Scope,
  { key, requestDigest }: { readonly key: string; readonly requestDigest: Buffer },
  at: number,
): Promise<KeptAnswer | null> {
  const claimed = await db.query(sql`
    insert into idempotency_keys (account_id, livemode, key, request_digest, created_at)
    values (${scope.accountId}, ${isLive(scope.mode)}, ${key}, ${requestDigest}, ${new Date(at)})
    on conflict (account_id, livemode, key) do update
    set created_at = excluded.created_at
    where idempotency_keys.status is null
      and idempotency_keys.request_digest = excluded.request_digest
      and idempotency_keys.created_at < ${new Date(at - ABANDONED_MS)}
    returning 1`);
  return claimed.length > 0 ? null : findAnswer(db, scope, key);
}

/** Stores the answer of a claimed key. */
export async function finishKey(
  db: Queryable,
  scope: Scope,
  key: string,
  { status, body }: { readonly status: number; readonly body: string },
): Promise<void> {
  await db.query(sql`
    update idempotency_keys
    set status = ${status}, answer = ${body}
    where ${ofScope(scope)}
      and key = ${key}`);
}

/** Deletes a claimed key whose work failed. */
export async function releaseKey(db: Queryable, scope: Scope, key: string): Promise<void> {
  await db.query(sql`
    delete from idempotency_keys
    where ${ofScope(scope)}
      and key = ${key}
      and status is null`);
}

/** Deletes at most `limit` answers from before that time and returns how many it deleted. */
export function purgeKeys(db: Db, before: number, limit: number): Promise<number> {
  return removeOldest(
    db,
    { table: 'idempotency_keys', before, limit },
    (these) => sql`
    delete from idempotency_keys
    where ${these}
    returning 1`,
  );
}

type KeptText = { readonly key: string; readonly answer: string | null };

/** The answers of a scope in the order of their keys, after that key. */
export function listAnswers(db: Queryable, scope: Scope, after: string, limit: number): Promise<KeptText[]> {
  return db.query<KeptText>(sql`
    select key, answer
    from idempotency_keys
    where ${ofScope(scope)}
      and key > ${after}
    order by key
    limit ${limit}`);
}

/** Replaces stored answers. Their requests are still known, so repeating one does not do it again. */
export async function replaceAnswers(tx: Queryable, scope: Scope, answers: readonly KeptText[]): Promise<void> {
  await tx.query(sql`
    update idempotency_keys
    set answer = replaced.answer
    from unnest(${answers.map(({ key }) => key)}::text[], ${answers.map(({ answer }) => answer)}::text[])
      as replaced(key, answer)
    where ${ofScope(scope, 'idempotency_keys.')}
      and idempotency_keys.key = replaced.key`);
}

type SealedAnswer = { readonly scope: Scope; readonly key: string; readonly answer: Sealed };
/** A place in the table: its key. */
export type AnswerCursor = { readonly scope: Scope; readonly key: string };

/**
 * Looks through the next `limit` answers and returns those that are encrypted with another key than this one, and where it
 * has come to; null: to the end. Few answers are encrypted, so there is no index for them.
 */
export async function listAnswersToReseal(
  db: Queryable,
  keyId: string,
  { after, limit }: { readonly after: AnswerCursor | null; readonly limit: number },
): Promise<{ answers: SealedAnswer[]; last: AnswerCursor | null }> {
  const { scope, key } = after ?? { scope: { accountId: NIL_UUID, mode: 'test' }, key: '' };
  const isOld = sql`answer like 'cs1.%' and answer not like ${`cs1.${keyId}.%`}`;
  const rows = await db.query<{
    account_id: string;
    livemode: boolean;
    key: string;
    answer: string | null;
    last: boolean;
  }>(sql`
    with page as (
      select account_id, livemode, key, answer, row_number() over (order by account_id, livemode, key) = ${limit} as last
      from (
        select account_id, livemode, key, answer
        from idempotency_keys
        where (account_id, livemode, key) > (${scope.accountId}::uuid, ${isLive(scope.mode)}::boolean, ${key}::text)
        order by account_id, livemode, key
        limit ${limit}) one
    )
    select account_id, livemode, key, last, case when ${isOld} then answer end as answer
    from page
    where last
      or (${isOld})`);
  const found = rows.map(({ account_id, livemode, ...row }) => ({
    ...row,
    scope: { accountId: account_id, mode: modeOf(livemode) },
  }));
  return {
    answers: found.flatMap(({ scope, key, answer }) =>
      answer === null ? [] : [{ scope, key, answer: { sealed: answer } }],
    ),
    last: found.find(({ last }) => last) ?? null,
  };
}

/** Replaces an encrypted answer, unless it is another one by now. */
export async function resealAnswer(db: Queryable, { scope, key, answer }: SealedAnswer, to: Sealed): Promise<void> {
  await db.query(sql`
    update idempotency_keys
    set answer = ${to.sealed}
    where ${ofScope(scope)}
      and key = ${key}
      and answer = ${answer.sealed}`);
}
