// Sends the e-mails that are due: some at a time, each with its own time limit, so that a mail server that hangs delays
// nothing else. Any number of processes may run it.
import { claimDueEmails, type SendEmailDeps, tryEmail } from '../../actions/messages/send-email.js';
import type { Mode } from '../../domain/base/mode.js';
import type { Email } from '../../domain/messages/email.js';
import { type EmailOutcome, recordEmails } from '../../store/messages/emails.js';
import type { Loop } from '../loop.js';
import { createEngine } from './engine.js';

const EVERY_MS = 1_000;
/**
 * Connections to the mail server: many servers refuse more from one client. Test e-mails go nowhere, so they never wait
 * for a live one that hangs.
 */
const AT_ONCE: Readonly<Record<Mode, number>> = { test: 8, live: 8 };

export function createEmailEngine(deps: SendEmailDeps): Loop {
  const underWay: Record<Mode, number> = { test: 0, live: 0 };
  // Those under way get a limited time at a stop, then they are cut off and go back to the queue.
  const cut = new AbortController();

  /** Claims no more than can start at once, so none waits here while another process could send it. */
  async function claimOf(mode: Mode): Promise<void> {
    const room = AT_ONCE[mode] - underWay[mode];
    if (room <= 0 || engine.isStopping()) return;
    for (const email of await claimDueEmails(deps, mode, room)) {
      underWay[mode]++;
      engine.start(email);
    }
  }

  const engine = createEngine<Email, EmailOutcome>(deps, {
    name: 'send e-mails',
    everyMs: EVERY_MS,
    batches: 'emails.record',
    async claim() {
      await claimOf('test');
      if (deps.mailer !== null) await claimOf('live');
      return EVERY_MS;
    },
    attempt: (email) => tryEmail(deps, email, cut.signal),
    record: (outcomes) => recordEmails(deps.db, outcomes),
    onEnd({ scope }) {
      underWay[scope.mode]--;
      engine.soon();
    },
    cut,
    idsOf: ({ id }) => ({ email: id }),
  });
  return engine.loop;
}
