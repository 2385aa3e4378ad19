// Finds somebody of a team, and notes what was done to them.
import type { Deps } from '../../deps.js';
import { isUuid } from '../../domain/base/identity.js';
import type { AuditDetails } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import type { Member, Team } from '../../domain/people/person.js';
import { AppError } from '../../errors/errors.js';
import type { Settings } from '../../settings/settings.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { findPerson } from '../../store/people/people.js';

export type PeopleDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'> & {
  readonly settings: Pick<Settings, 'baseUrl' | 'demoPeople' | 'fourEyesRestDays'>;
};

/** `team`: whose people the caller manages. The operator at the terminal manages everybody's. */
export type PersonCall = { readonly team: Team | 'any'; readonly id: string; readonly actor: string };

/** Other teams' people are unknown (D19). */
export async function requireMember(db: Queryable, { id, team }: Pick<PersonCall, 'id' | 'team'>): Promise<Member> {
  const member = isUuid(id) ? await findPerson(db, id) : null;
  if (member === null || (team !== 'any' && member.team !== team)) throw new AppError('unknown_person', { id });
  return member;
}

export async function noteChange(
  deps: Pick<Deps, 'clock' | 'vault'>,
  tx: Queryable,
  { actor, action }: { readonly actor: string; readonly action: AuditAction },
  member: Member,
  details: AuditDetails,
): Promise<void> {
  await appendAudit(tx, deps, { actor, action, subject: member.id, details: { email: member.email, ...details } });
}
