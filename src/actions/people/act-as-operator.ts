// What people of the operator's do about money and payment points (D78). Below the amount of COBRO_FOUR_EYES_OVER it is
// done at once. Above it, it becomes a proposal, and is done once, in the transaction in which a second person approves.

import type { Deps } from '../../deps.js';
import { personActor } from '../../domain/accounts/actor.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { isUuid } from '../../domain/base/identity.js';
import { toDecimal } from '../../domain/base/money.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import type { Person } from '../../domain/people/person.js';
import { type Act, needsSecondPerson, type Proposal, subjectOf } from '../../domain/people/proposal.js';
import { AppError } from '../../errors/errors.js';
import { type Db, type Queryable, violates } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { closeProposal, insertProposal, lockProposal } from '../../store/people/proposals.js';
import { acceptPayment, matchPayment, requirePayment, returnPayment } from '../money/decide-payment.js';
import { takeBackPayment, voidPayment } from '../money/undo-payment.js';
import { setLiveDetails } from '../points/edit-payment-point.js';
import { createPayout } from '../transfers/create-payout.js';

type ActDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'vault'>;

/** Who acts, and from where. */
export type OperatorCall = { readonly person: Person; readonly address: string };

/** `proposal` is null if the act is done. */
export type ActOutcome = { readonly proposal: Proposal | null };

const PROPOSAL_MS = 3 * DAY_MS;

export async function actAsOperator(
  deps: ActDeps,
  call: OperatorCall & { readonly act: Act; readonly note?: string | null },
): Promise<ActOutcome> {
  const { act, person, address } = call;
  const { amount, mode } = await weightOf(deps, act);
  if (!needsSecondPerson(act, { over: deps.settings.fourEyesOver, amount, mode })) {
    await runAct(deps, act, personActor(person, address));
    return { proposal: null };
  }
  const at = deps.clock.now();
  const proposal: Proposal = {
    id: deps.random.uuid(at),
    act,
    subject: subjectOf(act),
    amount,
    note: call.note ?? null,
    state: 'open',
    proposedBy: person.id,
    proposedAt: at,
    expiresAt: at + PROPOSAL_MS,
    decidedBy: null,
    decidedAt: null,
  };
  await rehearse(deps, act, personActor(person, address));
  await deps.db
    .transaction(async (tx) => {
      await insertProposal(tx, proposal);
      await noteStep(deps, tx, { proposal, call, action: 'proposal.open' });
    })
    .catch((error: unknown) => {
      throw violates(error, 'proposals_open') ? new AppError('proposal_open') : error;
    });
  return { proposal };
}

/** Does what was proposed. Whoever proposed it cannot approve it. */
export function approveProposal(deps: ActDeps, call: OperatorCall & { readonly id: string }): Promise<Proposal> {
  return decideProposal(deps, call, async (tx, proposal) => {
    if (proposal.proposedBy === call.person.id) throw new AppError('second_person_needed');
    await closeProposal(tx, { id: proposal.id, state: 'approved', by: call.person.id, at: deps.clock.now() });
    await noteStep(deps, tx, { proposal, call, action: 'proposal.approve' });
    await runAct({ ...deps, db: within(deps.db, tx) }, proposal.act, personActor(call.person, call.address));
  });
}

/** Whoever proposed it may also take it back. */
export function declineProposal(deps: ActDeps, call: OperatorCall & { readonly id: string }): Promise<Proposal> {
  return decideProposal(deps, call, async (tx, proposal) => {
    await closeProposal(tx, { id: proposal.id, state: 'declined', by: call.person.id, at: deps.clock.now() });
    await noteStep(deps, tx, { proposal, call, action: 'proposal.decline' });
  });
}

function decideProposal(
  deps: ActDeps,
  { id, person }: OperatorCall & { readonly id: string },
  decide: (tx: Queryable, proposal: Proposal) => Promise<void>,
): Promise<Proposal> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const proposal = isUuid(id) ? await lockProposal(tx, id, now) : null;
    if (proposal === null) throw new AppError('unknown_proposal', { id });
    if (proposal.state !== 'open') throw new AppError('proposal_closed', { id, state: proposal.state });
    await decide(tx, proposal);
    return { ...proposal, decidedBy: person.id, decidedAt: now };
  });
}

/** How much an act is about, and in which mode; null where that is no question. */
async function weightOf(deps: ActDeps, act: Act): Promise<{ amount: bigint | null; mode: string | null }> {
  if (act.kind === 'provider.live') return { amount: null, mode: null };
  if (act.kind === 'payout.create') return { amount: act.amount, mode: act.scope.mode };
  return requirePayment(deps, act.paymentId);
}

async function runAct(deps: ActDeps, act: Act, actor: string): Promise<unknown> {
  switch (act.kind) {
    case 'payment.match':
      return matchPayment(deps, { ...act, actor });
    case 'payment.accept':
      return acceptPayment(deps, { ...act, actor });
    case 'payment.return':
      return returnPayment(deps, { ...act, actor });
    case 'payment.take_back':
      return takeBackPayment(deps, { ...act, actor });
    case 'payment.void':
      return voidPayment(deps, { ...act, actor });
    case 'payout.create':
      return createPayout(deps, { ...act, actor });
    case 'provider.live':
      return setLiveDetails(deps, { ...act, actor });
  }
}

class Rehearsed extends Error {
  override readonly name = 'Rehearsed';
}

/** Tells who proposes what would be refused, at once and not the second person days later. Nothing of it stays. */
async function rehearse(deps: ActDeps, act: Act, actor: string): Promise<void> {
  await deps.db
    .transaction(async (tx) => {
      await runAct({ ...deps, db: within(deps.db, tx) }, act, actor);
      throw new Rehearsed();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error;
    });
}

/** The database as seen from inside of a transaction: what is done with it is part of the transaction. */
function within(db: Db, tx: Queryable): Db {
  return { ...db, ...tx, transaction: (work) => work(tx) };
}

async function noteStep(
  deps: Pick<Deps, 'clock' | 'vault'>,
  tx: Queryable,
  step: { readonly proposal: Proposal; readonly call: OperatorCall; readonly action: AuditAction },
): Promise<void> {
  const { proposal, call, action } = step;
  await appendAudit(tx, deps.vault, {
    at: deps.clock.now(),
    actor: personActor(call.person, call.address),
    action,
    subject: proposal.id,
    details: {
      kind: proposal.act.kind,
      about: proposal.subject,
      note: proposal.note,
      amount: proposal.amount === null ? null : toDecimal(proposal.amount),
      ...(proposal.proposedBy !== call.person.id && { proposed_by: proposal.proposedBy }),
    },
  });
}
