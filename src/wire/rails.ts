// Notices as rails send them (D44, D45). A notice that cannot be understood is told apart, never guessed at.
import type { Mode } from '../domain/mode.js';
import { parseMoney } from '../domain/money.js';
import { type Arrival, cashIdentity, speiIdentity } from '../domain/payment.js';
import { isJsonObject, type JsonObject } from './json.js';
import { numberToken, withoutExponent } from './json-token.js';

export type ReadNotice =
  | { readonly is: 'arrival'; readonly arrival: Arrival }
  /** Money that goes back to its sender, or another notice that is no deposit. */
  | { readonly is: 'ignored'; readonly why: string }
  | { readonly is: 'malformed'; readonly problems: readonly string[] };

const RETURN_TYPES = new Set([0, 16, 17, 18, 23, 24]); // D44

/** A SPEI deposit. `text` is the body as it came: amounts are taken from the decimal text, never through a float. */
export function readSpeiNotice(text: string, mode: Mode, receivedAt: number): ReadNotice {
  const notice = parseObject(text);
  if (notice === null) return { is: 'malformed', problems: ['the body is no JSON object'] };
  const problems: string[] = [];
  const required = textReader(notice, problems);
  const trackingKey = required('claveRastreo');
  const operatingDate = required('fechaOperacion');
  const orderingBank = required('institucionOrdenante');
  const destination = required('cuentaBeneficiario');
  const amount = parseMoney(decimalText(text, notice, 'monto'));
  if (amount === null) problems.push('monto must be a positive amount with at most two decimals');
  if (!/^\d{8}$/.test(operatingDate)) problems.push('fechaOperacion must be yyyymmdd');
  if (RETURN_TYPES.has(Number(notice['tipoPago'] ?? Number.NaN)))
    return { is: 'ignored', why: `tipoPago ${notice['tipoPago']} is a return` };
  if (amount === null || problems.length > 0) return { is: 'malformed', problems };
  const orderingAccount = optional(notice, 'cuentaOrdenante') ?? '';
  return {
    is: 'arrival',
    arrival: {
      kind: 'spei',
      mode,
      identity: speiIdentity({
        mode,
        orderingBank,
        trackingKey,
        operatingDate,
        beneficiaryAccount: destination,
        orderingAccount,
        amount,
      }),
      network: orderingBank,
      trackingKey,
      destination,
      payerName: optional(notice, 'nombreOrdenante'),
      payerAccount: orderingAccount || null,
      amount,
      paidAt: timeOf(notice['tsLiquidacion']) ?? receivedAt,
    },
  };
}

/** A payment at a till. */
export function readCashNotice(text: string, mode: Mode, receivedAt: number): ReadNotice {
  const notice = parseObject(text);
  if (notice === null) return { is: 'malformed', problems: ['the body is no JSON object'] };
  const problems: string[] = [];
  const required = textReader(notice, problems);
  const network = required('network');
  const trackingKey = required('transaction_id');
  const destination = required('reference').replace(/[ -]/g, '');
  const amount = parseMoney(decimalText(text, notice, 'amount'));
  if (amount === null) problems.push('amount must be a positive amount with at most two decimals');
  const paidAt = (notice['paid_at'] ?? null) === null ? receivedAt : timeOf(notice['paid_at']);
  if (paidAt === null) problems.push('paid_at must be an ISO time or epoch seconds');
  if (amount === null || paidAt === null || problems.length > 0) return { is: 'malformed', problems };
  return {
    is: 'arrival',
    arrival: {
      kind: 'cash',
      mode,
      identity: cashIdentity(mode, network, trackingKey),
      network,
      trackingKey,
      destination,
      payerName: null,
      payerAccount: optional(notice, 'store_id'),
      amount,
      paidAt,
    },
  };
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Texts, or numbers that stand for one; NUL cannot be stored. */
function textReader(notice: JsonObject, problems: string[]): (name: string) => string {
  return (name) => {
    const text = optional(notice, name);
    if (text === null) problems.push(`${name} is missing`);
    return text ?? '';
  };
}

function optional(notice: JsonObject, name: string): string | null {
  const value = notice[name];
  // A number too large for a float has lost digits, and two transfers could look like one.
  const text = Number.isSafeInteger(value) ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' || text.includes('\0') || text.length > 255 || !text.isWellFormed() ? null : text;
}

/** An amount as it stands in the body, a text or a number. */
function decimalText(text: string, notice: JsonObject, name: string): string {
  if (typeof notice[name] === 'string') return notice[name];
  return withoutExponent(numberToken(text, name) ?? '');
}

// A time outside of these years is a mistake of the sender, and some could not even be stored.
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

/** Epoch seconds or milliseconds, or an ISO time. */
function timeOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{9,14}$/.test(value) ? Number(value) : value;
  const isIso = typeof number === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(number);
  const time =
    typeof number === 'number'
      ? number < 100_000_000_000
        ? number * 1000
        : number
      : isIso
        ? Date.parse(number)
        : Number.NaN;
  return Number.isSafeInteger(time) && time >= EARLIEST && time < LATEST ? time : null;
}
