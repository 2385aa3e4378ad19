// An operator's edits of the catalogue (D56), each with its line in the audit log. An edited point is no longer renewed by
// a newer shipped catalogue.
import type { Deps } from '../deps.js';
import type { AuditStep } from '../domain/audit.js';
import { kindOf, type PaymentPoint } from '../domain/payment-point.js';
import { OperatorError } from '../operator-error.js';
import { appendAudit } from '../store/accounts/audit.js';
import { type Queryable, sqlState } from '../store/db.js';
import { addCards, listPaymentPoints, lockPaymentPoint, savePaymentPoints } from '../store/points/payment-points.js';
import { readCatalogue, readLiveDetails, writePaymentPoint } from '../wire/catalogue.js';
import { isJsonObject } from '../wire/json.js';

type EditDeps = Pick<Deps, 'db' | 'clock'>;

export async function requirePaymentPoint(deps: { readonly db: Queryable }, code: string): Promise<PaymentPoint> {
  const provider = (await listPaymentPoints(deps.db)).find((one) => one.code === code);
  if (provider === undefined)
    throw new OperatorError(`There is no payment point ${code}. List them with: npx cobro provider list`);
  return provider;
}

/** Changes some fields, named as in the catalogue file; the others stay as they are at that moment. */
export async function editPaymentPoint(
  deps: EditDeps,
  code: string,
  change: Readonly<Record<string, unknown>>,
  actor = 'service',
): Promise<PaymentPoint> {
  const fields = Object.keys(change).join(' ');
  return editLocked(deps, code, { actor, action: 'provider.edit', subject: code, details: { fields } }, (current) => {
    const [edited] = readCatalogue([{ ...writePaymentPoint(current), ...change, code }], code);
    if (edited === undefined) throw new Error(`${code} was read as nothing`);
    return { edited, cards: [] };
  });
}

/** Gives a point its live details; for a point with cards `cards` is its pool, one card number a line of the array. */
export async function setLiveDetails(
  deps: EditDeps,
  code: string,
  details: unknown,
  actor = 'service',
): Promise<PaymentPoint> {
  const cards = isJsonObject(details) ? readCards(details['cards']) : [];
  const step = { actor, action: 'provider.live', subject: code, details: { cards: cards.length } };
  return editLocked(deps, code, step, (current) => {
    const liveDetails = readLiveDetails(current.kind, details);
    if (kindOf(current).identifiedBy === 'card' && cards.length === 0)
      throw new OperatorError('live details must have cards: an array of card numbers');
    return { edited: { ...current, liveDetails }, cards };
  });
}

/** Takes a whole catalogue file: points are added or replaced, none is removed. */
export async function importCatalogue(
  deps: EditDeps,
  value: unknown,
  name: string,
  actor = 'service',
): Promise<number> {
  const providers = readCatalogue(value, name);
  const step = { actor, action: 'provider.import', subject: name, details: { points: providers.length } };
  await save(deps, step, (tx) => savePaymentPoints(tx, providers, deps.clock.now()));
  return providers.length;
}

type Edit = { readonly edited: PaymentPoint; readonly cards: readonly string[] };

/** Two edits of one point follow one another, so that neither undoes the other. */
async function editLocked(
  deps: EditDeps,
  code: string,
  step: Omit<AuditStep, 'at'>,
  edit: (current: PaymentPoint) => Edit,
): Promise<PaymentPoint> {
  return save(deps, step, async (tx) => {
    await lockPaymentPoint(tx, code);
    const { edited, cards } = edit(await requirePaymentPoint({ db: tx }, code));
    await savePaymentPoints(tx, [edited], deps.clock.now());
    if (cards.length > 0) await addCards(tx, code, cards);
    return edited;
  });
}

/** All of it or nothing. */
async function save<Result>(
  deps: EditDeps,
  step: Omit<AuditStep, 'at'>,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return deps.db
    .transaction(async (tx) => {
      const result = await work(tx);
      await appendAudit(tx, { ...step, at: deps.clock.now() });
      return result;
    })
    .catch((error: unknown) => {
      if (sqlState(error) === '23505')
        throw new OperatorError('Two payment points would have the same rank; give each its own.');
      throw error;
    });
}

function readCards(cards: unknown): string[] {
  if (cards === undefined) return [];
  const numbers = Array.isArray(cards) ? cards.map((card) => String(card).replace(/[ -]/g, '')) : [''];
  const wrong = numbers.find((number) => !/^\d{12,19}$/.test(number));
  if (wrong !== undefined) throw new OperatorError('cards must be an array of card numbers of 12 to 19 digits.');
  return numbers;
}
