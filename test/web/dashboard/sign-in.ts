// Signs in to the dashboard of a test's service, as whoever a test needs.
import assert from 'node:assert/strict';
import { addPerson } from '../../../src/actions/people/invite-person.js';
import { leadRoleOf, type Member, type Role, type Team } from '../../../src/domain/people/person.js';
import { findCredential, keyDigest } from '../../../src/store/accounts/accounts.js';
import { findPersonByEmail } from '../../../src/store/people/people.js';
import { saveSeed, switchOnSecondFactor } from '../../../src/store/people/person-secrets.js';
import type { TestService } from '../../support/service.js';

export const OPERATOR_TOKEN = 'the-token-of-the-operator';
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
export const PASSWORD = 'correct horse battery';

type Area = 'test' | 'live' | 'desk';
type Asked = Pick<TestService, 'call'>;

/**
 * Signs in the first owner of the key's merchant, or the first admin of the operator, and makes them if there is none.
 * Paths are below the pages of the key's mode, or below the desk.
 */
export async function signIn(service: TestService, key: string) {
  const isOperator = key === OPERATOR_TOKEN;
  const credential = isOperator ? null : await findCredential(service.deps.db, keyDigest(key));
  const team = isOperator ? null : (credential?.scope.accountId ?? assert.fail('no such key'));
  return signInAs(service, team, { area: isOperator ? 'desk' : (credential?.scope.mode ?? 'test') });
}

/** Signs in somebody of that team and role. */
export async function signInAs(
  service: TestService,
  team: Team,
  {
    role = leadRoleOf(team),
    area = team === null ? 'desk' : 'test',
    email,
  }: { role?: Role; area?: Area; email?: string } = {},
) {
  const person = await ensurePerson(service, team, { role, ...(email !== undefined && { email }) });
  return { person, ...(await enter(service, { email: person.email, password: PASSWORD }, area)) };
}

/** Of people in tests, by what they may do. */
const NAMES: Readonly<Record<Role, string>> = {
  owner: 'Carmen Ortiz',
  developer: 'Iván Soto',
  support: 'Lucía Peña',
  viewer: 'Óscar Gil',
  admin: 'Elena Vidal',
  treasurer: 'Tomás Vega',
};

export async function ensurePerson(
  service: Pick<TestService, 'deps'>,
  team: Team,
  { role = leadRoleOf(team), email }: { readonly role?: Role; readonly email?: string } = {},
): Promise<Member> {
  const { deps } = service;
  const address = email ?? `${role}@${team ?? 'operator'}.example`;
  const known = await findPersonByEmail(deps.db, address);
  if (known !== null) return known;
  const password = await deps.passwords.protect(PASSWORD);
  const by = { actor: 'test', action: 'person.demo' as const };
  const person = { team, role, email: address, name: NAMES[role], password, ...by };
  return deps.db.transaction((tx) => addPerson(deps, tx, person));
}

/** As if they had set one up. Who is signed in stays so. */
export async function giveSecondFactor({ deps }: Pick<TestService, 'deps'>, { id }: Pick<Member, 'id'>): Promise<void> {
  await saveSeed(deps.db, id, deps.vault.seal(id, 'a seed'));
  await switchOnSecondFactor(deps.db, id, deps.clock.now());
}

/** Signs in by e-mail address and password. Gives ways to look around and to send forms. */
export async function enter(service: Asked, { email, password }: { email: string; password: string }, area: Area) {
  const body = new URLSearchParams({ email, password }).toString();
  const entered = await service.call('POST', '/dashboard/sign-in', {
    body,
    headers: { ...FORM, 'user-agent': BROWSER },
  });
  assert.equal(entered.status, 303, entered.text);
  const cookie = cookieOf(entered);
  return { cookie, start: entered.headers['location'], ...visitsOf(service, cookie, area) };
}

export function visitsOf(service: Asked, cookie: string, area: Area) {
  const at = (path: string) => `/dashboard/${area}${path}`;
  return {
    get: (path: string, headers = {}) => service.call('GET', at(path), { headers: { cookie, ...headers } }),
    post: (path: string, form = '', headers = {}) =>
      service.call('POST', at(path), { body: form, headers: { ...FORM, cookie, ...headers } }),
  };
}

/** The cookies that a reply sets, as a browser sends them back. */
export function cookieOf({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string {
  const set = headers['set-cookie'];
  const lines = Array.isArray(set) ? set.map(String) : set === undefined ? [] : [String(set)];
  return lines
    .map((line) => line.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
}
