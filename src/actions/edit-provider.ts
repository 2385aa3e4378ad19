// An operator's edits of the catalogue (D56), each with its line in the audit log. An edited point is no longer renewed by
// a newer shipped catalogue.
import type { Deps } from '../deps.js';
import type { AuditStep } from '../domain/audit.js';
import type { Provider } from '../domain/provider.js';
import { OperatorError } from '../operator-error.js';
import { appendAudit } from '../store/audit.js';
import { sqlState } from '../store/db.js';
import { addCards, listProviders, saveProviders } from '../store/providers.js';
import { readCatalogue, readLiveDetails, writeProvider } from '../wire/catalogue.js';
import { isJsonObject } from '../wire/fields.js';

type EditDeps = Pick<Deps, 'db' | 'clock'>;

export async function requireProvider(deps: Pick<Deps, 'db'>, code: string): Promise<Provider> {
  const provider = (await listProviders(deps.db)).find((one) => one.code === code);
  if (provider === undefined)
    throw new OperatorError(`There is no payment point ${code}. List them with: npx cobro provider list`);
  return provider;
}

/** Changes some fields, named as in the catalogue file. */
export async function editProvider(
  deps: EditDeps,
  code: string,
  change: Readonly<Record<string, unknown>>,
  actor = 'service',
): Promise<Provider> {
  const current = await requireProvider(deps, code);
  const [edited] = readCatalogue([{ ...writeProvider(current), ...change, code }], code);
  if (edited === undefined) throw new Error(`${code} was read as nothing`);
  const fields = Object.keys(change).join(' ');
  await save(deps, [edited], { actor, action: 'provider.edit', subject: code, details: { fields } });
  return edited;
}

/** Gives a point its live details; for a point with cards `cards` is its pool, one card number a line of the array. */
export async function setLiveDetails(
  deps: EditDeps,
  code: string,
  details: unknown,
  actor = 'service',
): Promise<Provider> {
  const current = await requireProvider(deps, code);
  const liveDetails = readLiveDetails(current.kind, details);
  const cards = isJsonObject(details) ? readCards(details['cards']) : [];
  if (current.kind === 'card' && cards.length === 0)
    throw new OperatorError('live details must have cards: an array of card numbers');
  const edited = { ...current, liveDetails };
  await save(
    deps,
    [edited],
    { actor, action: 'provider.live', subject: code, details: { cards: cards.length } },
    cards,
  );
  return edited;
}

/** Takes a whole catalogue file: points are added or replaced, none is removed. */
export async function importCatalogue(
  deps: EditDeps,
  value: unknown,
  name: string,
  actor = 'service',
): Promise<number> {
  const providers = readCatalogue(value, name);
  const details = { points: providers.length };
  await save(deps, providers, { actor, action: 'provider.import', subject: name, details });
  return providers.length;
}

/** All of it or nothing. `cards` are those of the point that is the subject. */
async function save(
  deps: EditDeps,
  providers: readonly Provider[],
  step: Omit<AuditStep, 'at'>,
  cards: readonly string[] = [],
): Promise<void> {
  const at = deps.clock.now();
  await deps.db
    .transaction(async (tx) => {
      await saveProviders(tx, providers, at);
      if (cards.length > 0) await addCards(tx, step.subject, cards);
      await appendAudit(tx, { ...step, at });
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
