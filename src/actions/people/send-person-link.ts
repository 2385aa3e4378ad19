// Sends somebody the link to their invitation or to a new password, if there is a mail server (D78). The link is a secret
// that is not stored, so it does not wait in a queue: it is tried once, and whoever made it can still pass it on by hand.
import { emailAsHtml } from '../../adapters/email/html.js';
import { MailDelayed } from '../../adapters/email/mailer.js';
import type { Deps } from '../../deps.js';
import type { Language } from '../../domain/base/language.js';
import { readMailbox } from '../../domain/base/mailbox.js';
import { emailAsText } from '../../domain/messages/email-as-text.js';
import { writePersonEmail } from '../../domain/people/person-email.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { countEmail, uncountEmail } from '../messages/count-email.js';
import type { Invitation } from './invite-person.js';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'mailer' | 'log'>;

/** `no_server`: there is no mail server, which is no failure. */
export type SentLink = 'sent' | 'failed' | 'no_server';

/** Somebody waits for the page meanwhile. */
const MOST_MS = 10_000;

export async function sendPersonLink(
  deps: SendDeps,
  { member, link }: Invitation,
  by: { readonly name: string; readonly language: Language },
): Promise<SentLink> {
  const { mailer } = deps;
  const to = readMailbox(member.email);
  if (mailer === null) return 'no_server';
  const counted = to === null ? null : await countEmail(deps, to, null);
  if (to === null || counted === null) return 'failed';
  const team = member.team === null ? null : ((await findAccount(deps.db, member.team))?.name ?? '');
  const kind = member.hasPassword ? 'reset' : 'invitation';
  const email = writePersonEmail({ kind, language: by.language, name: member.name, by: by.name, team, ...link });
  const message = { subject: email.subject, text: emailAsText(email), html: emailAsHtml(email) };
  const id = deps.random.uuid(deps.clock.now());
  try {
    const result = await mailer.send(
      { id, fromName: email.shop, to, replyTo: null, ...message },
      AbortSignal.timeout(MOST_MS),
    );
    if (result.is === 'sent') return 'sent';
    deps.log.warn({ person: member.id, reply: result.reply }, 'the mail server refused the link of a person');
  } catch (error) {
    const reply = error instanceof MailDelayed ? error.reply : 'unknown';
    deps.log.warn({ person: member.id, reply }, 'the mail server did not take the link of a person');
  }
  await uncountEmail(deps, counted);
  return 'failed';
}
