// How to pay an order that can be paid: how much to bring, where it goes, and the steps. Nothing here is ever made for
// an order that can no longer be paid (D59).

import type { Language } from '../../domain/base/language.js';
import { formatMexicoClock } from '../../domain/base/mexico-time.js';
import { toDecimal } from '../../domain/base/money.js';
import { formatSum, payAtPoint, shownSteps } from '../../domain/orders/instructions.js';
import type { Order } from '../../domain/orders/order.js';
import { toBring } from '../../domain/orders/to-bring.js';
import { holdsUntil, shownPrice } from '../../domain/points/coin-quote.js';
import { coinUri } from '../../domain/points/coin-uri.js';
import { coinsOf, networkWarning } from '../../domain/points/crypto.js';
import { kindOf, type PointSnapshot } from '../../domain/points/payment-point.js';
import { bankOf } from '../../domain/transfers/bank.js';
import { PAY_TEXTS } from './texts.js';

export type PaymentView = {
  readonly introduction: string;
  readonly destination: PaymentRow;
  readonly rows: readonly PaymentRow[];
  /** What a till scans; null where none does. */
  readonly barcode: string | null;
  /** What a wallet scans; null where none does. */
  readonly qr: { readonly text: string; readonly name: string; readonly opensWallet: boolean } | null;
  readonly steps: readonly string[];
  readonly notes: readonly string[];
  /** What to send, where it is no pesos. */
  readonly coins: { readonly amount: string; readonly coin: string } | null;
  /** What goes wrong if it is overlooked; null where nothing does. */
  readonly warning: string | null;
  /** How long the amount in coins holds; null where it does not change. */
  readonly lock: PriceLock | null;
};

export type PriceLock = {
  readonly until: number;
  /** "Esta cantidad de BTC vale hasta las 12:20 p.m." */
  readonly text: string;
  readonly leftMs: number;
};

/** One value to say or to type. `copy` is the text that a copy button puts on the clipboard. */
export type PaymentRow = { readonly label: string; readonly value: string; readonly copy: string | null };

export type PaymentContext = {
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
  const isTest = order.scope.mode === 'test';
  const bank = isTest ? texts.testBank : bankOf(clabe);
  const holder = isTest ? texts.testBeneficiary : (beneficiary ?? merchantName);
  return {
    introduction: texts.speiIntroduction,
    destination: { label: texts.destination.clabe, value: clabe, copy: clabe },
    rows: [
      ...(bank === null ? [] : [{ label: texts.bank, value: bank, copy: null }]),
      { label: texts.beneficiary, value: holder, copy: holder },
      exactAmount(order.amount, language),
      { label: texts.concept, value: order.folio, copy: order.folio },
    ],
    barcode: null,
    qr: null,
    steps: shownSteps(order, language),
    notes: [],
    coins: null,
    warning: null,
    lock: null,
  };
}

function pointView(order: OrderAtPoint, context: PaymentContext): PaymentView {
  const { language } = context;
  const { point, amount } = order;
  const texts = PAY_TEXTS[language];
  const { method, identifiedBy, isScanned } = kindOf(point);
  const { description, payTo } = payAtPoint(order, language);
  const steps = shownSteps(order, language);
  const coins = method === 'crypto' ? coinsOf(toDecimal(amount), point.details) : '';
  const { coin = '', destination_tag: tag = '' } = point.details;
  return {
    introduction: description,
    destination: { label: texts.destination[identifiedBy], value: payTo, copy: payTo },
    rows: [
      ...detailRows(point, language),
      ...(tag === '' ? [] : [{ label: texts.destinationTag, value: tag, copy: tag }]),
      ...(coins === '' ? [] : [{ label: texts.coinAmount, value: `${coins} ${coin}`, copy: coins }]),
      ...(method === 'bank_deposit' || (method === 'crypto' && coins === '') ? [exactAmount(amount, language)] : []),
      ...(identifiedBy === 'card' && toBring(amount, point).parts.length === 1
        ? [{ ...exactAmount(amount, language), label: texts.exactDeposit, copy: null }]
        : []),
    ],
    barcode: isScanned ? payTo : null,
    qr: method === 'crypto' ? qrOf(point, { address: payTo, coins }) : null,
    steps: method === 'crypto' && coins === '' ? [...steps.slice(0, 1), texts.noCoinAmount] : steps,
    notes: notesOf(order, language),
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

/** The point's details that payers may be asked for. */
function detailRows(point: PointSnapshot, language: Language): PaymentRow[] {
  return Object.entries(kindOf(point).details).flatMap(([name, { shownAs }]) => {
    const value = point.details[name] ?? '';
    if (shownAs === null || value === '') return [];
    // An account number is typed into online banking; the rest is said at a counter.
    return [{ label: shownAs[language], value, copy: name === 'account_number' ? value : null }];
  });
}

function notesOf({ point, amount }: OrderAtPoint, language: Language): string[] {
  const texts = PAY_TEXTS[language];
  const { method } = kindOf(point);
  const commission =
    point.commission === null
      ? texts.unknownCommission(point.name)
      : point.commission === 0n && method !== 'crypto' // a network has fees of its own
        ? texts.noCommission(point.name)
        : null;
  const isInParts = amount > point.tillLimit;
  return [
    ...(isInParts ? [texts.partLimit(point.name, formatSum(point.tillLimit))] : []),
    ...(commission === null ? [] : [commission]),
  ];
}
