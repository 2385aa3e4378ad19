// Identifies a visitor to the dashboard. Every request looks the person up again, so another role counts at once, and a
// session ends as soon as its person has no access any more.
import type { Deps } from '../../deps.js';
import type { Role, Visitor } from '../../domain/people/person.js';
import { MERCHANT_ROLES, OPERATOR_ROLES } from '../../domain/people/role.js';
import { keyDigest } from '../../store/accounts/accounts.js';
import { noteSeen } from '../../store/people/people.js';
import {
  findSessionOwner,
  findSessionVisitor,
  type SessionVisitor,
  touchSession,
} from '../../store/people/sessions.js';
import { sessionTime } from './open-session.js';

/** That somebody is there is written once in this time, and not with every page. */
const TOUCH_MS = 60_000;

/** The owner of a session; null if the session is unknown or over. */
export async function findVisitor(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<Visitor | null> {
  const time = sessionTime(deps);
  const digest = keyDigest(token);
  const found = await findSessionVisitor(deps.db, digest, time);
  if (found === null) return null;
  if (time.now - found.seenAt > TOUCH_MS) {
    await touchSession(deps.db, digest, time.now);
    await noteSeen(deps.db, found.person.id, time.now);
  }
  return toVisitor(found);
}

/** The id of an open session; null if it is over. */
export async function findSessionId(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<string | null> {
  const owner = await findSessionOwner(deps.db, keyDigest(token), { stage: 'open', ...sessionTime(deps) });
  return owner?.sessionId ?? null;
}

function toVisitor({ person, role, account }: SessionVisitor): Visitor {
  if (account === null) return { kind: 'operator', person, role: oneOf(OPERATOR_ROLES, role) };
  const terms = { keyId: person.id, kind: 'private', endsAt: null } as const;
  return { kind: 'merchant', person, role: oneOf(MERCHANT_ROLES, role), account: { ...account, ...terms } };
}

function oneOf<One extends Role>(roles: readonly One[], role: Role): One {
  const found = roles.find((one) => one === role);
  if (found === undefined) throw new Error(`${role} is no role of this team`);
  return found;
}
