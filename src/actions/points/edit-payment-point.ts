// An operator's edits to the catalogue of payment points (D56), each with a line in the audit log. A newer shipped
// catalogue never overwrites an edited point.

import type { Deps } from '../../deps.js';
import { type AuditDetails, changeDetails } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import { parseCardNumber } from '../../domain/points/card.js';
import type { PointDetails } from '../../domain/points/kind.js';
import {
  kindOf,
  liveFaults,
  missingDetails,
  type PaymentPoint,
  type PointChange,
} from '../../domain/points/payment-point.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import { type Queryable, sqlState } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { listPaymentPoints, lockPaymentPoint, savePaymentPoints } from '../../store/points/payment-points.js';
import { addCards } from '../../store/points/point-cards.js';

type EditDeps = Pick<Deps, 'db' | 'clock' | 'vault'>;
type PointCall = { readonly code: string; readonly actor: string };

type LiveDetailsCall = PointCall & {
  readonly details: PointDetails;
  /** Card numbers to add to the pool, for a point that uses cards. */
  readonly cards: readonly string[];
};

export async function requirePaymentPoint(deps: { readonly db: Queryable }, code: string): Promise<PaymentPoint> {
  const point = (await listPaymentPoints(deps.db)).find((one) => one.code === code);
  if (point === undefined) throw new AppError('unknown_point', { code });
  return point;
}

/** Changes some fields and leaves the others as they are. */
export function editPaymentPoint(
  deps: EditDeps,
  { code, actor, change }: PointCall & { readonly change: PointChange },
): Promise<PaymentPoint> {
  const step = { actor, action: 'provider.edit' as const, subject: code };
  return editLocked(deps, step, (current) => ({ edited: { ...current, ...change }, cards: [] }));
}

/** Changes places with the neighbour before or after it in the list; at the end of the list nothing happens. */
export async function movePaymentPoint(
  deps: EditDeps,
  { code, way, actor }: PointCall & { readonly way: 'up' | 'down' },
): Promise<void> {
  const step = { actor, action: 'provider.move' as const, subject: code };
  await save(deps, step, async (tx) => {
    const points = await listPaymentPoints(tx);
    for (const one of points) await lockPaymentPoint(tx, one.code);
    const at = points.findIndex((point) => point.code === code);
    const [point, other] = [points[at], points[way === 'up' ? at - 1 : at + 1]];
    if (point === undefined) throw new AppError('unknown_point', { code });
    if (other === undefined) return { result: null, details: { rank_before: point.rank, rank_after: point.rank } };
    const moved = [
      { ...point, rank: other.rank },
      { ...other, rank: point.rank },
    ];
    await savePaymentPoints(tx, moved, deps.clock.now());
    return { result: null, details: { rank_before: point.rank, rank_after: other.rank, other: other.code } };
  });
}

/** Sets a point's live details. If the point uses cards, the given cards are added to its pool. */
export async function setLiveDetails(deps: EditDeps, call: LiveDetailsCall): Promise<PaymentPoint> {
  const { code, actor, details } = call;
  const cards = checkedCards(call.cards);
  const step = { actor, action: 'provider.live' as const, subject: code };
  return editLocked(deps, step, (current) => {
    const missing = [
      ...missingDetails(current.kind, 'live', details).map((name) => `live_details.${name}`),
      ...(kindOf(current).identifiedBy === 'card' && current.liveDetails === null && cards.length === 0
        ? ['cards']
        : []),
    ];
    if (missing.length > 0) throw invalidRequest(...missing.map((param) => ({ param, error: 'required' }) as const));
    requireSound(current, details);
    return { edited: { ...current, liveDetails: details }, cards };
  });
}

/** Adds cards to the pool of a point that gives each order a card of its own. Those that it has already stay as they are. */
export async function importCards(
  deps: EditDeps,
  call: PointCall & { readonly cards: readonly string[] },
): Promise<number> {
  const cards = checkedCards(call.cards);
  if (cards.length === 0) throw invalidRequest({ param: 'cards', error: 'required' });
  const { code, actor } = call;
  await editLocked(deps, { actor, action: 'provider.cards', subject: code }, (current) => {
    if (kindOf(current).identifiedBy !== 'card' || current.liveDetails === null)
      throw invalidRequest({ param: 'cards', error: 'invalid_card_number' });
    return { edited: current, cards };
  });
  return cards.length;
}

function requireSound({ kind }: PaymentPoint, details: PointDetails): void {
  const faults = liveFaults(kind, details).map(({ name, error }) => ({ param: `live_details.${name}`, error }));
  if (faults.length > 0) throw invalidRequest(...faults);
}

/** Imports a whole catalogue. Points are added or replaced, never removed. */
export async function importPoints(
  deps: EditDeps,
  call: {
    readonly points: readonly PaymentPoint[];
    /** Where the points come from, for the audit log. */
    readonly source: string;
    readonly actor: string;
  },
): Promise<number> {
  const { points, source, actor } = call;
  const step = { actor, action: 'provider.import' as const, subject: source };
  await save(deps, step, async (tx) => {
    await savePaymentPoints(tx, points, deps.clock.now());
    return { result: null, details: { points: points.length } };
  });
  return points.length;
}

type Edit = { readonly edited: PaymentPoint; readonly cards: readonly string[] };

/** Locks the point, so that simultaneous edits do not undo each other. */
function editLocked(deps: EditDeps, step: PointStep, edit: (current: PaymentPoint) => Edit): Promise<PaymentPoint> {
  const code = step.subject;
  return save(deps, step, async (tx) => {
    await lockPaymentPoint(tx, code);
    const current = await requirePaymentPoint({ db: tx }, code);
    const { edited, cards } = edit(current);
    await savePaymentPoints(tx, [edited], deps.clock.now());
    if (cards.length > 0) await addCards(tx, code, cards);
    const added: AuditDetails = cards.length > 0 ? { cards: cards.length } : {};
    return { result: edited, details: { ...changeDetails(factsOf(current), factsOf(edited)), ...added } };
  });
}

type PointStep = { readonly actor: string; readonly action: AuditAction; readonly subject: string };

/** The catalogue file has two names that say the same of different limits, which is why the program uses others. */
const CATALOGUE_NAMES: Readonly<Record<string, string>> = {
  orderLimit: 'transaction_limit',
  tillLimit: 'limit_per_transaction',
};

/** Every field with the name of the catalogue file; the bank details one by one. */
function factsOf({ liveDetails, ...point }: PaymentPoint): AuditDetails {
  const plain = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value, bigintsAsText) : toFact(value);
  const fields = Object.entries(point).map(([name, value]) => [CATALOGUE_NAMES[name] ?? snakeCase(name), plain(value)]);
  const details = Object.entries(liveDetails ?? {}).map(([name, value]) => [`live_details.${name}`, plain(value)]);
  return Object.fromEntries([...fields, ...details]);
}

function bigintsAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function toFact(value: unknown): AuditDetails[string] {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : String(value);
}

/** Saves everything or nothing. */
async function save<Result>(
  deps: EditDeps,
  step: PointStep,
  work: (tx: Queryable) => Promise<{ readonly result: Result; readonly details: AuditDetails }>,
): Promise<Result> {
  return deps.db
    .transaction(async (tx) => {
      const { result, details } = await work(tx);
      await appendAudit(tx, deps, { ...step, details });
      return result;
    })
    .catch((error: unknown) => {
      if (sqlState(error) === '23505') throw new AppError('rank_taken');
      throw error;
    });
}

function checkedCards(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const number = parseCardNumber(text);
    if (number === null) throw invalidRequest({ param: 'cards', error: 'invalid_card_number' });
    return number;
  });
}

/** The audit log uses the field names of the catalogue file. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
