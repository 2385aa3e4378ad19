// Converts rows of the table of e-mails.

import type { Language } from '../../domain/base/language.js';
import { modeOf } from '../../domain/base/mode.js';
import type { Email, EmailReason, EmailState, SentKind } from '../../domain/messages/email.js';
import { columns } from '../sql.js';

export const EMAIL_COLUMNS = columns([
  'account_id',
  'livemode',
  'order_id',
  'id',
  'kind',
  'sequence',
  'recipient',
  'language',
  'subject',
  'body',
  'state',
  'reason',
  'reply',
  'attempts',
  'due_at',
  'created_at',
  'ended_at',
]);

export type EmailRow = {
  account_id: string;
  livemode: boolean;
  order_id: string;
  id: string;
  kind: SentKind;
  sequence: number;
  recipient: string;
  language: Language | null;
  subject: string | null;
  body: string | null;
  state: EmailState;
  reason: EmailReason | null;
  reply: string | null;
  attempts: number;
  due_at: number;
  created_at: number;
  ended_at: number | null;
};

export function toEmail(row: EmailRow): Email {
  return {
    scope: { accountId: row.account_id, mode: modeOf(row.livemode) },
    orderId: row.order_id,
    id: row.id,
    kind: row.kind,
    sequence: row.sequence,
    recipient: row.recipient,
    language: row.language,
    subject: row.subject,
    body: row.body,
    state: row.state,
    reason: row.reason,
    reply: row.reply,
    attempts: row.attempts,
    dueAt: row.due_at,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
