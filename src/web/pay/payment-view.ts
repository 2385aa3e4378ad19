// How to pay an order that can be paid: how much to bring, where it goes, and the steps. Nothing here is ever made for
// an order that can no longer be paid (D59).

import type { Language } from '../../domain/base/language.js';
import { formatMexicoClock } from '../../domain/base/mexico-time.js';
import { toDecimal } from '../../domain/base/money.js';
import {
  commissionNote,
  detailsOf,
  formatSum,
  payAtPoint,
  shownSteps,
  speiDetails,
} from '../../domain/orders/instructions.js';
import type { Order } from '../../domain/orders/order.js';
import { handedText, toBring } from '../../domain/orders/to-bring.js';
import { holdsUntil, lastingPrice, shownPrice } from '../../domain/points/coin-quote.js';
import { coinUri } from '../../domain/points/coin-units.js';
import { coinOf } from '../../domain/points/coins.js';
import { coinsOf, networkWarning } from '../../domain/points/crypto.js';
import { kindOf, type PointSnapshot } from '../../domain/points/payment-point.js';
import { bankOf } from '../../domain/transfers/bank.js';
import { PAY_TEXTS } from './texts.js';

export type PaymentView = {
  readonly destination: PaymentRow;
  /** What is said or typed before it. */
  readonly details: readonly PaymentRow[];
  readonly rows: readonly PaymentRow[];
  /** What a till scans; null where none does. */
  readonly barcode: string | null;
  /** What a wallet scans; null where none does. */
  readonly qr: { readonly text: string; readonly name: string; readonly opensWallet: boolean } | null;
  readonly steps: readonly string[];
  readonly notes: readonly string[];
  /** Beside the code or number that fills the screen: where, and what the cashier asks for; null where none is shown. */
  readonly caption: string | null;
  /** What to send, where it is no pesos. */
  readonly coins: { readonly amount: string; readonly coin: string } | null;
  /** What goes wrong if it is overlooked; null where nothing does. */
  readonly warning: string | null;
  /** How long the amount in coins holds; null where it does not change. */
  readonly lock: PriceLock | null;
};

type PriceLock = {
  readonly until: number;
  /** "Esta cantidad de BTC vale hasta las 12:20 p.m." */
  readonly text: string;
  readonly leftMs: number;
};

/** One value to say or to type. `copy` is the text that a copy button puts on the clipboard. */
export type PaymentRow = { readonly label: string; readonly value: string; readonly copy: string | null };

type PaymentContext = {
  readonly language: Language;
  readonly merchantName: string;
  /** Who holds the CLABEs; null: what banks are told is the merchant's name. */
  readonly beneficiary: string | null;
  readonly now: number;
  /** How long a price of coins holds. */
  readonly lockMs: number;
};

type OrderAtPoint = Order & { readonly point: PointSnapshot };

/** `order.amount` is what is left to pay. */
export function toPaymentView(order: Order, context: PaymentContext): PaymentView {
  const { point } = order;
  return point === null ? speiView(order, context) : pointView({ ...order, point }, context);
}

function speiView(order: Order, { language, beneficiary, merchantName }: PaymentContext): PaymentView {
  const texts = PAY_TEXTS[language];
  const clabe = order.clabe ?? '';
  const { bank, holder, concept } = speiDetails(order, { bank: bankOf(clabe), beneficiary, merchantName }, language);
  return {
    destination: { label: texts.destination.clabe, value: clabe, copy: clabe },
    details: [],
    rows: [
      ...(bank === null ? [] : [{ ...bank, copy: null }]),
      { ...holder, copy: holder.value },
      exactAmount(order.amount, language),
      { ...concept, copy: concept.value },
    ],
    barcode: null,
    qr: null,
    steps: shownSteps(order, language),
    notes: [],
    caption: null,
    coins: null,
    warning: null,
    lock: null,
  };
}

function pointView(order: OrderAtPoint, context: PaymentContext): PaymentView {
  const { language } = context;
  const { point, amount } = order;
  const texts = PAY_TEXTS[language];
  const { method, type, identifiedBy, isScanned, isDeposit } = kindOf(point);
  const { payTo } = payAtPoint(order, language);
  const steps = shownSteps(order, language);
  const coins = method === 'crypto' ? coinsOf(toDecimal(amount), point.details) : '';
  const { coin = '', destination_tag: tag = '' } = point.details;
  const { network } = coinOf(coin) ?? {};
  return {
    destination: { label: texts.destination[identifiedBy], value: payTo, copy: payTo },
    details: [
      ...(type === 'Bank' ? [{ label: texts.bank, value: point.name, copy: null }] : []),
      ...detailsOf(point, language).map(({ isTyped, ...row }) => ({ ...row, copy: isTyped ? row.value : null })),
    ],
    rows: [
      ...(network === undefined ? [] : [{ label: texts.network, value: network, copy: null }]),
      ...(tag === '' ? [] : [{ label: texts.destinationTag, value: tag, copy: tag }]),
      ...(coins === '' ? [] : [{ label: texts.coinAmount, value: `${coins} ${coin}`, copy: coins }]),
      ...((isDeposit && method !== 'cash') || (method === 'crypto' && coins === '')
        ? [exactAmount(amount, language)]
        : []),
    ],
    barcode: isScanned ? payTo : null,
    qr: method === 'crypto' ? qrOf(point, { address: payTo, coins }) : null,
    steps: method === 'crypto' && coins === '' ? [...steps.slice(0, 1), texts.noCoinAmount] : steps,
    notes: notesOf(order, coins, language),
    caption: method === 'cash' ? captionOf(order, language) : null,
    coins: coins === '' ? null : { amount: coins, coin },
    warning: method === 'crypto' ? (networkWarning(point.details)?.[language] ?? null) : null,
    lock: method === 'crypto' ? lockOf(order, context) : null,
  };
}

function lockOf({ point, createdAt }: OrderAtPoint, { language, now, lockMs }: PaymentContext): PriceLock | null {
  const shown = shownPrice(point.details);
  if (shown === null) return null;
  const until = holdsUntil(createdAt, shown, lockMs);
  const text = PAY_TEXTS[language].lock(point.details['coin'] ?? '', formatMexicoClock(until, language));
  return { until, text, leftMs: Math.max(0, until - now) };
}

function qrOf({ name, details }: PointSnapshot, payment: { readonly address: string; readonly coins: string }) {
  const text = coinUri(details['coin'] ?? '', { ...payment, tag: details['destination_tag'] ?? '' });
  // A bare address is no link.
  return { text, name, opensWallet: text !== payment.address };
}

/** A bank's form wants the sum to the centavo. */
function exactAmount(amount: bigint, language: Language): PaymentRow {
  return { label: PAY_TEXTS[language].exactAmount, value: formatSum(amount), copy: toDecimal(amount) };
}

/** "OXXO · $1,244.50 MXN", and below it "Convenio 123": whoever holds the phone to the cashier need not go back for it. */
function captionOf({ scope, point, amount }: OrderAtPoint, language: Language): string {
  const { identifiedBy } = kindOf(point);
  const details = identifiedBy === 'card' ? [] : detailsOf(point, language);
  const asked = details.map(({ label, value }) => `${label} ${value}`.replaceAll(' ', '\u00a0'));
  const sum = handedText(toBring(amount, point), language).replaceAll(' MXN', '\u00a0MXN');
  const test = scope.mode === 'test' ? ` · ${PAY_TEXTS[language].testMode.replaceAll(' ', '\u00a0')}` : '';
  return [`${point.name} · ${sum}`, ...asked].join('\n') + test;
}

/** A commission that is known is beside the sum; how long a quantity of coins holds, beside it if that is less than the order's time. */
function notesOf(order: OrderAtPoint, coins: string, language: Language): string[] {
  const { details, commission } = order.point;
  if (order.method !== 'crypto') return commission === null ? [commissionNote(order, language)] : [];
  return coins === '' || lastingPrice(details) === null ? [] : [PAY_TEXTS[language].lasting(details['coin'] ?? '')];
}
