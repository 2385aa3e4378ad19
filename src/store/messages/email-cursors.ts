// Owns email_places: how far the events of a merchant have been turned into e-mails. A merchant with e-mail off has no
// row, so their events are never looked at.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive, MODES } from '../../domain/base/mode.js';
import type { Db, Queryable } from '../db.js';
import { inAllShards } from '../in-shards.js';
import { ofScope, SCOPE } from '../scope.js';
import { prepared, sql } from '../sql.js';

type EmailCursor = { readonly after: bigint; readonly since: number };

/** Starts at the end of the lists of events, in both modes. A walk that is under way goes on. */
export async function startWalks(tx: Queryable, accountId: string, at: number): Promise<void> {
  for (const mode of MODES) {
    await tx.query(sql`
      insert into email_places (account_id, livemode, after_position, since)
      select ${accountId}::uuid, ${isLive(mode)}::boolean, coalesce(max(last_position), 0), ${new Date(at)}::timestamptz
      from event_positions
      where ${ofScope({ accountId, mode })}
      on conflict do nothing`);
  }
}

export async function endWalks(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(sql`
    delete from email_places
    where account_id = ${accountId}`);
}

/** At each shard merchants with events that no walk has seen: two looks into an index for each merchant who has e-mail on. */
export function listEmailNews(db: Db, limit: number): Promise<readonly Scope[]> {
  const statement = prepared(
    'list_email_news',
    sql`
        select ${SCOPE}
        from email_places p
        where exists (
            select from order_events v
            where v.account_id = p.account_id
              and v.livemode = p.livemode
              and v.position is null)
          or exists (
            select from order_events v
            where v.account_id = p.account_id
              and v.livemode = p.livemode
              and v.position > p.after_position)
        order by random()
        limit ${limit}`,
  );
  return inAllShards(db, (shard) => shard.query<Scope>(statement));
}

/** Locks a walk; null if another process is on it, or if it has ended. */
export async function lockCursor(tx: Queryable, scope: Scope): Promise<EmailCursor | null> {
  const rows = await tx.query<EmailCursor>(sql`
    select after_position as after, since
    from email_places
    where ${ofScope(scope)}
    for update skip locked`);
  return rows[0] ?? null;
}

export async function moveCursor(tx: Queryable, scope: Scope, after: bigint): Promise<void> {
  await tx.query(sql`
    update email_places
    set after_position = ${after}
    where ${ofScope(scope)}`);
}
