// Searches the audit log by who, what, whom and when. Each filter has an index; the newest lines come first.

import type { PageAsk } from '../../domain/base/paging.js';
import type { AuditLine } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import type { Queryable } from '../db.js';
import { listPlace } from '../list-place.js';
import { join, raw, reading, type Sql, sql } from '../sql.js';

export type ShownLine = Pick<AuditLine, 'sequence' | 'at' | 'actor' | 'action' | 'subject' | 'details'>;

type AuditFilter = {
  /** The beginning of an actor. */
  readonly actor: string | null;
  readonly action: string | null;
  readonly subject: string | null;
  readonly from: number | null;
  readonly before: number | null;
};

const COLUMNS = raw('sequence, at, actor, action, subject, details');

/** One more than a page if there are more. */
export async function searchAudit(db: Queryable, filter: AuditFilter, ask: PageAsk): Promise<ShownLine[]> {
  const { place, order } = listPlace('sequence', ask);
  const where: Sql[] = [
    ...(filter.actor === null ? [] : [sql`actor like ${`${escaped(filter.actor)}%`}`]),
    ...(filter.action === null ? [] : [sql`action = ${filter.action}`]),
    ...(filter.subject === null ? [] : [sql`subject = ${filter.subject}`]),
    ...(filter.from === null ? [] : [sql`at >= ${new Date(filter.from)}`]),
    ...(filter.before === null ? [] : [sql`at < ${new Date(filter.before)}`]),
    place,
  ];
  return db.query<ShownLine>(reading(null)`
    select ${COLUMNS}
    from audit_log
    where ${join(where, ' and ')}
    ${order}
    limit ${ask.limit + 1}`);
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The kinds of acts that the log knows, for a choice. */
export async function listActions(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ action: string }>(sql`
    with recursive known(action) as (
      (
        select action
        from audit_log
        order by action
        limit 1
      )
      union all
      select (
        select l.action
        from audit_log l
        where l.action > known.action
        order by l.action
        limit 1)
      from known
      where known.action is not null
    )
    select action
    from known
    where action is not null
    limit 200`);
  return rows.map(({ action }) => action);
}

/** What all lines of an act say, oldest first. For acts of the service's own, of which there are few. */
export async function listDetails(
  db: Queryable,
  action: AuditAction,
): Promise<{ readonly subject: string; readonly details: Readonly<Record<string, unknown>> }[]> {
  const rows = await db.query<{ subject: string; details: string }>(sql`
    select subject, details::text as details
    from audit_log
    where action = ${action}
    order by sequence`);
  return rows.map(({ subject, details }) => ({ subject, details: JSON.parse(details) }));
}
