// What somebody changes about themselves (D78): name, language, password, second factor. What guards the account needs their
// password again, so that an open session on a shared computer is not enough.

import type { Deps } from '../../deps.js';
import type { Language } from '../../domain/base/language.js';
import { seedRow } from '../../domain/base/vault.js';
import { changeDetails } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import type { Person } from '../../domain/people/person.js';
import { makeRecoveryCodes, makeSeed } from '../../domain/people/totp.js';
import { AppError } from '../../errors/errors.js';
import { keyDigest } from '../../store/accounts/accounts.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { findPerson, saveLanguage, saveName } from '../../store/people/people.js';
import {
  findSecrets,
  lockSecrets,
  replaceRecoveryCodes,
  savePassword,
  saveSeed,
  switchOnSecondFactor,
} from '../../store/people/person-secrets.js';
import { deleteSessionsOf } from '../../store/people/sessions.js';
import { checkSecondFactor } from './check-second-factor.js';
import { type Browser, type OpenedSession, openSession } from './open-session.js';
import { checkedPersonName, protectPassword } from './person-fields.js';
import { proveSelf, requirePassword } from './prove-self.js';

type ProfileDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault' | 'passwords'>;

/** What somebody with a second factor proves who they are by: a password that was spied on is not enough. */
type Proof = { readonly current: string; readonly code: string };

/** Who acts, and as whom the audit log names them. */
type OwnCall = { readonly person: Person; readonly actor: string };

export async function renameSelf(deps: ProfileDeps, call: OwnCall & { readonly name: string }): Promise<void> {
  const name = checkedPersonName(call.name);
  if (name === call.person.name) return;
  await deps.db.transaction(async (tx) => {
    await saveName(tx, call.person.id, name);
    await note(deps, tx, call, 'person.rename', changeDetails({ name: call.person.name }, { name }));
  });
}

/** The language in which they see the dashboard is that of e-mails to them. */
export function noteLanguage({ db }: Pick<Deps, 'db'>, { id }: Person, language: Language): Promise<void> {
  return saveLanguage(db, id, language);
}

/** All sessions end; a new one is opened for who asks. */
export async function changePassword(
  deps: ProfileDeps,
  call: OwnCall & { readonly current: string; readonly password: string; readonly browser: Browser },
): Promise<OpenedSession> {
  const { person, browser } = call;
  await requirePassword(deps, call);
  const password = await protectPassword(deps, { password: call.password, email: person.email });
  return deps.db.transaction(async (tx) => {
    await savePassword(tx, person.id, password);
    await note(deps, tx, call, 'person.password', {});
    return renewSession(deps, tx, { person, browser, by: 'new password' });
  });
}

/** A new seed. It counts when its first code was typed; until then it can be shown again, and replaced. */
export async function startSecondFactor(
  deps: ProfileDeps,
  call: OwnCall & { readonly current: string },
): Promise<void> {
  await requirePassword(deps, call);
  const { id } = call.person;
  await deps.db.transaction(async (tx) => {
    const secrets = await lockSecrets(tx, id);
    if (secrets === null || secrets.isSecondFactorOn) throw new AppError('no_second_factor');
    await saveSeed(tx, id, deps.vault.seal(seedRow(id), makeSeed(deps.random)));
  });
}

/** The seed that waits for its first code; null if there is none. One that counts is never shown again. */
export async function waitingSeed(deps: Pick<Deps, 'db' | 'vault'>, { id }: Person): Promise<string | null> {
  const secrets = await findSecrets(deps.db, id);
  if (secrets === null || secrets.seed === null || secrets.isSecondFactorOn) return null;
  return deps.vault.open(seedRow(id), secrets.seed);
}

/** The first code switches the second factor on. The recovery codes are shown this once; other sessions end. */
export async function confirmSecondFactor(
  deps: ProfileDeps,
  call: OwnCall & { readonly code: string; readonly browser: Browser },
): Promise<{ readonly codes: readonly string[]; readonly session: OpenedSession }> {
  const { person, code, browser } = call;
  const done = await deps.db.transaction(async (tx) => {
    const secrets = await lockSecrets(tx, person.id);
    if (secrets === null || secrets.seed === null || secrets.isSecondFactorOn) throw new AppError('no_second_factor');
    const outcome = await checkSecondFactor(deps, tx, { personId: person.id, code });
    if (outcome !== 'right') return outcome;
    await switchOnSecondFactor(tx, person.id, deps.clock.now());
    const codes = await giveRecoveryCodes(deps, tx, person.id);
    await note(deps, tx, call, 'person.second_factor_on', {});
    return { codes, session: await renewSession(deps, tx, { person, browser, by: 'second factor' }) };
  });
  if (typeof done !== 'string') return done;
  throw new AppError(done === 'too_many' ? 'too_many_codes' : 'wrong_code');
}

export async function stopSecondFactor(deps: ProfileDeps, call: OwnCall & Proof): Promise<void> {
  await proveSelf(deps, call);
  await deps.db.transaction(async (tx) => {
    await saveSeed(tx, call.person.id, null);
    await replaceRecoveryCodes(tx, call.person.id, []);
    await note(deps, tx, call, 'person.second_factor_off', {});
  });
}

/** In place of those that are left. They are shown this once. */
export async function renewRecoveryCodes(deps: ProfileDeps, call: OwnCall & Proof): Promise<readonly string[]> {
  await proveSelf(deps, call);
  return deps.db.transaction(async (tx) => {
    const secrets = await lockSecrets(tx, call.person.id);
    if (secrets === null || !secrets.isSecondFactorOn) throw new AppError('no_second_factor');
    await note(deps, tx, call, 'person.recovery_codes', {});
    return giveRecoveryCodes(deps, tx, call.person.id);
  });
}

async function giveRecoveryCodes(deps: Pick<Deps, 'random'>, tx: Queryable, id: string): Promise<readonly string[]> {
  const codes = makeRecoveryCodes(deps.random);
  await replaceRecoveryCodes(tx, id, codes.map(keyDigest));
  return codes;
}

/** More rights, another token: whoever knew the one before has nothing. */
async function renewSession(
  deps: ProfileDeps,
  tx: Queryable,
  { person, browser, by }: { readonly person: Person; readonly browser: Browser; readonly by: string },
): Promise<OpenedSession> {
  const member = await findPerson(tx, person.id);
  if (member === null) throw new AppError('unknown_person', { id: person.id });
  await deleteSessionsOf(tx, person.id, null);
  return openSession(deps, tx, { person: member, stage: 'open', browser, by });
}

async function note(
  deps: Pick<Deps, 'clock' | 'vault'>,
  tx: Queryable,
  { person, actor }: OwnCall,
  action: AuditAction,
  details: Readonly<Record<string, string | number | boolean | null>>,
): Promise<void> {
  await appendAudit(tx, deps, { actor, action, subject: person.id, details: { email: person.email, ...details } });
}
