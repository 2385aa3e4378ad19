// Owns message_settings: what a merchant wants sent to customers by e-mail.
import {
  changeMessageSettings,
  DEFAULT_MESSAGE_SETTINGS,
  type MessageSettings,
} from '../../domain/messages/message-settings.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export async function findMessageSettings(db: Queryable, accountId: string): Promise<MessageSettings> {
  const rows = await db.query<{ settings: Partial<MessageSettings> }>(sql`
    select settings
    from message_settings
    where account_id = ${accountId}`);
  return complete(rows[0]?.settings);
}

/** The same, locked until the transaction ends, so that of two changes at once neither is lost. */
export async function lockMessageSettings(tx: Queryable, accountId: string, at: number): Promise<MessageSettings> {
  const rows = await tx.query<{ settings: Partial<MessageSettings> }>(sql`
    insert into message_settings (account_id, settings, updated_at)
    values (${accountId}, '{}', ${new Date(at)})
    on conflict (account_id) do update
    set updated_at = message_settings.updated_at
    returning settings`);
  return complete(rows[0]?.settings);
}

export async function saveMessageSettings(
  tx: Queryable,
  accountId: string,
  settings: MessageSettings,
  at: number,
): Promise<void> {
  await tx.query(sql`
    update message_settings
    set settings = ${JSON.stringify(settings)}, updated_at = ${new Date(at)}
    where account_id = ${accountId}`);
}

/** What an earlier version did not know is as by default. */
function complete(stored: Partial<MessageSettings> | undefined): MessageSettings {
  return changeMessageSettings(DEFAULT_MESSAGE_SETTINGS, stored ?? {});
}
