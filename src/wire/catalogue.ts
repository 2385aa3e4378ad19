// The catalogue as operators write it: catalogue/providers.json, `cobro provider export` and `import`.
import { type AmountFault, parseAmount, toJsonNumber } from '../domain/money.js';
import { missingDetails, type PaymentPoint, POINT_KINDS, type PointKindName } from '../domain/payment-point.js';
import { OperatorError } from '../operator-error.js';
import { isJsonObject, type JsonObject } from './json.js';

const LONGEST_TEXT = 255;
const LAST_RANK = 1_000_000;

/** Reads a whole catalogue; one message tells everything that is wrong with it. */
export function readCatalogue(value: unknown, name: string): PaymentPoint[] {
  if (!Array.isArray(value)) throw new OperatorError(`${name} must be a JSON array of payment points.`);
  const problems: string[] = [];
  const providers = value.flatMap((point, index) => {
    const read = readPaymentPoint(point, problems, `point ${index + 1}`);
    return read === null ? [] : [read];
  });
  if (problems.length > 0)
    throw new OperatorError(`${name} has problems:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  return providers;
}

function readPaymentPoint(point: unknown, problems: string[], position: string): PaymentPoint | null {
  if (!isJsonObject(point)) {
    problems.push(`${position} is no object`);
    return null;
  }
  const code = typeof point['code'] === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(point['code']) ? point['code'] : null;
  const kind = Object.keys(POINT_KINDS).find((known) => known === point['kind']) as PointKindName | undefined;
  const where = code ?? position;
  if (code === null) problems.push(`${position}: code must have 1 to 64 letters, digits, - or _`);
  if (kind === undefined) problems.push(`${where}: kind must be ${Object.keys(POINT_KINDS).join(', ')}`);
  if (code === null || kind === undefined) return null;

  const text = (field: string) => {
    const value = typeof point[field] === 'string' ? point[field].trim() : '';
    if (value !== '' && value.length <= LONGEST_TEXT && !value.includes('\0')) return value;
    problems.push(`${where}: ${field} must be a text of at most ${LONGEST_TEXT} characters`);
    return '';
  };
  const pesos = (field: string): bigint => {
    const amount: bigint | AmountFault = parseAmount(point[field]);
    if (typeof amount === 'bigint') return amount;
    problems.push(`${where}: ${field} must be an amount in pesos`);
    return 0n;
  };
  const rank = point['rank'];
  if (!Number.isSafeInteger(rank) || Number(rank) < 1 || Number(rank) > LAST_RANK)
    problems.push(`${where}: rank must be a whole number from 1 to ${LAST_RANK}`);
  const commission = point['commission'] ?? null;
  return {
    code,
    kind,
    name: text('name'),
    rank: Number(rank),
    availability: text('availability'),
    transactionLimit: pesos('transaction_limit'),
    limitPerTransaction: pesos('limit_per_transaction'),
    commission: commission === null ? null : commission === 0 ? 0n : pesos('commission'),
    isActive: point['is_active'] !== false,
    testDetails: readDetails(kind, point['test_details'], `${where}: test_details`, problems) ?? {},
    liveDetails: readDetails(kind, point['live_details'] ?? null, `${where}: live_details`, problems),
  };
}

function readDetails(
  kind: PointKindName,
  details: unknown,
  where: string,
  problems: string[],
): Record<string, string> | null {
  if (details === null) return null;
  const given: JsonObject = isJsonObject(details) ? details : {};
  for (const { name, what } of missingDetails(kind, given)) problems.push(`${where} must have ${name} (${what})`);
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Reads live details alone, for `cobro provider set CODE --live FILE.json`. */
export function readLiveDetails(kind: PointKindName, value: unknown): Record<string, string> {
  const problems: string[] = [];
  const details = readDetails(kind, isJsonObject(value) ? value : {}, 'live details', problems);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return details ?? {};
}

export function writePaymentPoint(provider: PaymentPoint): JsonObject {
  return {
    code: provider.code,
    name: provider.name,
    kind: provider.kind,
    rank: provider.rank,
    availability: provider.availability,
    transaction_limit: toJsonNumber(provider.transactionLimit),
    limit_per_transaction: toJsonNumber(provider.limitPerTransaction),
    commission: provider.commission === null ? null : toJsonNumber(provider.commission),
    is_active: provider.isActive,
    test_details: provider.testDetails,
    live_details: provider.liveDetails,
  };
}
