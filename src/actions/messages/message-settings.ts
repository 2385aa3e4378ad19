// What a merchant wants sent to customers by e-mail. It holds for what happens from then on.
import type { Deps } from '../../deps.js';
import { changeTexts } from '../../domain/keeping/audit.js';
import { EMAIL_KINDS } from '../../domain/messages/email.js';
import {
  changeMessageSettings,
  faultsOf,
  isAnyOn,
  LANGUAGES,
  type MessageSettings,
  type MessageSettingsChange,
} from '../../domain/messages/message-settings.js';
import { invalidRequest } from '../../errors/errors.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { endWalks, startWalks } from '../../store/messages/email-cursors.js';
import {
  findMessageSettings,
  lockMessageSettings,
  saveMessageSettings,
} from '../../store/messages/message-settings.js';
import { requireAccount } from '../accounts/require-account.js';

export async function readMessageSettings(deps: Pick<Deps, 'db'>, accountId: string): Promise<MessageSettings> {
  const { id } = await requireAccount(deps, accountId);
  return findMessageSettings(deps.db, id);
}

type MessageSettingsCall = {
  readonly accountId: string;
  readonly change: MessageSettingsChange;
  readonly actor: string;
};

export async function setMessageSettings(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  call: MessageSettingsCall,
): Promise<MessageSettings> {
  const { id } = await requireAccount(deps, call.accountId);
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const before = await lockMessageSettings(tx, id, at);
    const after = changeMessageSettings(before, call.change);
    const faults = faultsOf(after);
    if (faults.length > 0) throw invalidRequest(...faults);
    const details = changeTexts(settingTexts(before), settingTexts(after));
    if (Object.keys(details).length === 0) return before;
    await saveMessageSettings(tx, id, after, at);
    await (isAnyOn(after) ? startWalks(tx, id, at) : endWalks(tx, id));
    await appendAudit(tx, deps, { at, actor: call.actor, action: 'messages.set', subject: id, details });
    return after;
  });
}

/** For the audit log, and for whoever approves it. */
export function settingTexts(settings: MessageSettings): Record<string, string> {
  return Object.fromEntries([
    ['language', settings.language],
    ['reply_to', settings.replyTo ?? 'none'],
    ['reminder_hours', String(settings.reminderHours ?? 'usual')],
    ...EMAIL_KINDS.flatMap((kind): [string, string][] => [
      [kind, settings.kinds[kind].isOn ? 'on' : 'off'],
      ...LANGUAGES.flatMap((language): [string, string][] => {
        const { subject, introduction } = settings.kinds[kind].texts[language];
        return [
          [`${kind}.${language}.subject`, subject || 'usual'],
          [`${kind}.${language}.introduction`, introduction || 'usual'],
        ];
      }),
    ]),
  ]);
}
