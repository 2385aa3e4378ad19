// Somebody who is signed in proves again who they are (D82): what guards an account, one's own or a colleague's, is not
// changed by whoever finds an open session.
import type { Deps } from '../../deps.js';
import type { Person } from '../../domain/people/person.js';
import { AppError } from '../../errors/errors.js';
import { findSecrets } from '../../store/people/person-secrets.js';
import { checkSecondFactor } from './check-second-factor.js';

type ProofDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'passwords'>;

/** By the password, and by a code of whoever has a second factor. */
export async function proveSelf(
  deps: ProofDeps,
  proof: { readonly person: Person; readonly current: string; readonly code: string },
): Promise<void> {
  await requirePassword(deps, proof);
  const { person, code } = proof;
  if (!person.hasSecondFactor) return;
  const outcome = await deps.db.transaction((tx) => checkSecondFactor(deps, tx, { personId: person.id, code }));
  if (outcome === 'too_many') throw new AppError('too_many_codes');
  if (outcome === 'wrong') throw new AppError('wrong_code');
}

export async function requirePassword(
  deps: Pick<Deps, 'db' | 'passwords'>,
  { person, current }: { readonly person: Person; readonly current: string },
): Promise<void> {
  const secrets = await findSecrets(deps.db, person.id);
  // Their own turn: whoever floods the sign-in page does not make them wait.
  const turn = { owner: person.id, isKnown: true };
  if (!(await deps.passwords.isRight(secrets?.password ?? null, current, turn))) throw new AppError('wrong_password');
}
