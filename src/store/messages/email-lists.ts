// Lists e-mails to customers, for the pages and commands that show them. emails.ts writes them.
import type { Scope } from '../../domain/accounts/account.js';
import type { Email } from '../../domain/messages/email.js';
import type { Queryable } from '../db.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { named, reading, sql } from '../sql.js';

export const EMAIL_COLUMNS = named(
  `account_id, livemode, order_id, id, kind, sequence, recipient, language, subject, body, state, reason, reply, attempts, due_at,
  created_at, ended_at`,
);

/** The e-mails of one order, oldest first. */
export async function listEmailsOf(
  db: Queryable,
  order: { readonly scope: Scope; readonly uuid: string },
): Promise<Email[]> {
  const rows = await db.query<Flat<Email>>(sql`
    select ${EMAIL_COLUMNS}
    from emails
    where ${ofScope(order.scope)}
      and order_id = ${order.uuid}
    order by created_at, id
    limit 100`);
  return rows.map(withScope<Email>);
}

type EmailPage = {
  readonly limit: number;
  /** The last one of the previous page. */
  readonly before?: { readonly createdAt: number; readonly id: string } | null;
  readonly state?: 'failed' | null;
};

/** The newest e-mails of one merchant, or of all of them for the operator. Follows an index, whatever the page. */
export async function listEmails(db: Queryable, scope: Scope | null, page: EmailPage): Promise<Email[]> {
  const whose = scope === null ? sql`true` : ofScope(scope);
  const after = page.before ?? null;
  const older = after === null ? sql`true` : sql`(created_at, id) < (${new Date(after.createdAt)}, ${after.id}::uuid)`;
  const rows = await db.query<Flat<Email>>(reading(scope)`
    select ${EMAIL_COLUMNS}
    from emails
    where ${whose}
      and ${older}
      and ${page.state === 'failed' ? sql`state = 'failed'` : sql`true`}
    order by created_at desc, id desc
    limit ${page.limit}`);
  return rows.map(withScope<Email>);
}
