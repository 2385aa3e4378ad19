// What people of the operator's do about money and about where customers pay (D81). Without COBRO_FOUR_EYES_OVER one person
// is enough. With it, small sums of a day are done at once; everything else becomes a proposal, and is done once, in the
// transaction in which a second person approves what it will do.
import type { Deps } from '../../deps.js';
import { personActor } from '../../domain/accounts/actor.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { isUuid } from '../../domain/base/identity.js';
import { toDecimal } from '../../domain/base/money.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import {
  ACTS,
  type ActKind,
  type ActOf,
  amountOf,
  type Facts,
  type Foreseen,
  isActKind,
  mayApprove,
  subjectOf,
} from '../../domain/people/act.js';
import { digestOf, inOrder, needsSecondPerson, type Proposal } from '../../domain/people/proposal.js';
import type { OperatorRole } from '../../domain/people/role.js';
import { AppError } from '../../errors/errors.js';
import { type Queryable, violates, within } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { closeProposal, insertProposal, listMovedAlone, lockActs, lockProposal } from '../../store/people/proposals.js';
import { type ActDeps, foresee, oneOfAll, type ResultOf, runAct } from './acts.js';
import { requireReady, requireSecondPerson, tellApprovers } from './second-person.js';

/** Who acts: a person by their id, or whoever is at the terminal; and as the audit log names them. */
type OperatorCall = { readonly by: string; readonly actor: string };

export type ActOutcome<Kind extends ActKind> =
  | { readonly is: 'done'; readonly result: ResultOf<Kind> }
  | { readonly is: 'proposed'; readonly proposal: Proposal };

const PROPOSAL_MS = 3 * DAY_MS;

type ActCall<Kind extends ActKind> = OperatorCall & { readonly act: ActOf<Kind>; readonly note?: string | null };

export async function actAsOperator<Kind extends ActKind>(
  deps: ActDeps,
  call: ActCall<Kind>,
): Promise<ActOutcome<Kind>> {
  const over = deps.settings.fourEyesOver;
  if (over === null) return { is: 'done', result: await runAct(deps, call.act, call.actor) };
  const alone = await deps.db.transaction(async (tx) => {
    await lockActs(tx);
    const inside = { ...deps, db: within(deps.db, tx) };
    const foreseen = await foresee(inside, call.act);
    const moved = await listMovedAlone(tx, deps.clock.now() - DAY_MS);
    if (needsSecondPerson(call.act.kind, foreseen, { over, by: call.by, moved })) return { foreseen };
    if (foreseen.isLive && foreseen.parts.length > 0)
      await insertProposal(tx, proposalOf(deps, call, foreseen, 'done'));
    return { result: await runAct(inside, call.act, call.actor) };
  });
  if ('result' in alone) return { is: 'done', result: alone.result };
  return { is: 'proposed', proposal: await propose(deps, call, alone.foreseen) };
}

async function propose<Kind extends ActKind>(
  deps: ActDeps,
  call: ActCall<Kind>,
  foreseen: Foreseen,
): Promise<Proposal> {
  await requireReady(deps.db, call.by);
  if (ACTS[call.act.kind].goesByLine !== true) await rehearse(deps, call);
  const proposal = proposalOf(deps, call, foreseen, 'open');
  await deps.db
    .transaction(async (tx) => {
      await insertProposal(tx, proposal);
      await noteStep(deps, tx, { proposal, call, action: 'proposal.open' });
    })
    .catch((error: unknown) => {
      throw violates(error, 'proposals_open') ? new AppError('proposal_open') : error;
    });
  await tellApprovers(deps, proposal);
  return proposal;
}

function proposalOf<Kind extends ActKind>(
  deps: Pick<Deps, 'clock' | 'random'>,
  { act, by, note = null }: ActCall<Kind>,
  foreseen: Foreseen,
  state: 'open' | 'done',
): Proposal {
  const at = deps.clock.now();
  return {
    id: deps.random.uuid(at),
    act: oneOfAll(act),
    subject: subjectOf(act),
    amount: foreseen.parts.length === 0 ? null : amountOf(foreseen),
    facts: foreseen.facts,
    parts: foreseen.parts,
    note,
    state,
    proposedBy: by,
    proposedAt: at,
    expiresAt: at + PROPOSAL_MS,
    decidedBy: null,
    decidedAt: state === 'done' ? at : null,
    reason: null,
  };
}

/** Somebody at the desk who decides about a proposal. */
type DecideCall = OperatorCall & { readonly role: OperatorRole; readonly id: string };

/** What was approved, and what it led to: a secret that is shown once, or lines that were refused. */
export type Approved = { readonly proposal: Proposal; readonly outcome: ActResult };
type ActResult = { [Kind in ActKind]: { readonly kind: Kind; readonly result: ResultOf<Kind> } }[ActKind];

/** Does what was proposed, if it would still do what the second person has seen. */
export function approveProposal(deps: ActDeps, call: DecideCall): Promise<Approved> {
  return decideProposal(deps, call, async (tx, proposal) => {
    const inside = { ...deps, db: within(deps.db, tx) };
    await requireSecondPerson(inside, { proposedBy: proposal.proposedBy, approvedBy: call.by });
    if (!isActKind(proposal.act.kind)) throw new AppError('proposal_changed');
    const { facts } = await foresee(inside, proposal.act);
    if (!areSame(facts, proposal.facts)) throw new AppError('proposal_changed');
    await closeProposal(tx, { id: proposal.id, state: 'approved', by: call.by, at: deps.clock.now(), reason: null });
    await noteStep(deps, tx, { proposal, call, action: 'proposal.approve' });
    const outcome = await resultOf(inside, proposal.act, call.actor);
    await noteProposer(deps, tx, proposal, outcome);
    return outcome;
  }).then(([proposal, outcome]) => ({ proposal, outcome }));
}

async function resultOf<Kind extends ActKind>(deps: ActDeps, act: ActOf<Kind>, actor: string): Promise<ActResult> {
  // The pair of a kind and its own result, which the compiler does not follow through a union.
  return { kind: act.kind, result: await runAct(deps, act, actor) } as ActResult;
}

/** Whoever proposed that somebody comes, or as what, has as much of a hand in them as whoever approved it. */
async function noteProposer(
  deps: Pick<Deps, 'clock' | 'vault'>,
  tx: Queryable,
  { id, proposedBy: by }: Proposal,
  outcome: ActResult,
): Promise<void> {
  const isOfPerson = outcome.kind === 'person.invite' || outcome.kind === 'person.role';
  if (!isOfPerson) return;
  const member = outcome.kind === 'person.invite' ? outcome.result.member : outcome.result;
  const actor = isUuid(by) ? personActor({ id: by }, 'proposal') : by;
  const details = { email: member.email, proposal: id };
  await appendAudit(tx, deps, { actor, action: 'person.proposed', subject: member.id, details });
}

/** Whoever proposed it may also take it back. `reason` is for them: why somebody else does not want it. */
export async function declineProposal(
  deps: ActDeps,
  call: DecideCall & { readonly reason?: string | null },
): Promise<Proposal> {
  const { by, reason = null } = call;
  const [declined] = await decideProposal(deps, call, async (tx, proposal) => {
    await closeProposal(tx, { id: proposal.id, state: 'declined', by, at: deps.clock.now(), reason });
    await noteStep(deps, tx, { proposal: { ...proposal, reason }, call, action: 'proposal.decline' });
  });
  return declined;
}

function decideProposal<Result>(
  deps: ActDeps,
  { id, by, role }: DecideCall,
  decide: (tx: Queryable, proposal: Proposal) => Promise<Result>,
): Promise<[Proposal, Result]> {
  return deps.db.transaction(async (tx) => {
    await lockActs(tx);
    const now = deps.clock.now();
    const proposal = isUuid(id) ? await lockProposal(tx, id, now) : null;
    if (proposal === null) throw new AppError('unknown_proposal', { id });
    if (proposal.state !== 'open') throw new AppError('proposal_closed', { id, state: proposal.state });
    if (!mayApprove(role, proposal.act.kind)) throw new AppError('role_forbids');
    const result = await decide(tx, proposal);
    return [{ ...proposal, decidedBy: by, decidedAt: now }, result];
  });
}

function areSame(one: Facts, other: Facts): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

class Rehearsed extends Error {
  override readonly name = 'Rehearsed';
}

/** Tells who proposes what would be refused, at once and not the second person days later. Nothing of it stays. */
async function rehearse<Kind extends ActKind>(deps: ActDeps, { act, actor }: ActCall<Kind>): Promise<void> {
  await deps.db
    .transaction(async (tx) => {
      await runAct({ ...deps, db: within(deps.db, tx) }, act, actor);
      throw new Rehearsed();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error;
    });
}

async function noteStep(
  deps: Pick<Deps, 'clock' | 'vault'>,
  tx: Queryable,
  step: { readonly proposal: Proposal; readonly call: OperatorCall; readonly action: AuditAction },
): Promise<void> {
  const { proposal, call, action } = step;
  await appendAudit(tx, deps, {
    actor: call.actor,
    action,
    subject: proposal.id,
    details: {
      kind: proposal.act.kind,
      about: proposal.subject,
      digest: digestOf(proposal),
      note: proposal.note,
      ...(proposal.reason !== null && { reason: proposal.reason }),
      amount: proposal.amount === null ? null : toDecimal(proposal.amount),
      ...(proposal.proposedBy !== call.by && { proposed_by: proposal.proposedBy }),
    },
  });
}
