// Signs people in to the dashboard by e-mail address and password, and by the code of their second factor (D78). An
// unknown address, a wrong password and somebody without access are one answer that takes one time.
import type { Deps } from '../../deps.js';
import { readEmail } from '../../domain/people/person.js';
import { AppError } from '../../errors/errors.js';
import type { Turn } from '../../memory/passwords.js';
import { keyDigest } from '../../store/accounts/accounts.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { findPerson } from '../../store/people/people.js';
import { findSecretsByEmail } from '../../store/people/person-secrets.js';
import { deleteSession, findSessionOwner } from '../../store/people/sessions.js';
import { checkSecondFactor } from './check-second-factor.js';
import { type Browser, type OpenedSession, openSession, sessionTime } from './open-session.js';

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault' | 'passwords' | 'refusedSignIns'>;

export async function signIn(
  deps: SignInDeps,
  call: {
    readonly email: string;
    readonly password: string;
    readonly browser: Browser;
    /** In whose turn the password is checked. */
    readonly turn: Turn;
  },
): Promise<OpenedSession> {
  const { email, password, browser, turn } = call;
  const known = await findSecretsByEmail(deps.db, readEmail(email) ?? '');
  const isRight = await deps.passwords.isRight(known?.password ?? null, password, turn);
  const person = isRight && known !== null && !known.isDisabled ? await findPerson(deps.db, known.id) : null;
  if (known === null || person === null) {
    deps.refusedSignIns.note(browser.address);
    throw new AppError('wrong_sign_in');
  }
  const stage = known.isSecondFactorOn ? 'code' : 'open';
  return deps.db.transaction((tx) => openSession(deps, tx, { person, stage, browser, by: 'password' }));
}

/** Whether this token waits for a code. */
export async function awaitsCode(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<boolean> {
  return (await findSessionOwner(deps.db, keyDigest(token), { stage: 'code', ...sessionTime(deps) })) !== null;
}

/** The second step. The session gets another token, and the one before is over. */
export async function passCode(
  deps: SignInDeps,
  { token, code, browser }: { readonly token: string; readonly code: string; readonly browser: Browser },
): Promise<OpenedSession> {
  const digest = keyDigest(token);
  const passed = await deps.db.transaction(async (tx) => {
    const owner = await findSessionOwner(tx, digest, { stage: 'code', ...sessionTime(deps) });
    const person = owner === null ? null : await findPerson(tx, owner.personId);
    if (person === null) throw new AppError('wrong_sign_in');
    const outcome = await checkSecondFactor(deps, tx, { personId: person.id, code });
    if (outcome === 'wrong' || outcome === 'too_many') return outcome;
    await deleteSession(tx, digest);
    const by = outcome === 'right' ? 'password and code' : 'password and recovery code';
    return openSession(deps, tx, { person, stage: 'open', browser, by });
  });
  if (passed !== 'wrong' && passed !== 'too_many') return passed;
  deps.refusedSignIns.note(browser.address);
  throw new AppError(passed === 'wrong' ? 'wrong_code' : 'too_many_codes');
}

/** Writes refused sign-ins to the audit log, one line per address and turn (D79). */
export async function noteRefusedSignIns(deps: Pick<Deps, 'db' | 'clock' | 'vault' | 'refusedSignIns'>): Promise<void> {
  const counts = deps.refusedSignIns.take();
  if (counts.size === 0) return;
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    for (const [address, times] of counts) {
      const step = { at, actor: `dashboard@${address}`, action: 'session.refused' as const, subject: address };
      await appendAudit(tx, deps, { ...step, details: { times } });
    }
  });
}
