// Checks the code of somebody's second factor, or one of their recovery codes (D78). Each code counts once. Wrong ones
// are limited per person, because a guesser who knows the password could try all of them; recovery codes are not, since
// nobody guesses 80 bits.
import type { Deps } from '../../deps.js';
import { MINUTE_MS } from '../../domain/base/duration.js';
import { seedRow } from '../../domain/base/vault.js';
import { acceptedStep, readRecoveryCode } from '../../domain/people/totp.js';
import { keyDigest } from '../../store/accounts/accounts.js';
import type { Queryable } from '../../store/db.js';
import {
  lockSecrets,
  noteRightCode,
  noteWrongCode,
  type PersonSecrets,
  takeRecoveryCode,
} from '../../store/people/person-secrets.js';

type CodeOutcome = 'right' | 'recovery' | 'wrong' | 'too_many';

const MOST_FAILURES = 10;
const FAILURES_MS = 15 * MINUTE_MS;

/** Call it in a transaction that is committed whatever it says. */
export async function checkSecondFactor(
  deps: Pick<Deps, 'clock' | 'vault'>,
  tx: Queryable,
  { personId, code }: { readonly personId: string; readonly code: string },
): Promise<CodeOutcome> {
  const secrets = await lockSecrets(tx, personId);
  if (secrets === null || secrets.seed === null) return 'wrong';
  const recovery = readRecoveryCode(code);
  if (recovery !== null) return (await takeRecoveryCode(tx, personId, keyDigest(recovery))) ? 'recovery' : 'wrong';
  const now = deps.clock.now();
  const isRecent = secrets.failedAt !== null && now - secrets.failedAt < FAILURES_MS;
  if (isRecent && secrets.failures >= MOST_FAILURES) return 'too_many';
  const step = stepOf(deps, secrets, code);
  if (step !== null) {
    await noteRightCode(tx, personId, step);
    return 'right';
  }
  const failures = isRecent ? secrets.failures + 1 : 1;
  await noteWrongCode(tx, personId, { failures, since: isRecent ? (secrets.failedAt ?? now) : now });
  return 'wrong';
}

function stepOf({ clock, vault }: Pick<Deps, 'clock' | 'vault'>, secrets: PersonSecrets, code: string): number | null {
  const { id, seed, lastStep } = secrets;
  if (seed === null) return null;
  return acceptedStep(vault.open(seedRow(id), seed), code, { now: clock.now(), lastStep });
}
