// The people who look at the pages: one of the merchant's and one of the operator's.
import { randomBytes } from 'node:crypto';
import { addPerson } from '../../src/actions/people/invite-person.js';
import type { Deps } from '../../src/deps.js';
import { leadRoleOf, type Team } from '../../src/domain/people/person.js';
import { findPersonByEmail } from '../../src/store/people/people.js';
import { savePassword } from '../../src/store/people/person-secrets.js';

export type SignIn = { readonly email: string; readonly password: string };

/** Somebody with a new password, also over a database that was kept. */
export async function makePerson(deps: Deps, team: Team): Promise<SignIn> {
  const email = team === null ? 'operator@bench.example' : 'merchant@bench.example';
  const password = randomBytes(16).toString('hex');
  const digest = await deps.passwords.protect(password);
  await deps.db.transaction(async (tx) => {
    const known = await findPersonByEmail(tx, email);
    if (known !== null) return savePassword(tx, known.id, digest);
    const person = { team, email, name: 'Bench', role: leadRoleOf(team), password: digest };
    await addPerson(deps, tx, { ...person, actor: 'bench', action: 'person.demo' });
  });
  return { email, password };
}
