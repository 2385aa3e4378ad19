// Checks what people write about themselves: name, e-mail address and password (D78).

import type { Deps } from '../../deps.js';
import { LONGEST_PASSWORD, passwordFault, SHORTEST_PASSWORD } from '../../domain/people/password.js';
import { type Role, readEmail, rolesOf, type Team } from '../../domain/people/person.js';
import { type Fault, invalidRequest } from '../../errors/errors.js';

const LONGEST_NAME = 100;

/** Invisible characters could make one name look like another one. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

export function checkedPersonName(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name === '') throw invalidRequest({ param: 'name', error: 'required' });
  if (name.length > LONGEST_NAME)
    throw invalidRequest({ param: 'name', error: 'too_long', details: { max: LONGEST_NAME } });
  if (INVISIBLE.test(name)) throw invalidRequest({ param: 'name', error: 'invalid_characters' });
  return name;
}

export function checkedEmail(text: string): string {
  const email = readEmail(text);
  if (email === null) throw invalidRequest({ param: 'email', error: 'invalid_email' });
  return email;
}

export function checkedRole(team: Team, text: string): Role {
  const role = rolesOf(team).find((one) => one === text);
  if (role === undefined)
    throw invalidRequest({ param: 'role', error: 'not_allowed', details: { allowed: rolesOf(team).join(', ') } });
  return role;
}

/** What is stored of a password that somebody chose. */
export async function protectPassword(
  { passwords }: Pick<Deps, 'passwords'>,
  { password, email }: { readonly password: string; readonly email: string },
): Promise<string> {
  const problem = passwordFault(password, { email, common: await commonPasswords() });
  if (problem !== null) throw invalidRequest(faultOf(problem));
  return passwords.protect(password);
}

function faultOf(problem: 'short' | 'long' | 'common'): Fault {
  if (problem === 'common') return { param: 'password', error: 'common_password' };
  const details = { min: SHORTEST_PASSWORD, max: LONGEST_PASSWORD };
  return { param: 'password', error: 'wrong_length', details };
}

let loading: Promise<ReadonlySet<string>> | null = null;

/**
 * The passwords that guessers try first: 49,233 from leaks, in lower case (D82). They take 5 MB and a twentieth of a second,
 * so they are read when somebody first chooses a password.
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return loading;
}
