// Writes the secrets of webhook endpoints, all of them sealed (D79). endpoints.ts reads them.

import type { Sealed } from '../../domain/base/vault.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { named, sql } from '../sql.js';
import { ENDPOINT_COLUMNS, type EndpointRow, toEndpoint } from './endpoints.js';

export async function updateSecrets(tx: Queryable, { scope, id, secret, previousSecrets }: Endpoint): Promise<void> {
  const [previous, ...older] = previousSecrets;
  await tx.query(sql`
    update webhook_endpoints
    set secret = ${secret.sealed}, previous_secret = ${previous?.secret.sealed ?? null},
      previous_secret_until = ${previous === undefined ? null : new Date(previous.until)},
      older_secrets = ${JSON.stringify(older.map((one) => ({ secret: one.secret.sealed, until: one.until })))}::jsonb
    where ${ofScope(scope)}
      and id = ${id}`);
}

/** Endpoints with a secret that is not encrypted with this key: at most `limit`, after that id. */
export async function listEndpointsToReseal(
  db: Queryable,
  keyId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Endpoint[]> {
  const form = `cs1.${keyId}.%`;
  const rows = await db.query<EndpointRow>(sql`
    select ${named(ENDPOINT_COLUMNS)}
    from webhook_endpoints
    where id > ${after}
      and (secret not like ${form} or previous_secret not like ${form} or exists (
        select from jsonb_array_elements(older_secrets) as older
        where older ->> 'secret' not like ${form}))
    order by id
    limit ${limit}`);
  return rows.map(toEndpoint);
}

/** Replaces one secret wherever the endpoint has it, also when a rotation has moved it meanwhile. */
export async function resealEndpoint(
  db: Queryable,
  { scope, id }: Pick<Endpoint, 'scope' | 'id'>,
  from: Sealed,
  to: Sealed,
): Promise<void> {
  await db.query(sql`
    update webhook_endpoints
    set secret = case when secret = ${from.sealed} then ${to.sealed} else secret end,
      previous_secret = case when previous_secret = ${from.sealed} then ${to.sealed} else previous_secret end,
      older_secrets = (
        select coalesce(jsonb_agg(
          case when older ->> 'secret' = ${from.sealed} then older || jsonb_build_object('secret', ${to.sealed}::text) else older end
          order by place), '[]')
        from jsonb_array_elements(older_secrets) with ordinality as list(older, place))
    where ${ofScope(scope)}
      and id = ${id}`);
}
