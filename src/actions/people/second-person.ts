// The second person (D81): whether the one who approves is one (both with a second factor, none of the demo, and nobody behind
// both), and who is told that somebody is needed.
import type { Deps } from '../../deps.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { isUuid } from '../../domain/base/identity.js';
import { toDecimal } from '../../domain/base/money.js';
import { mayApprove } from '../../domain/people/act.js';
import type { Member } from '../../domain/people/person.js';
import type { Proposal } from '../../domain/people/proposal.js';
import { writeProposalEmail } from '../../domain/people/proposal-email.js';
import { OPERATOR_ROLES } from '../../domain/people/role.js';
import { changerOf, isHandOn, type PersonChange, standBehind, TERMINAL } from '../../domain/people/second-person.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { findPerson, listNames, listPeople, listPersonChanges } from '../../store/people/people.js';
import { type MailDeps, mailPerson } from './mail-person.js';

export async function requireSecondPerson(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { proposedBy, approvedBy }: { readonly proposedBy: string; readonly approvedBy: string },
): Promise<void> {
  if (proposedBy === approvedBy) throw new AppError('second_person_needed');
  for (const id of [proposedBy, approvedBy]) await requireReady(deps.db, id);
  const days = deps.settings.fourEyesRestDays;
  const changes = await changesBehind(deps.db, [proposedBy, approvedBy], deps.clock.now() - days * DAY_MS);
  const [behind, others] = [standBehind(proposedBy, changes), standBehind(approvedBy, changes)];
  // Whoever is at the terminal may be anybody at the desk, too.
  const isTerminals = others.has(TERMINAL) || (isUuid(proposedBy) && behind.has(TERMINAL));
  if (isTerminals || [...others].some((one) => behind.has(one))) throw new AppError('second_person_related', { days });
}

/** Whoever is at the terminal has no second factor there. Somebody who has lost their access proposes nothing any more. */
export async function requireReady(db: Queryable, id: string): Promise<void> {
  if (!isUuid(id)) return;
  const person = await findPerson(db, id);
  const isReady = person?.hasSecondFactor && person.disabledAt === null && !person.isDemo;
  if (!isReady) throw new AppError('second_person_unready');
}

/** Nobody is told of their own proposal. What cannot be sent is logged: the proposal also stands on the first page. */
export async function tellApprovers(deps: MailDeps, proposal: Proposal): Promise<void> {
  if (deps.mailer === null) return;
  const { act, amount, proposedBy } = proposal;
  const people = (await listPeople(deps.db, null)).filter((member) => isAsked(member, proposal));
  const names = await listNames(deps.db, [proposedBy].filter(isUuid));
  await Promise.all(
    people.map((person) =>
      mailPerson(
        deps,
        person,
        writeProposalEmail({
          language: person.language,
          name: person.name,
          by: names.get(proposedBy) ?? proposedBy,
          team: null,
          url: `${deps.settings.baseUrl}/dashboard/desk/approvals`,
          kind: act.kind,
          amount: amount === null ? null : toDecimal(amount),
          expiresAt: proposal.expiresAt,
        }),
        'counted',
      ),
    ),
  );
}

function isAsked({ id, role, hasPassword, hasSecondFactor, disabledAt }: Member, proposal: Proposal): boolean {
  const own = OPERATOR_ROLES.find((one) => one === role);
  if (own === undefined || id === proposal.proposedBy) return false;
  return hasPassword && hasSecondFactor && disabledAt === null && mayApprove(own, proposal.act.kind);
}

/** What was done to these people, to those who did it, and so on. */
async function changesBehind(db: Queryable, people: readonly string[], since: number): Promise<PersonChange[]> {
  const changes: PersonChange[] = [];
  const asked = new Set<string>();
  for (let next = people.filter(isUuid); next.length > 0; ) {
    for (const id of next) asked.add(id);
    const found = (await listPersonChanges(db, next, since)).filter(isHandOn);
    changes.push(...found);
    next = [...new Set(found.map(changerOf))].filter((id) => isUuid(id) && !asked.has(id));
  }
  return changes;
}
