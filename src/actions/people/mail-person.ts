// Writes to somebody of a team (D78, D82): their link to an invitation or to a new password, which nobody else gets to see,
// and what a colleague changed about their access. A link is a secret that is not stored, so it does not wait in a queue:
// it is tried once, and another one can be sent.
import { emailAsHtml } from '../../adapters/email/html.js';
import { MailDelayed } from '../../adapters/email/mailer.js';
import type { Deps } from '../../deps.js';
import type { Language } from '../../domain/base/language.js';
import { readMailbox } from '../../domain/base/mailbox.js';
import { emailAsText } from '../../domain/messages/email-as-text.js';
import type { EmailContent } from '../../domain/messages/email-content.js';
import type { Member } from '../../domain/people/person.js';
import { type AccessChange, writeAccessEmail, writePersonEmail } from '../../domain/people/person-email.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { type CountedEmail, countPersonEmail, uncountEmail } from '../messages/count-email.js';
import type { Invitation } from './invite-person.js';

export type MailDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'mailer' | 'log'>;

/** Who acts, and the language of their page. */
export type By = { readonly name: string; readonly language: Language };
/** Nobody has a name who asks for a link before they are signed in. */
type LinkBy = Omit<By, 'name'> & { readonly name: string | null };

/** `limit`: their team, or their address, had enough for a day. `no_server`: there is no mail server. */
export type Mailed = 'sent' | 'failed' | 'limit' | 'no_server';

const UNCOUNTED: CountedEmail = { day: '', counted: [] };

/** Somebody waits for the page meanwhile. */
const MOST_MS = 10_000;

export async function mailLink(deps: MailDeps, { member, link }: Invitation, by: LinkBy): Promise<Mailed> {
  const kind = by.name === null ? 'forgotten' : member.hasPassword ? 'reset' : 'invitation';
  const about = { language: by.language, name: member.name, by: by.name ?? '', team: await teamName(deps, member) };
  return mailPerson(
    deps,
    member,
    writePersonEmail({ kind, ...about, ...link }),
    by.name === null ? 'always' : 'counted',
  );
}

export async function mailChange(
  deps: MailDeps,
  { member, change }: { readonly member: Member; readonly change: AccessChange },
  by: By,
): Promise<Mailed> {
  // Whoever has been here reads it in their language; others, in that of who invited them.
  const language = member.hasPassword ? member.language : by.language;
  const about = { language, name: member.name, by: by.name, team: await teamName(deps, member) };
  const email = writeAccessEmail({ change, ...about, url: `${deps.settings.baseUrl}/dashboard` });
  // Whoever has accepted is warned in any case. Others may be strangers.
  return mailPerson(deps, member, email, member.hasPassword ? 'always' : 'counted');
}

async function teamName({ db }: Pick<Deps, 'db'>, { team }: Member): Promise<string | null> {
  return team === null ? null : ((await findAccount(db, team))?.name ?? '');
}

/** `always` is for warnings, and for what was counted before: whoever does harm must not use up the limits of the day first. */
export async function mailPerson(
  deps: MailDeps,
  member: Member,
  email: EmailContent,
  when: 'counted' | 'always',
  /** What is tried again has the same one. */
  id: string = deps.random.uuid(deps.clock.now()),
): Promise<Mailed> {
  const { mailer } = deps;
  const to = readMailbox(member.email);
  if (mailer === null) return 'no_server';
  if (to === null) return 'failed';
  const counted = when === 'always' ? UNCOUNTED : await countPersonEmail(deps, to, member.team);
  if (counted === null) return 'limit';
  const message = { subject: email.subject, text: emailAsText(email), html: emailAsHtml(email) };
  try {
    const result = await mailer.send(
      { id, fromName: email.shop, to, replyTo: null, ...message },
      AbortSignal.timeout(MOST_MS),
    );
    if (result.is === 'sent') return 'sent';
    deps.log.warn({ person: member.id, reply: result.reply }, 'the mail server refused the e-mail to a person');
  } catch (error) {
    const reply = error instanceof MailDelayed ? error.reply : 'unknown';
    deps.log.warn({ person: member.id, reply }, 'the mail server did not take the e-mail to a person');
  }
  await uncountEmail(deps, counted);
  return 'failed';
}
