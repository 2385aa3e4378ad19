// Somebody for the demo merchant and somebody for the operator, each with a link to sign in (D78). Only a demo has them
// (D82), and every start makes new links: they are good once, for an hour, and are printed to a terminal alone.
import type { Deps } from '../../deps.js';
import { leadRoleOf, type Member, type Team } from '../../domain/people/person.js';
import type { Queryable } from '../../store/db.js';
import { findPersonByEmail, lockTeam } from '../../store/people/people.js';
import { endDemoPeople, isDemoOver } from './end-demo-people.js';
import { addPerson } from './invite-person.js';
import { issueLink } from './person-link.js';

type DemoDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault' | 'passwords' | 'settings'>;

/** null for a team whose demo person has no access. */
export type DemoLinks = { readonly merchant: string | null; readonly operator: string | null };

type Somebody = { readonly name: string; readonly email: string };

const MERCHANT = { name: 'Demo', email: 'demo@cobro.example' };
const OPERATOR = { name: 'Operador', email: 'operador@cobro.example' };

/** Call it at every start: demo people end where they must not be, and null says that there are none. */
export function ensureDemoPeople(deps: DemoDeps, accountId: string | null): Promise<DemoLinks | null> {
  return deps.db.transaction(async (tx) => {
    await lockTeam(tx, null);
    if (accountId === null || (await isDemoOver(deps, tx))) {
      await endDemoPeople(deps, tx);
      return null;
    }
    return { merchant: await linkOf(deps, tx, accountId, MERCHANT), operator: await linkOf(deps, tx, null, OPERATOR) };
  });
}

async function linkOf(deps: DemoDeps, tx: Queryable, team: Team, who: Somebody): Promise<string | null> {
  const known = await findPersonByEmail(tx, who.email);
  if (known !== null && (known.team !== team || known.disabledAt !== null)) return null;
  const person = known ?? (await addDemoPerson(deps, tx, team, who));
  return (await issueLink(deps, tx, { personId: person.id, kind: 'sign_in' })).url;
}

async function addDemoPerson(deps: DemoDeps, tx: Queryable, team: Team, who: Somebody): Promise<Member> {
  // Nobody knows this password: they sign in by the link. It takes a quarter of a second, so only the first start makes it.
  const password = await deps.passwords.protect(deps.random.bytes(32).toString('base64url'));
  const by = { role: leadRoleOf(team), actor: 'service', action: 'person.demo' as const };
  return addPerson(deps, tx, { ...who, ...by, team, password, isDemo: true });
}
