// Makes a link for somebody of a team (D78): to set their password, or to sign in. Colleagues and the machine make them, and
// somebody of a merchant's who forgot their password.
import { MINUTE_MS } from '../../domain/base/duration.js';
import type { Language } from '../../domain/base/language.js';
import { type LinkKind, type Member, readEmail } from '../../domain/people/person.js';
import { AppError } from '../../errors/errors.js';
import { findPersonByEmail } from '../../store/people/people.js';
import { listLinks } from '../../store/people/person-links.js';
import { countForgottenEmail } from '../messages/count-email.js';
import type { Invitation } from './invite-person.js';
import { type MailDeps, mailLink } from './mail-person.js';
import { issueLink, linkMadeAt } from './person-link.js';
import { noteChange, type PeopleDeps, type PersonCall, requireMember } from './require-member.js';

/** A link to set the password: for somebody who was invited another invitation, else a reset. */
export function makePersonLink(deps: PeopleDeps, call: PersonCall): Promise<Invitation> {
  return makeLink(deps, call, 'reset');
}

/** A link to sign in, for whoever has the machine (D82). Somebody who was invited sets their password first. */
export function makeSignInLink(deps: PeopleDeps, call: PersonCall): Promise<Invitation> {
  return makeLink(deps, call, 'sign_in');
}

function makeLink(deps: PeopleDeps, call: PersonCall, wanted: LinkKind): Promise<Invitation> {
  return deps.db.transaction(async (tx) => {
    const member: Member = await requireMember(tx, call);
    if (member.disabledAt !== null) throw new AppError('person_disabled', { id: member.id });
    const kind = member.hasPassword ? wanted : 'invitation';
    const link = await issueLink(deps, tx, { personId: member.id, kind });
    await noteChange(deps, tx, { ...call, action: 'person.link' }, member, { kind });
    return { member, link };
  });
}

type Forgotten = { readonly email: string; readonly language: Language; readonly address: string };

/** A newer link ends the one before: who asks for somebody else must not end theirs before it was read. */
const REST_MS = 10 * MINUTE_MS;

/**
 * Whoever asks learns nothing: neither whether the address is known, nor whether an e-mail went out. The operator's people ask
 * a colleague (D82): whoever reads the mail of one of them must not get to everybody's money.
 */
export async function sendForgottenPassword(deps: MailDeps & PeopleDeps, asked: Forgotten): Promise<void> {
  const email = readEmail(asked.email);
  const member = email === null ? null : await findPersonByEmail(deps.db, email);
  if (deps.mailer === null || member === null || !mayReset(member) || (await hasFreshLink(deps, member))) return;
  // First: a link that nobody gets must not end the one that they have.
  if ((await countForgottenEmail(deps, member.email)) === null) return;
  const link = await deps.db.transaction(async (tx) => {
    await noteChange(deps, tx, { actor: `dashboard@${asked.address}`, action: 'person.forgot' }, member, {});
    return issueLink(deps, tx, { personId: member.id, kind: 'reset' });
  });
  await mailLink(deps, { member, link }, { name: null, language: asked.language });
}

function mayReset({ team, hasPassword, disabledAt, isDemo }: Member): boolean {
  return team !== null && hasPassword && disabledAt === null && !isDemo;
}

async function hasFreshLink({ db, clock }: Pick<MailDeps, 'db' | 'clock'>, { id }: Member): Promise<boolean> {
  const now = clock.now();
  return (await listLinks(db, [id], now)).some((link) => link.kind === 'reset' && linkMadeAt(link) > now - REST_MS);
}
