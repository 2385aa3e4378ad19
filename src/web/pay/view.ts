// The only place that decides what the customer page shows of an order. It never contains personal data of the
// customer, nor payment details once the order can no longer be paid (D59).

import { formatOrderId } from '../../domain/identity.js';
import { formatSum, payAtPoint, pointInstructions, speiSteps } from '../../domain/instructions.js';
import type { Language } from '../../domain/language.js';
import { formatMexicoTime } from '../../domain/mexico-time.js';
import type { Mode } from '../../domain/mode.js';
import { formatAmount, toDecimal } from '../../domain/money.js';
import type { Order, Status } from '../../domain/order.js';
import { kindOf, type PointSnapshot } from '../../domain/payment-point.js';
import { toCoins } from '../../domain/points/crypto.js';
import { toWebAddress } from '../../wire/web-address.js';
import { PAY_TEXTS } from './texts.js';

export type PayView = {
  readonly id: string;
  readonly language: Language;
  readonly mode: Mode;
  /** As the customer sees it: an order past its time is expired, even before the worker has marked it. */
  readonly status: Status;
  readonly merchantName: string;
  readonly productName: string;
  readonly pointName: string;
  readonly folio: string;
  /** "1,234.50" */
  readonly amount: string;
  /**
   * The amount received for a pending order, or null if there is none. If set, `amount` is the outstanding rest (D43).
   */
  readonly received: string | null;
  readonly expiresAt: number;
  readonly expiresAtText: string;
  readonly leftMs: number;
  /** null if there is nothing left to pay. */
  readonly payment: PaymentView | null;
  /** Where the shop wants the customer to return once the order is paid or has ended. */
  readonly returnUrl: string | null;
};

export type PaymentView = {
  readonly introduction: string;
  readonly rows: readonly PaymentRow[];
  readonly destination: PaymentRow;
  readonly isAtTill: boolean;
  readonly steps: readonly string[];
  readonly notes: readonly string[];
};

/** One value to say or to type. `copy` is the text that a copy button puts on the clipboard. */
export type PaymentRow = { readonly label: string; readonly value: string; readonly copy: string | null };

export function toPayView(
  whole: Order,
  context: { readonly merchantName: string; readonly language: Language; readonly now: number },
): PayView {
  const { language, merchantName, now } = context;
  const status = shownStatus(whole, now);
  const isPartlyPaid = status === 'pending' && whole.received > 0n;
  const order = isPartlyPaid ? { ...whole, amount: whole.amount - whole.received } : whole;
  return {
    id: formatOrderId(order.uuid),
    language,
    mode: order.scope.mode,
    status,
    merchantName,
    productName: order.product.name,
    pointName: order.point?.name ?? 'SPEI',
    folio: order.folio,
    amount: formatAmount(order.amount),
    received: isPartlyPaid ? formatSum(whole.received) : null,
    expiresAt: order.expiry.at,
    expiresAtText: formatMexicoTime(order.expiry.at, language),
    leftMs: Math.max(0, order.expiry.at - now),
    payment: status === 'pending' ? toPaymentView(order, language) : null,
    returnUrl:
      status === 'pending'
        ? null
        : toWebAddress(status === 'paid' ? order.returnUrls.success : order.returnUrls.failure),
  };
}

export function shownStatus(order: Pick<Order, 'status' | 'expiry'>, now: number): Status {
  return order.status === 'pending' && now >= order.expiry.at ? 'expired' : order.status;
}

/** What a till scans: the CLABE, reference, card or address that the customer pays to. */
export function payTo(order: Order): string {
  const { point } = order;
  return point === null ? (order.clabe ?? '') : payAtPoint({ ...order, point }, 'es').payTo;
}

function toPaymentView(order: Order, language: Language): PaymentView {
  const { point } = order;
  const texts = PAY_TEXTS[language];
  const exactAmount = { label: texts.exactAmount, value: formatSum(order.amount), copy: toDecimal(order.amount) };
  if (point === null) {
    const clabe = order.clabe ?? '';
    return {
      introduction: texts.speiIntroduction,
      rows: [exactAmount],
      destination: { label: texts.destination.clabe, value: clabe, copy: clabe },
      isAtTill: false,
      steps: speiSteps(clabe, order.amount, language).map(({ description }) => description),
      notes: [],
    };
  }
  const instructions = pointInstructions({ ...order, point }, language);
  const { method, identifiedBy: names } = kindOf(point);
  const number = payTo(order);
  return {
    introduction: instructions.description,
    rows: [
      ...detailRows(point, language),
      ...(method === 'bank_deposit' ? [exactAmount] : []),
      ...coinRows(order, point, language),
    ],
    destination: { label: texts.destination[names], value: number, copy: number },
    isAtTill: method === 'cash',
    steps: instructions.steps,
    notes: [instructions.noteExtraCommission, instructions.noteConfirmation],
  };
}

/** The point's details that have a label for payers, in the order of the texts. */
function detailRows(point: PointSnapshot, language: Language): PaymentRow[] {
  return Object.entries(PAY_TEXTS[language].details).flatMap(([name, label]) => {
    const value = point.details[name] ?? '';
    // An account number is typed into online banking; the rest is said at a counter.
    return value === '' ? [] : [{ label, value, copy: name === 'account_number' ? value : null }];
  });
}

function coinRows(order: Order, { details }: PointSnapshot, language: Language): PaymentRow[] {
  const { coin, pesos_per_coin: price } = details;
  const coins = coin === undefined || price === undefined ? '' : toCoins(toDecimal(order.amount), price);
  return coins === '' ? [] : [{ label: PAY_TEXTS[language].coinAmount, value: `${coins} ${coin}`, copy: coins }];
}
