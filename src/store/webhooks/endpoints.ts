// Webhook endpoints of merchants (D49).

import type { Scope } from '../../domain/account.js';
import type { Endpoint } from '../../domain/endpoint.js';
import type { EventType } from '../../domain/event.js';
import { isLive, modeOf } from '../../domain/mode.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export const ENDPOINT_COLUMNS = `account_id, livemode, id, url, kind, events, interface_version, secret, previous_secret,
  previous_secret_until, is_active`;

export type EndpointRow = {
  account_id: string;
  livemode: boolean;
  id: string;
  url: string;
  kind: 'primary' | 'secondary';
  events: EventType[];
  interface_version: string;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: number | null;
  is_active: boolean;
};

export async function listEndpoints(db: Queryable, scope: Scope): Promise<Endpoint[]> {
  const rows = await db.query<EndpointRow>({
    text: `
      select ${ENDPOINT_COLUMNS}
      from webhook_endpoints
      where account_id = $1
        and livemode = $2
        and deleted_at is null
      order by created_at, id
      limit 1000`,
    values: [scope.accountId, isLive(scope.mode)],
  });
  return rows.map(toEndpoint);
}

export async function findEndpoint(db: Queryable, scope: Scope, id: string): Promise<Endpoint | null> {
  const rows = await db.query<EndpointRow>({
    text: `
      select ${ENDPOINT_COLUMNS}
      from webhook_endpoints
      where account_id = $1
        and livemode = $2
        and id = $3
        and deleted_at is null`,
    values: [scope.accountId, isLive(scope.mode), id],
  });
  return rows[0] === undefined ? null : toEndpoint(rows[0]);
}

/** Stores a new endpoint; false when the URL is registered already. */
export async function insertEndpoint(db: Queryable, endpoint: Endpoint, at: number): Promise<boolean> {
  const rows = await db.query(sql`
    insert into webhook_endpoints (account_id, livemode, id, url, kind, events, interface_version, secret, is_active, created_at)
    values (${endpoint.scope.accountId}, ${isLive(endpoint.scope.mode)}, ${endpoint.id}, ${endpoint.url}, ${endpoint.kind},
      ${endpoint.events}, ${endpoint.interfaceVersion}, ${endpoint.secret}, ${endpoint.isActive}, ${new Date(at)})
    on conflict do nothing
    returning 1`);
  return rows.length > 0;
}

export async function updateEndpoint(db: Queryable, endpoint: Endpoint): Promise<void> {
  await db.query(sql`
    update webhook_endpoints
    set url = ${endpoint.url}, kind = ${endpoint.kind}, events = ${endpoint.events},
      interface_version = ${endpoint.interfaceVersion}, secret = ${endpoint.secret},
      previous_secret = ${endpoint.previousSecret},
      previous_secret_until = ${endpoint.previousSecretUntil === null ? null : new Date(endpoint.previousSecretUntil)}
    where account_id = ${endpoint.scope.accountId}
      and livemode = ${isLive(endpoint.scope.mode)}
      and id = ${endpoint.id}`);
}

/**
 * Switches an endpoint off: what is on its way to it is held, nothing is lost (D52). What is being sent at this moment
 * keeps its lease, so that it is not sent again later when it arrives.
 */
export async function switchOff(tx: Queryable, scope: Scope, id: string): Promise<void> {
  await tx.query(sql`
    update webhook_endpoints
    set is_active = false
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id = ${id}`);
  await tx.query(sql`
    update webhook_deliveries
    set state = 'held'
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and endpoint_id = ${id}
      and state in ('due', 'waiting')`);
}

/**
 * Switches it on again and releases what was held, the oldest of each order first. All that is not done takes part: a
 * notice written at the moment of the switching off may still be due.
 */
export async function switchOn(tx: Queryable, scope: Scope, id: string): Promise<void> {
  const switched = await tx.query(sql`
    update webhook_endpoints
    set is_active = true, failing_since = null
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id = ${id}
      and not is_active
      and deleted_at is null
    returning 1`);
  if (switched.length === 0) return; // somebody else did, just before
  await tx.query(sql`
    update webhook_deliveries d
    set state = case when live.place = 1 then 'due' else 'waiting' end, due_at = now(), attempts = 0, created_at = now(),
      lease_owner = null
    from (
      select order_id, sequence, row_number() over (partition by order_id order by sequence) as place
      from webhook_deliveries
      where account_id = ${scope.accountId}
        and livemode = ${isLive(scope.mode)}
        and endpoint_id = ${id}
        and state in ('held', 'due', 'waiting')) live
    where d.account_id = ${scope.accountId}
      and d.livemode = ${isLive(scope.mode)}
      and d.endpoint_id = ${id}
      and d.order_id = live.order_id
      and d.sequence = live.sequence
      and d.state in ('held', 'due', 'waiting')`);
}

/** Takes an endpoint away; what was on its way to it is not sent any more. */
export async function deleteEndpoint(tx: Queryable, scope: Scope, id: string, at: number): Promise<void> {
  await switchOff(tx, scope, id);
  await tx.query(sql`
    update webhook_endpoints
    set deleted_at = coalesce(deleted_at, ${new Date(at)})
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id = ${id}`);
}

export function toEndpoint(row: EndpointRow): Endpoint {
  return {
    scope: { accountId: row.account_id, mode: modeOf(row.livemode) },
    id: row.id,
    url: row.url,
    kind: row.kind,
    events: row.events,
    interfaceVersion: row.interface_version,
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousSecretUntil: row.previous_secret_until,
    isActive: row.is_active,
  };
}
