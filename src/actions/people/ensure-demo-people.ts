// Somebody for the demo merchant and somebody for the operator, each with a link to sign in (D78). Only the embedded
// demo has them, and every start makes new links: they are good once, for an hour, and are printed to the terminal alone.
import type { Deps } from '../../deps.js';
import { leadRoleOf, type Member, type Team } from '../../domain/people/person.js';
import type { Queryable } from '../../store/db.js';
import { findPersonByEmail, hasPeople, lockTeam } from '../../store/people/people.js';
import { addPerson } from './invite-person.js';
import { issueLink } from './person-link.js';

type DemoDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault' | 'passwords' | 'settings'>;

/** null for a team that has people of its own and none of the demo. */
export type DemoLinks = { readonly merchant: string | null; readonly operator: string | null };

type Somebody = { readonly name: string; readonly email: string };

const MERCHANT = { name: 'Demo', email: 'demo@cobro.example' };
const OPERATOR = { name: 'Operador', email: 'operador@cobro.example' };

export async function ensureDemoPeople(deps: DemoDeps, accountId: string): Promise<DemoLinks> {
  return {
    merchant: await linkOf(deps, accountId, MERCHANT),
    operator: await linkOf(deps, null, OPERATOR),
  };
}

async function linkOf(deps: DemoDeps, team: Team, who: Somebody): Promise<string | null> {
  return deps.db.transaction(async (tx) => {
    await lockTeam(tx, team);
    const known = await findPersonByEmail(tx, who.email);
    if (known === null && (await hasPeople(tx, team))) return null;
    if (known !== null && (known.team !== team || known.disabledAt !== null)) return null;
    const person = known ?? (await addDemoPerson(deps, tx, team, who));
    return (await issueLink(deps, tx, { personId: person.id, kind: 'sign_in' })).url;
  });
}

async function addDemoPerson(deps: DemoDeps, tx: Queryable, team: Team, who: Somebody): Promise<Member> {
  // Nobody knows this password: they sign in by the link. It takes a quarter of a second, so only the first start makes it.
  const password = await deps.passwords.protect(deps.random.bytes(32).toString('base64url'));
  const by = { role: leadRoleOf(team), actor: 'service', action: 'person.demo' as const };
  return addPerson(deps, tx, { ...who, ...by, team, password, isDemo: true });
}
