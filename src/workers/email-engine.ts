// Sends the e-mails that are due: some at a time, each with its own time limit, so that a mail server that hangs delays
// nothing else. Any number of processes may run it.
import { setTimeout as sleep } from 'node:timers/promises';
import { claimDueEmails, type SendEmailDeps, sendEmail } from '../actions/messages/send-email.js';
import type { Mode } from '../domain/base/mode.js';
import type { Email } from '../domain/messages/email.js';
import type { Loop, LoopControl } from './loop.js';

const EVERY_MS = 1_000;
const AT_ONCE_MS = 10;
/** Connections to the mail server. Many servers refuse more from one client. */
const LIVE_AT_ONCE = 8;
/** Test e-mails go nowhere, so they never wait for a live one that hangs. */
const TEST_AT_ONCE = 8;

export function createEmailLoop(deps: SendEmailDeps): Loop {
  const inFlight: Readonly<Record<Mode, Set<Promise<void>>>> = { test: new Set(), live: new Set() };
  let control: LoopControl | null = null;
  const cut = new AbortController();

  async function claim(mode: Mode, most: number): Promise<number> {
    const limit = most - inFlight[mode].size;
    if (limit <= 0 || control?.stopping.aborted === true) return 0;
    const emails = await claimDueEmails(deps, mode, limit);
    for (const email of emails) start(mode, email);
    return emails.length;
  }

  function start(mode: Mode, email: Email): void {
    const sending: Promise<void> = sendEmail(deps, email, cut.signal)
      // If not even the failure can be noted, the lease runs out and the e-mail is due again.
      .catch((error: unknown) => deps.log.error({ err: error, email: email.id }, 'the end of an e-mail was not noted'))
      .finally(() => {
        inFlight[mode].delete(sending);
        control?.soon(AT_ONCE_MS);
      });
    inFlight[mode].add(sending);
  }

  return {
    name: 'send e-mails',
    everyMs: EVERY_MS,
    onStart: (started) => {
      control = started;
    },
    async turn() {
      await claim('test', TEST_AT_ONCE);
      if (deps.mailer !== null) await claim('live', LIVE_AT_ONCE);
    },
    /** Those under way get a limited time, then they are cut off and go back to the queue. */
    async onStop() {
      const all = Promise.all([...inFlight.test, ...inFlight.live]);
      const timer = new AbortController();
      await Promise.race([all, sleep(deps.settings.shutdownTimeoutMs, undefined, { signal: timer.signal })]).catch(
        () => undefined,
      );
      timer.abort();
      cut.abort();
      await all;
    },
  };
}
