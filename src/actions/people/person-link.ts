// Links that are good once (D78): to accept an invitation, to set a new password, and to sign in to the demo. Showing a
// link's page uses nothing up, because mail programs look at links before people do.

import type { Deps } from '../../deps.js';
import { actingPerson, personActor } from '../../domain/accounts/actor.js';
import { DAY_MS, HOUR_MS } from '../../domain/base/duration.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import { greetableName } from '../../domain/messages/strangers-text.js';
import type { LinkKind, Member } from '../../domain/people/person.js';
import { AppError } from '../../errors/errors.js';
import type { Settings } from '../../settings/settings.js';
import { keyDigest } from '../../store/accounts/accounts.js';
import { type Queryable, violates } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { searchAudit } from '../../store/keeping/audit-search.js';
import { findPerson, listNames, saveName } from '../../store/people/people.js';
import { deleteLinks, findLink, type PersonLink, replaceLink, takeLink } from '../../store/people/person-links.js';
import { savePassword } from '../../store/people/person-secrets.js';
import { deleteSessionsOf } from '../../store/people/sessions.js';
import { type Browser, type OpenedSession, openSession } from './open-session.js';
import { checkedPersonName, protectPassword } from './person-fields.js';

export type IssuedLink = { readonly url: string; readonly expiresAt: number };

const LIFETIME_MS: Readonly<Record<LinkKind, number>> = { invitation: 7 * DAY_MS, reset: DAY_MS, sign_in: HOUR_MS };

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault' | 'passwords'>;

/** A new link of the kind; earlier ones of it are over. */
export async function issueLink(
  deps: Pick<Deps, 'clock' | 'random'> & { readonly settings: Pick<Settings, 'baseUrl'> },
  tx: Queryable,
  { personId, kind }: Pick<PersonLink, 'personId' | 'kind'>,
): Promise<IssuedLink> {
  const token = deps.random.bytes(32).toString('base64url');
  const expiresAt = deps.clock.now() + LIFETIME_MS[kind];
  await replaceLink(tx, { digest: keyDigest(token), personId, kind, expiresAt });
  return { url: `${deps.settings.baseUrl}/dashboard/link/${token}`, expiresAt };
}

export function linkMadeAt({ kind, expiresAt }: Pick<PersonLink, 'kind' | 'expiresAt'>): number {
  return expiresAt - LIFETIME_MS[kind];
}

type OwnLink = Pick<PersonLink, 'kind' | 'expiresAt'> & { readonly member: Member };

/** Whose link it is, and what for. */
export async function readLink(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<OwnLink> {
  const link = await findLink(deps.db, keyDigest(token), deps.clock.now());
  return memberOf(deps.db, link);
}

/** The name of the person who invited somebody; null if it was a command, or if the name could carry a message. */
export async function readInviter({ db }: Pick<Deps, 'db'>, { id }: Member): Promise<string | null> {
  const filter = { subject: id, action: 'person.invite', actor: null, from: null, before: null };
  const [line] = await searchAudit(db, filter, { at: null, towards: 'next', limit: 1 });
  const inviter = line === undefined ? null : actingPerson(line.actor);
  const name = inviter === null ? undefined : (await listNames(db, [inviter])).get(inviter);
  return name === undefined ? null : greetableName(name) || null;
}

/** Sets the first password of somebody who was invited, and signs them in. */
export async function acceptInvitation(
  deps: LinkDeps,
  call: { readonly token: string; readonly name: string; readonly password: string; readonly browser: Browser },
): Promise<OpenedSession> {
  const name = checkedPersonName(call.name);
  const { email } = (await readLink(deps, call.token)).member;
  const password = await protectPassword(deps, { password: call.password, email });
  return useLink(deps, { ...call, kind: 'invitation' }, async (tx, member) => {
    await saveName(tx, member.id, name);
    await savePassword(tx, member.id, password).catch((error: unknown) => {
      // Only whoever reads the mail of this address gets here, and may know.
      throw violates(error, 'people_accepted_email') ? new AppError('email_taken', { email }) : error;
    });
    return { action: 'person.accept', details: { email, role: member.role, name } };
  });
}

/** Sets a new password. All sessions of the person end; their second factor stays and is asked for. */
export async function resetPassword(
  deps: LinkDeps,
  call: { readonly token: string; readonly password: string; readonly browser: Browser },
): Promise<OpenedSession> {
  const { email } = (await readLink(deps, call.token)).member;
  const password = await protectPassword(deps, { password: call.password, email });
  return useLink(deps, { ...call, kind: 'reset' }, async (tx, member) => {
    await savePassword(tx, member.id, password);
    return { action: 'person.reset', details: { email } };
  });
}

/** Signs in to the demo. */
export function signInByLink(
  deps: LinkDeps,
  call: { readonly token: string; readonly browser: Browser },
): Promise<OpenedSession> {
  return useLink(deps, { ...call, kind: 'sign_in' }, async () => null);
}

type Change = (
  tx: Queryable,
  member: Member,
) => Promise<{ readonly action: AuditAction; readonly details: Readonly<Record<string, string>> } | null>;

/** Of two who use a link at once, one gets in. */
function useLink(
  deps: LinkDeps,
  { token, kind, browser }: { readonly token: string; readonly kind: LinkKind; readonly browser: Browser },
  change: Change,
): Promise<OpenedSession> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const link = await takeLink(tx, keyDigest(token), now);
    const { member } = await memberOf(tx, link?.kind === kind ? link : null);
    const changed = await change(tx, member);
    if (changed !== null) {
      await deleteLinks(tx, member.id);
      await deleteSessionsOf(tx, member.id, null);
      const step = { at: now, actor: personActor(member, browser.address), subject: member.id };
      await appendAudit(tx, deps, { ...step, ...changed });
    }
    const stage = member.hasSecondFactor ? 'code' : 'open';
    return openSession(deps, tx, { person: member, stage, browser, by: `${kind} link` });
  });
}

/** The link of somebody who has no access is good for nothing. */
async function memberOf(db: Queryable, link: PersonLink | null): Promise<OwnLink> {
  const member = link === null ? null : await findPerson(db, link.personId);
  if (link === null || member === null || member.disabledAt !== null) throw new AppError('link_over');
  return { kind: link.kind, expiresAt: link.expiresAt, member };
}
