// The catalogue as operators write it: catalogue/providers.json, `cobro provider export` and `import`, and the fields
// of one point from the command line or the dashboard's form. One refusal lists everything that is wrong.
import { formatAmount, MAX_AMOUNT, parseAmount, toJsonNumber } from '../../domain/base/money.js';
import type { PointDetails } from '../../domain/points/kind.js';
import {
  liveFaults,
  missingDetails,
  type PaymentPoint,
  POINT_KINDS,
  type PointChange,
  type PointKindName,
} from '../../domain/points/payment-point.js';
import { type Details, type Fault, type FaultCode, invalidRequest } from '../../errors/errors.js';
import { isJsonObject, type JsonObject } from '../json.js';

const LONGEST_TEXT = 255;
const LONGEST_CODE = 64;
const LAST_RANK = 1_000_000;

export function readPoints(value: unknown): PaymentPoint[] {
  if (!Array.isArray(value))
    throw invalidRequest(wrongType('catalogue', 'una lista de puntos de pago', 'a JSON array of payment points'));
  const faults: Fault[] = [];
  const points = value.flatMap((point, index) => readPaymentPoint(point, `point_${index + 1}`, faults) ?? []);
  if (faults.length > 0) throw invalidRequest(...faults);
  return points;
}

/** Reads only the fields that are given. Strings may stand for numbers. An empty commission means unknown. */
export function readPointChange(given: JsonObject): PointChange {
  const faults: Fault[] = [];
  const read = readerOf(given, '', faults);
  const has = (field: string) => given[field] !== undefined;
  const change = {
    ...(has('name') && { name: read.text('name') }),
    ...(has('rank') && { rank: read.rank() }),
    ...(has('availability') && { availability: read.text('availability') }),
    ...(has('transaction_limit') && { orderLimit: read.pesos('transaction_limit') }),
    ...(has('limit_per_transaction') && { tillLimit: read.pesos('limit_per_transaction') }),
    ...(has('commission') && { commission: read.commission() }),
    ...(has('is_active') && { isActive: given['is_active'] === true }),
  };
  if (faults.length > 0) throw invalidRequest(...faults);
  return change;
}

/** Live details of one point and the cards for its pool: `{"bank_name": "…", "cards": ["…"]}`. */
export function readLiveDetails(value: unknown): { readonly details: PointDetails; readonly cards: readonly string[] } {
  if (!isJsonObject(value)) throw invalidRequest(wrongType('live_details', 'un objeto', 'an object'));
  const { cards = [] } = value;
  if (!Array.isArray(cards)) throw invalidRequest({ param: 'cards', error: 'invalid_card_number' });
  return { details: textsOf(value), cards: cards.map(String) };
}

export function writePaymentPoint(point: PaymentPoint): JsonObject {
  return {
    code: point.code,
    name: point.name,
    kind: point.kind,
    rank: point.rank,
    availability: point.availability,
    transaction_limit: toJsonNumber(point.orderLimit),
    limit_per_transaction: toJsonNumber(point.tillLimit),
    commission: point.commission === null ? null : toJsonNumber(point.commission),
    is_active: point.isActive,
    test_details: point.testDetails,
    live_details: point.liveDetails,
  };
}

/** null: the code or the kind is wrong, so nothing more can be checked. */
function readPaymentPoint(point: unknown, position: string, faults: Fault[]): PaymentPoint | null {
  if (!isJsonObject(point)) {
    faults.push(wrongType(position, 'un objeto', 'an object'));
    return null;
  }
  const code = readCode(point['code']);
  const kind = readKind(point['kind']);
  const where = code ?? position;
  const allowed = Object.keys(POINT_KINDS).join(', ');
  if (code === null)
    faults.push({ param: `${where}.code`, error: 'invalid_code', details: { min: 1, max: LONGEST_CODE } });
  if (kind === null) faults.push({ param: `${where}.kind`, error: 'not_allowed', details: { allowed } });
  if (code === null || kind === null) return null;

  const read = readerOf(point, `${where}.`, faults);
  return {
    code,
    kind,
    name: read.text('name'),
    rank: read.rank(),
    availability: read.text('availability'),
    orderLimit: read.pesos('transaction_limit'),
    tillLimit: read.pesos('limit_per_transaction'),
    commission: read.commission(),
    isActive: point['is_active'] !== false,
    testDetails: read.details('test_details', kind),
    liveDetails: (point['live_details'] ?? null) === null ? null : read.details('live_details', kind),
  };
}

function readCode(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : null;
}

function readKind(value: unknown): PointKindName | null {
  const kinds = Object.keys(POINT_KINDS) as PointKindName[];
  return kinds.find((known) => known === value) ?? null;
}

/** Reads the fields of one point and collects their faults. The value of a faulty field is never used. */
function readerOf(point: JsonObject, path: string, faults: Fault[]) {
  const fault = (field: string, error: FaultCode, details?: Details) =>
    faults.push({ param: path + field, error, ...(details && { details }) });
  const pesos = (field: string): bigint => {
    const amount = parseAmount(point[field]);
    if (typeof amount === 'bigint') return amount;
    fault(field, amount, amount === 'too_large' ? { max: formatAmount(MAX_AMOUNT) } : undefined);
    return 0n;
  };
  return {
    pesos,
    text(field: string): string {
      const text = typeof point[field] === 'string' ? point[field].trim() : '';
      if (text === '' || text.length > LONGEST_TEXT) fault(field, 'wrong_length', { min: 1, max: LONGEST_TEXT });
      else if (text.includes('\0')) fault(field, 'invalid_characters');
      return text;
    },
    rank(): number {
      const value = point['rank'];
      const rank = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
      if (typeof rank === 'number' && Number.isSafeInteger(rank) && rank >= 1 && rank <= LAST_RANK) return rank;
      fault('rank', 'out_of_range', { min: 1, max: LAST_RANK });
      return 0;
    },
    /** Zero is not a valid price, but it is a valid commission. */
    commission(): bigint | null {
      const value = point['commission'] ?? null;
      if (value === null || value === '') return null;
      return value === 0 || (typeof value === 'string' && /^0+(\.0+)?$/.test(value)) ? 0n : pesos('commission');
    },
    details(field: string, kind: PointKindName): PointDetails {
      const details = isJsonObject(point[field]) ? point[field] : {};
      const missing = missingDetails(kind, field === 'live_details' ? 'live' : 'test', details);
      for (const name of missing) fault(`${field}.${name}`, 'required');
      const texts = textsOf(details);
      if (field === 'live_details' && missing.length === 0)
        for (const { name, error } of liveFaults(kind, texts)) fault(`${field}.${name}`, error);
      return texts;
    },
  };
}

function textsOf(given: JsonObject): PointDetails {
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function wrongType(param: string, es: string, en: string): Fault {
  return { param, error: 'wrong_type', details: { wanted_es: es, wanted_en: en } };
}
