// Sets up the first person of a merchant or of the operator, who invites the others (D78). This is all that a private key
// or the operator's token can do here, and only while there is nobody.
import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../deps.js';
import { leadRoleOf, type Member, type Team } from '../../domain/people/person.js';
import { AppError } from '../../errors/errors.js';
import { findCredential, keyDigest } from '../../store/accounts/accounts.js';
import { hasPeople, lockTeam } from '../../store/people/people.js';
import { addPerson } from './invite-person.js';
import { type Browser, type OpenedSession, openSession } from './open-session.js';
import { checkedEmail, checkedPersonName, protectPassword } from './person-fields.js';

type SetUpDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault' | 'settings' | 'passwords' | 'refusedSignIns'>;

type SetUp = {
  /** A live private key, or the operator's token. */
  readonly secret: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly browser: Browser;
};

export async function setUpFirstPerson(deps: SetUpDeps, setUp: SetUp): Promise<OpenedSession> {
  const { browser } = setUp;
  const { team, actor } = await holderOf(deps, setUp.secret).catch((error: unknown) => {
    deps.refusedSignIns.note(browser.address);
    throw error;
  });
  if (await hasPeople(deps.db, team)) throw new AppError('already_set_up');
  const [name, email] = [checkedPersonName(setUp.name), checkedEmail(setUp.email)];
  const password = await protectPassword(deps, { password: setUp.password, email });
  return deps.db.transaction(async (tx) => {
    await lockTeam(tx, team);
    if (await hasPeople(tx, team)) throw new AppError('already_set_up');
    const role = leadRoleOf(team);
    const by = { action: 'person.set_up' as const, actor: `${actor}@${browser.address}` };
    const person: Member = await addPerson(deps, tx, { team, name, email, role, password, ...by });
    return openSession(deps, tx, { person, stage: 'open', browser, by: 'set-up' });
  });
}

/** Whose secret it is. A test key must not open live mode, so only a live one counts. */
async function holderOf(deps: SetUpDeps, secret: string): Promise<{ readonly team: Team; readonly actor: string }> {
  const { operatorToken } = deps.settings;
  const digest = keyDigest(secret);
  if (operatorToken !== null && timingSafeEqual(digest, keyDigest(operatorToken)))
    return { team: null, actor: 'operator-token' };
  const credential = await findCredential(deps.db, digest);
  const isOver = credential !== null && credential.endsAt !== null && credential.endsAt <= deps.clock.now();
  // An owner may do more than a restricted key.
  const isWhole = credential !== null && credential.kind === 'private' && credential.limits === undefined;
  if (!isWhole || isOver) throw new AppError('wrong_setup_secret');
  if (credential.isSuspended) throw new AppError('account_suspended');
  if (credential.scope.mode === 'test') throw new AppError('live_key_needed');
  return { team: credential.scope.accountId, actor: `key:${credential.keyId}` };
}
