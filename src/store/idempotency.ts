// First answers to requests that carried an Idempotency-Key (D40). Kept per account and mode for 30 days.
import type { Scope } from '../domain/account.js';
import { type Queryable, sql } from './db.js';

export type KeptAnswer = {
  readonly requestDigest: Buffer;
  /** null while the first request is still running. */
  readonly status: number | null;
  readonly answer: string | null;
};

export type IdempotencyStore = {
  find(scope: Scope, key: string): Promise<KeptAnswer | null>;
  /** Keeps an answer unless the key already has one; what is kept then is told. */
  keep(
    scope: Scope,
    key: string,
    answer: { requestDigest: Buffer; status: number; answer: string; at: number },
  ): Promise<KeptAnswer>;
  /** Forgets at most `limit` answers from before that time; tells how many. */
  purge(before: number, limit: number): Promise<number>;
};

export function createIdempotencyStore(db: Queryable): IdempotencyStore {
  const find = async (scope: Scope, key: string): Promise<KeptAnswer | null> => {
    const rows = await db.query<{ request_digest: Buffer; status: number | null; answer: string | null }>(sql`
      select request_digest, status, answer
      from idempotency_keys
      where account_id = ${scope.accountId}
        and livemode = ${scope.livemode}
        and key = ${key}`);
    const row = rows[0];
    return row === undefined ? null : { requestDigest: row.request_digest, status: row.status, answer: row.answer };
  };
  return {
    find,
    async keep(scope, key, { requestDigest, status, answer, at }) {
      await db.query(sql`
        insert into idempotency_keys (account_id, livemode, key, request_digest, status, answer, created_at)
        values (${scope.accountId}, ${scope.livemode}, ${key}, ${requestDigest}, ${status}, ${answer}, ${new Date(at)})
        on conflict do nothing`);
      return (await find(scope, key)) ?? { requestDigest, status, answer };
    },
    async purge(before, limit) {
      const rows = await db.query(sql`
        delete from idempotency_keys
        where ctid in (
          select ctid
          from idempotency_keys
          where created_at < ${new Date(before)}
          limit ${limit})
        returning 1`);
      return rows.length;
    },
  };
}
