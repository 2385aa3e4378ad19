// Owns request_log: the API requests of each account and mode for some days (D78).
import type { Scope } from '../../domain/accounts/account.js';
import { firstUuidAt, NIL_UUID, timeOfUuid } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { LoggedRequest } from '../../domain/keeping/logged-request.js';
import type { Db, Queryable } from '../db.js';
import { inShards } from '../in-shards.js';
import { listPlace } from '../list-place.js';
import { ofScope, SCOPE } from '../scope.js';
import { named, prepared, raw, reading, type Sql, sql } from '../sql.js';

type ScopedRequest = { readonly scope: Scope; readonly request: LoggedRequest };

/** Stores requests with one statement, whatever their number, at each shard. One that is stored already is skipped. */
export async function insertRequests(db: Db, rows: readonly ScopedRequest[]): Promise<void> {
  await inShards(
    db,
    rows,
    ({ scope }) => scope.accountId,
    (shard, own) => shard.query(prepared('insert_requests', newRequests(own))),
  );
}

function newRequests(rows: readonly ScopedRequest[]): Sql {
  const records = rows.map(({ scope, request }) => ({
    account_id: scope.accountId,
    livemode: isLive(scope.mode),
    id: request.id,
    request_id: request.requestId,
    method: request.method,
    path: storable(request.path),
    status: request.status,
    error: request.error,
    duration_ms: request.durationMs,
    key_id: request.keyId,
    address: request.address,
    user_agent: request.userAgent === null ? null : storable(request.userAgent),
    request_body: request.requestBody === null ? null : storable(request.requestBody),
    reply_body: request.replyBody === null ? null : storable(request.replyBody),
  }));
  return sql`
    insert into request_log (account_id, livemode, id, request_id, method, path, status, error, duration_ms, key_id,
      address, user_agent, request_body, reply_body)
    select account_id, livemode, id, request_id, method, path, status, error, duration_ms, key_id, address, user_agent,
      request_body, reply_body
    from json_to_recordset(${JSON.stringify(records)}::json) as row(
      account_id uuid, livemode boolean, id uuid, request_id text, method text, path text, status smallint, error text,
      duration_ms real, key_id uuid, address text, user_agent text, request_body text, reply_body text)
    on conflict do nothing`;
}

/** PostgreSQL stores no NUL and no half of a pair of code units. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

const COLUMNS = named(`id, request_id, method, path, status, error, duration_ms, key_id, address, user_agent,
  request_body, reply_body`);

export const REQUEST_FILTERS = ['all', 'refused', 'failed'] as const;
type RequestFilter = (typeof REQUEST_FILTERS)[number];

const FILTERS: Readonly<Record<RequestFilter, Sql>> = {
  all: raw(''),
  refused: raw('and status >= 400'),
  failed: raw('and status >= 500'),
};

/** Newest first, one more than a page if there are more. */
export async function listRequests(
  db: Queryable,
  scope: Scope,
  filter: RequestFilter,
  ask: PageAsk,
): Promise<LoggedRequest[]> {
  const { place, order } = listPlace('id', ask);
  const rows = await db.query<RequestRow>(reading(scope)`
    select ${COLUMNS}
    from request_log
    where ${ofScope(scope)}
      ${FILTERS[filter]}
      and ${place}
    ${order}
    limit ${ask.limit + 1}`);
  return rows.map(toRequest);
}

export async function findRequest(db: Queryable, scope: Scope, id: string): Promise<LoggedRequest | null> {
  const rows = await db.query<RequestRow>(sql`
    select ${COLUMNS}
    from request_log
    where ${ofScope(scope)}
      and id = ${id}`);
  return rows[0] === undefined ? null : toRequest(rows[0]);
}

/** The requests with this Request-Id, the newest first. A client may give many requests the same id. */
export async function listByRequestId(
  db: Queryable,
  scope: Scope,
  requestId: string,
  limit: number,
): Promise<LoggedRequest[]> {
  const rows = await db.query<RequestRow>(reading(scope)`
    select ${COLUMNS}
    from request_log
    where ${ofScope(scope)}
      and request_id = ${requestId}
    order by id desc
    limit ${limit}`);
  return rows.map(toRequest);
}

/** The next account and mode with requests. */
export async function nextRequestScope(db: Queryable, after: Scope | null): Promise<Scope | null> {
  const rows = await db.query<Scope>(sql`
    select ${SCOPE}
    from request_log
    where (account_id, livemode) > (${after?.accountId ?? NIL_UUID}::uuid, ${after === null || isLive(after.mode)}::boolean)
    order by account_id, livemode
    limit 1`);
  return rows[0] ?? null;
}

/**
 * Deletes the oldest requests of a scope: those from before a time, and those beyond the newest `keep`. Both are ends of
 * the primary key. Returns how many it deleted.
 */
export async function purgeRequests(
  db: Queryable,
  scope: Scope,
  { before, keep, limit }: { readonly before: number; readonly keep: number; readonly limit: number },
): Promise<number> {
  const [beyond] = await db.query<{ id: string }>(sql`
    select id
    from request_log
    where ${ofScope(scope)}
    order by id desc
    offset ${keep}
    limit 1`);
  const rows = await db.query(sql`
    delete from request_log
    where account_id = ${scope.accountId}
      and ctid = any(array(
      select ctid
      from request_log
      where ${ofScope(scope)}
        and (id < ${firstUuidAt(before)} or id <= ${beyond?.id ?? NIL_UUID})
      order by id
      limit ${limit}))
    returning 1`);
  return rows.length;
}

/** Removes what refused requests said where it mentions one of these texts (D80). */
export async function eraseRequests(tx: Queryable, scope: Scope, personal: readonly string[]): Promise<void> {
  const patterns = personal.filter((text) => text !== '').map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
  await tx.query(sql`
    update request_log
    set request_body = null, reply_body = null, user_agent = null, path = split_part(path, '?', 1)
    where ${ofScope(scope)}
      and (request_body ilike any(${patterns}) or reply_body ilike any(${patterns}) or user_agent ilike any(${patterns})
        or path ilike any(${patterns}))`);
}

type RequestRow = Omit<LoggedRequest, 'at'>;

function toRequest(row: RequestRow): LoggedRequest {
  return { ...row, at: timeOfUuid(row.id) };
}
