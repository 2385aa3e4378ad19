// Somebody for the demo merchant and somebody for the operator, each with a link to sign in (D78). Only the embedded
// demo has them, and every start makes new links: they are good once, for an hour, and are printed to the terminal alone.
import type { Deps } from '../deps.js';
import { leadRoleOf, type Member, type Team } from '../domain/person.js';
import { findPersonByEmail, hasPeople, lockTeam } from '../store/people/people.js';
import { addPerson } from './manage-people.js';
import { issueLink } from './person-link.js';

type DemoDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault' | 'passwords' | 'settings'>;

/** null for a team that has people of its own and none of the demo. */
export type DemoLinks = { readonly merchant: string | null; readonly operator: string | null };

const MERCHANT = { name: 'Demo', email: 'demo@cobro.example' };
const OPERATOR = { name: 'Operador', email: 'operador@cobro.example' };

export async function ensureDemoPeople(deps: DemoDeps, accountId: string): Promise<DemoLinks> {
  return {
    merchant: await linkOf(deps, accountId, MERCHANT),
    operator: await linkOf(deps, null, OPERATOR),
  };
}

async function linkOf(
  deps: DemoDeps,
  team: Team,
  who: { readonly name: string; readonly email: string },
): Promise<string | null> {
  // Nobody knows this password: they sign in by the link.
  const password = await deps.passwords.protect(deps.random.bytes(32).toString('base64url'));
  return deps.db.transaction(async (tx) => {
    await lockTeam(tx, team);
    const known = await findPersonByEmail(tx, who.email);
    if (known === null && (await hasPeople(tx, team))) return null;
    if (known !== null && (known.team !== team || known.disabledAt !== null)) return null;
    const by = { role: leadRoleOf(team), actor: 'service', action: 'person.demo' };
    const person: Member = known ?? (await addPerson(deps, tx, { ...who, ...by, team, password }));
    return (await issueLink(deps, tx, { personId: person.id, kind: 'sign_in' })).url;
  });
}
