// Owns proposals: what waits for a second person of the operator's, what became of it, and what one person did alone (D81).
import type { Part } from '../../domain/people/act.js';
import type { MovedAlone, Proposal } from '../../domain/people/proposal.js';
import type { Queryable } from '../db.js';
import { named, type Sql, sql } from '../sql.js';

const COLUMNS: Sql = named(
  'id, act, subject, amount, facts, parts, note, state, proposed_by, proposed_at, expires_at, decided_by, decided_at, reason',
);

/** Two acts at once must not both find that they are small enough. */
export async function lockActs(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('acts'))`);
}

/** Fails on proposals_open if the same is proposed already. Those of it that are too old make room. */
export async function insertProposal(tx: Queryable, proposal: Proposal): Promise<void> {
  const { act, subject, proposedBy, proposedAt, state, decidedAt } = proposal;
  await tx.query(sql`
    update proposals
    set state = 'declined', decided_at = expires_at
    where kind = ${act.kind}
      and subject = ${subject}
      and state = 'open'
      and expires_at <= ${new Date(proposedAt)}`);
  await tx.query(sql`
    insert into proposals (id, act, kind, subject, amount, facts, parts, note, state, proposed_by, proposed_at, expires_at,
      decided_at)
    values (${proposal.id}, ${JSON.stringify(act)}::jsonb, ${act.kind}, ${subject}, ${proposal.amount},
      ${JSON.stringify(proposal.facts)}::jsonb, ${JSON.stringify(proposal.parts.map(toStoredPart))}::jsonb,
      ${proposal.note}, ${state}, ${proposedBy}, ${new Date(proposedAt)}, ${new Date(proposal.expiresAt)},
      ${decidedAt === null ? null : new Date(decidedAt)})`);
}

/** Locked until the transaction ends: of two who decide, the second sees what the first one did. */
export async function lockProposal(tx: Queryable, id: string, now: number): Promise<Proposal | null> {
  const rows = await tx.query<ProposalRow>(sql`
    select ${COLUMNS}
    from proposals
    where id = ${id}
    for update`);
  return rows[0] === undefined ? null : toProposal(rows[0], now);
}

type Decision = {
  readonly id: string;
  readonly state: 'approved' | 'declined';
  readonly by: string;
  readonly at: number;
  readonly reason: string | null;
};

export async function closeProposal(tx: Queryable, { id, state, by, at, reason }: Decision): Promise<void> {
  await tx.query(sql`
    update proposals
    set state = ${state}, decided_by = ${by}, decided_at = ${new Date(at)}, reason = ${reason}
    where id = ${id}`);
}

/** The money that people have moved alone since then. */
export async function listMovedAlone(tx: Queryable, since: number): Promise<MovedAlone[]> {
  const rows = await tx.query<{ proposed_by: string; parts: StoredPart[] }>(sql`
    select proposed_by, parts
    from proposals
    where state = 'done'
      and proposed_at > ${new Date(since)}`);
  return rows.flatMap(({ proposed_by: by, parts }) => parts.map((part) => ({ ...toPart(part), by })));
}

/** What waits for somebody, the oldest first. */
export async function listOpenProposals(db: Queryable, now: number): Promise<Proposal[]> {
  const rows = await db.query<ProposalRow>(sql`
    select ${COLUMNS}
    from proposals
    where state = 'open'
      and expires_at > ${new Date(now)}
    order by proposed_at, id
    limit 200`);
  return rows.map((row) => toProposal(row, now));
}

export type OpenProposals = { readonly count: number; readonly oldestAt: number | null };

/** How many wait, and since when. */
export async function countOpenProposals(db: Queryable, now: number): Promise<OpenProposals> {
  const [row] = await db.query<OpenProposals>(sql`
    select count(*)::integer as count, min(proposed_at) as "oldestAt"
    from proposals
    where state = 'open'
      and expires_at > ${new Date(now)}`);
  return row ?? { count: 0, oldestAt: null };
}

/** The newest first, whatever became of them; `subject` narrows it to those about one thing. */
export async function listProposals(
  db: Queryable,
  { now, limit, subject = null }: { readonly now: number; readonly limit: number; readonly subject?: string | null },
): Promise<Proposal[]> {
  const rows = await db.query<ProposalRow>(sql`
    select ${COLUMNS}
    from proposals
    where state <> 'done'
      and ${subject === null ? sql`true` : sql`subject = ${subject}`}
    order by proposed_at desc, id desc
    limit ${limit}`);
  return rows.map((row) => toProposal(row, now));
}

type StoredPart = Omit<Part, 'amount'> & { readonly amount: string };

function toStoredPart(part: Part): StoredPart {
  return { ...part, amount: String(part.amount) };
}

function toPart(part: StoredPart): Part {
  return { ...part, amount: BigInt(part.amount) };
}

type ProposalRow = Omit<Proposal, 'parts'> & { readonly parts: readonly StoredPart[] };

function toProposal(row: ProposalRow, now: number): Proposal {
  const isOver = row.state !== 'done' && row.decidedBy === null && row.expiresAt <= now;
  return { ...row, parts: row.parts.map(toPart), state: isOver ? 'expired' : row.state };
}
