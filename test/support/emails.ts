// Sends e-mails without waiting for the turn of the engine.
import { claimDueEmails, tryEmail } from '../../src/actions/messages/send-email.js';
import type { Deps } from '../../src/deps.js';
import type { Mode } from '../../src/domain/base/mode.js';
import type { Email } from '../../src/domain/messages/email.js';
import { recordEmails } from '../../src/store/messages/emails.js';

/**
 * Sends everything that is due, and returns how much that was. As many at once as the service sends: a hundred would wait
 * so long for the ten connections to the database, on a busy machine, that some are put off.
 */
export async function sendDueEmails(deps: Deps, mode: Mode): Promise<number> {
  for (let sent = 0; ; ) {
    const due = await claimDueEmails(deps, mode, 8);
    if (due.length === 0) return sent;
    await sendEmails(deps, due);
    sent += due.length;
  }
}

/** Sends e-mails that were claimed, and records how that ended. */
export async function sendEmails(deps: Deps, emails: readonly Email[]): Promise<void> {
  const never = new AbortController().signal;
  await recordEmails(deps.db, await Promise.all(emails.map((email) => tryEmail(deps, email, never))));
}
