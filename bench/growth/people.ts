// Somebody of the big account's and somebody of the operator's, who visit the pages.
import { addPerson } from '../../src/actions/manage-people.js';
import type { Deps } from '../../src/deps.js';
import { leadRoleOf, type Team } from '../../src/domain/person.js';
import { findPersonByEmail } from '../../src/store/people/people.js';

export type Visitors = { readonly merchant: string; readonly operator: string; readonly password: string };

const PASSWORD = 'a long password of the benchmark';

/** Makes them, unless an earlier run did. Their e-mail addresses. */
export async function makeVisitors(deps: Deps, accountId: string): Promise<Visitors> {
  const ensure = async (team: Team, email: string) => {
    if ((await findPersonByEmail(deps.db, email)) !== null) return email;
    const password = await deps.passwords.protect(PASSWORD);
    const person = {
      team,
      role: leadRoleOf(team),
      email,
      name: 'Bench',
      password,
      actor: 'bench',
      action: 'person.bench',
    };
    await deps.db.transaction((tx) => addPerson(deps, tx, person));
    return email;
  };
  return {
    merchant: await ensure(accountId, 'merchant@bench.example'),
    operator: await ensure(null, 'operator@bench.example'),
    password: PASSWORD,
  };
}
