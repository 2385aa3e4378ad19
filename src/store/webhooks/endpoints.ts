// Owns webhook_endpoints: the URLs where merchants receive webhooks (D49).
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import { type Db, type Queryable, violates } from '../db.js';
import { inAllShards } from '../in-shards.js';
import { type Flat, ofScope, SCOPE, withScope } from '../scope.js';
import { named, raw, type Sql, sql } from '../sql.js';
import { holdDeliveries, MOST_SWITCHED, releaseHeld } from './deliveries/switching.js';

export const ENDPOINT_COLUMNS = `account_id, livemode, id, url, kind, events, interface_version, secret, previous_secret,
  previous_secret_until, older_secrets, is_active, says_success`;

const COLUMNS = named(ENDPOINT_COLUMNS);

export async function listEndpoints(db: Queryable, scope: Scope): Promise<Endpoint[]> {
  const rows = await db.query<EndpointRow>(sql`
    select ${COLUMNS}
    from webhook_endpoints
    where ${ofScope(scope)}
      and deleted_at is null
    order by created_at, id
    limit 1000`);
  return rows.map(toEndpoint);
}

export async function findEndpoint(db: Queryable, scope: Scope, id: string): Promise<Endpoint | null> {
  const rows = await db.query<EndpointRow>(sql`
    select ${COLUMNS}
    from webhook_endpoints
    where ${ofScope(scope)}
      and id = ${id}
      and deleted_at is null`);
  return rows[0] === undefined ? null : toEndpoint(rows[0]);
}

/** Uses the unique index on the URL, so it is fast with any number of endpoints. */
export async function findEndpointByUrl(db: Queryable, scope: Scope, url: string): Promise<Endpoint | null> {
  const rows = await db.query<EndpointRow>(sql`
    select ${COLUMNS}
    from webhook_endpoints
    where ${ofScope(scope)}
      and url = ${url}
      and deleted_at is null`);
  return rows[0] === undefined ? null : toEndpoint(rows[0]);
}

export async function countEndpoints(db: Queryable, scope: Scope): Promise<number> {
  const [row] = await db.query<{ number: number }>(sql`
    select count(*)::integer as number
    from webhook_endpoints
    where ${ofScope(scope)}
      and deleted_at is null`);
  return row?.number ?? 0;
}

/** Until the end of the transaction nobody else adds an endpoint to the scope, so that a count of them stays right. */
export async function lockRegistrations(tx: Queryable, scope: Scope): Promise<void> {
  const name = `webhook endpoints of ${scope.accountId} ${scope.mode}`;
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Stores a new endpoint. Returns false if the URL is already registered. */
export async function insertEndpoint(db: Queryable, endpoint: Endpoint, at: number): Promise<boolean> {
  const rows = await db.query(sql`
    insert into webhook_endpoints (account_id, livemode, id, url, kind, events, interface_version, secret, is_active, created_at)
    values (${endpoint.scope.accountId}, ${isLive(endpoint.scope.mode)}, ${endpoint.id}, ${endpoint.url}, ${endpoint.kind},
      ${endpoint.events}, ${endpoint.interfaceVersion}, ${endpoint.secret.sealed}, ${endpoint.isActive}, ${new Date(at)})
    on conflict do nothing
    returning 1`);
  return rows.length > 0;
}

/** Updates everything except the secret. At another URL is another receiver. Returns false if another endpoint has it. */
export async function updateEndpoint(db: Queryable, endpoint: Endpoint, now: number): Promise<boolean> {
  try {
    await db.query(sql`
      update webhook_endpoints
      set url = ${endpoint.url}, kind = ${endpoint.kind}, events = ${endpoint.events},
        interface_version = ${endpoint.interfaceVersion}, says_success = says_success and url = ${endpoint.url},
        subscribed_at = case when events = ${endpoint.events} then subscribed_at else ${new Date(now)}::timestamptz end
      where ${ofScope(endpoint.scope)}
        and id = ${endpoint.id}`);
    return true;
  } catch (error) {
    if (violates(error, 'webhook_endpoints_url')) return false;
    throw error;
  }
}

/** For changes that depend on the endpoint as it is. Whoever else changes or deletes it waits. Null if it is deleted. */
export async function lockEndpoint(tx: Queryable, scope: Scope, id: string): Promise<Endpoint | null> {
  const rows = await tx.query<EndpointRow>(sql`
    select ${COLUMNS}
    from webhook_endpoints
    where ${ofScope(scope)}
      and id = ${id}
      and deleted_at is null
    for no key update`);
  return rows[0] === undefined ? null : toEndpoint(rows[0]);
}

/** Switches an endpoint off. From now on nothing is sent to it; its deliveries are held some at a time. */
export async function switchOff(tx: Queryable, scope: Scope, id: string): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints
    set is_active = false, switching_since = now()
    where ${ofScope(scope)}
      and id = ${id}`);
  await holdDeliveries(tx, scope, id);
}

/** Switches an endpoint on. Its held deliveries resume some at a time, the oldest of each order first. */
export async function switchOn(tx: Queryable, scope: Scope, id: string): Promise<void> {
  const switched = await tx.query(sql`
    update webhook_endpoints
    set is_active = true, failing_since = null, switching_since = now()
    where ${ofScope(scope)}
      and id = ${id}
      and not is_active
      and deleted_at is null
    returning 1`);
  if (switched.length === 0) return; // another request has just switched it on
  if ((await releaseHeld(tx, scope, id, { is: 'first' })) < MOST_SWITCHED) await endSwitching(tx, scope, id);
}

async function endSwitching(tx: Queryable, scope: Scope, id: string): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints
    set switching_since = null
    where ${ofScope(scope)}
      and id = ${id}`);
}

/** Endpoints whose deliveries do not all follow their switch yet, those that have waited longest first. */
export function listSwitching(db: Db, limit: number): Promise<EndpointKey[]> {
  return listOfAll(db, sql`switching_since is not null order by switching_since limit ${limit}`);
}

type EndpointKey = Pick<Endpoint, 'scope' | 'id'>;

async function listOfAll(db: Db, which: Sql): Promise<EndpointKey[]> {
  const statement = sql`
    select ${SCOPE}, id
    from webhook_endpoints
    where ${which}`;
  const rows = await inAllShards(db, (shard) => shard.query<Flat<EndpointKey>>(statement));
  return rows.map(withScope<EndpointKey>);
}

/**
 * A transaction that began before an endpoint was switched off still makes deliveries that are due. This is longer than
 * any transaction lives, so afterwards none can come.
 */
const UNTIL_KNOWN = raw(`interval '1 minute'`);

/** Moves some more deliveries of such an endpoint. Returns false once all of them follow. */
export async function followSwitch(tx: Queryable, scope: Scope, id: string): Promise<boolean> {
  const [row] = await tx.query<{ is_on: boolean; switching_since: number; is_known: boolean }>(sql`
    select is_active and deleted_at is null as is_on, switching_since,
      switching_since < now() - ${UNTIL_KNOWN} as is_known
    from webhook_endpoints
    where ${ofScope(scope)}
      and id = ${id}
      and switching_since is not null
    for no key update skip locked`);
  if (row === undefined) return false; // another process is at it
  const moved = row.is_on
    ? await releaseHeld(tx, scope, id, { is: 'later', since: row.switching_since })
    : await holdDeliveries(tx, scope, id);
  if (moved > 0) return true;
  if (row.is_on || row.is_known) await endSwitching(tx, scope, id);
  return false;
}

/** Deletes an endpoint. Its remaining deliveries are no longer sent. */
export async function deleteEndpoint(tx: Queryable, scope: Scope, id: string, at: number): Promise<void> {
  await switchOff(tx, scope, id);
  await tx.query(sql`
    update webhook_endpoints
    set deleted_at = coalesce(deleted_at, ${new Date(at)})
    where ${ofScope(scope)}
      and id = ${id}`);
}

/** Endpoints whose every attempt has failed since before that time. */
export function listHopeless(db: Db, before: number): Promise<EndpointKey[]> {
  return listOfAll(db, sql`is_active and deleted_at is null and failing_since < ${new Date(before)} limit 1000`);
}

type StoredSecret = { readonly secret: string; readonly until: number };

export type EndpointRow = Flat<Omit<Endpoint, 'secret' | 'previousSecrets'>> & {
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: number | null;
  readonly olderSecrets: readonly StoredSecret[];
};

/** Written out, since it is done for every lane of deliveries, and taking the rest of an object is fifty times slower. */
export function toEndpoint(row: EndpointRow): Endpoint {
  const { accountId, mode, id, url, kind, events, interfaceVersion, isActive, saysSuccess } = row;
  const { secret, previousSecret: last, previousSecretUntil: until, olderSecrets: older } = row;
  const all = last === null || until === null ? older : [{ secret: last, until }, ...older];
  const previousSecrets = all.map((one) => ({ secret: { sealed: one.secret }, until: one.until }));
  const plain = { scope: { accountId, mode }, id, url, kind, events, interfaceVersion, isActive, saysSuccess };
  return { ...plain, secret: { sealed: secret }, previousSecrets };
}
