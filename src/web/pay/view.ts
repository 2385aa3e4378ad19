// The only place that decides what the customer page shows of an order. It never contains personal data of the
// customer (the address of a mail is masked, as for a public key), nor payment details once the order can no longer be paid (D59).
import type { CoinsOnTheirWay } from '../../actions/money/coins/coins-on-their-way.js';
import type { Brand } from '../../domain/accounts/brand.js';
import { formatOrderId } from '../../domain/base/identity.js';
import type { Language } from '../../domain/base/language.js';
import { formatDeadline, splitZone } from '../../domain/base/mexico-time.js';
import type { Mode } from '../../domain/base/mode.js';
import { formatAmount } from '../../domain/base/money.js';
import type { Payment } from '../../domain/money/payment.js';
import { type Deadlines, deadlinesOf } from '../../domain/orders/deadlines.js';
import { handedOverText, payAtPoint, TEST_PAYEE, timesNote } from '../../domain/orders/instructions.js';
import { type Order, outstandingOf, type Status } from '../../domain/orders/order.js';
import { type ShownStatus, shownStatusOf, statusAt } from '../../domain/orders/shown-status.js';
import { madeOfText, toBring } from '../../domain/orders/to-bring.js';
import { kindOf } from '../../domain/points/payment-point.js';
import type { Transfer } from '../../domain/transfers/transfer.js';
import { toWebAddress } from '../../wire/web-address.js';
import { shownHours } from './hours.js';
import {
  asksForDestination,
  exchangeText,
  keptOf,
  type MoneyLine,
  statusText,
  toPaymentLines,
  toReturnLines,
  verdictOf,
} from './money-view.js';
import { type PaymentView, toPaymentView } from './payment-view.js';
import { type ReceiptRow, receiptOf } from './receipt.js';
import { MONEY_TEXTS, PAY_TEXTS } from './texts.js';

export type PayView = {
  readonly id: string;
  readonly language: Language;
  readonly mode: Mode;
  /** As the customer sees it: an order past its time is expired, even before the worker has marked it. */
  readonly status: Status;
  /** As what it is coloured: a refund that waits for its customer's account is not done. */
  readonly look: ShownStatus;
  readonly statusText: string;
  /** What the page compares to notice a change. */
  readonly version: string;
  readonly merchantName: string;
  readonly brand: Brand;
  readonly productName: string;
  readonly pointName: string;
  readonly folio: string;
  /** What the large number is. */
  readonly label: string;
  /** "1,234.50": what to bring, with the commission; what was paid; what goes back. */
  readonly amount: string;
  /** What the amount is made of. */
  readonly lines: readonly string[];
  /** That the sum has changed, why it is paid in parts, and how; null where nothing of it is so. */
  readonly rule: string | null;
  /** As a receipt has it: what is left of an order of which a part came, and the parts that are to be paid. */
  readonly receipt: readonly (readonly ReceiptRow[])[];
  /** What the shown status means, and what happens next. */
  readonly verdict: readonly string[];
  /** How a price in another currency became the amount; null for pesos. */
  readonly exchange: string | null;
  readonly hours: string | null;
  /** Until when it can really be paid. */
  readonly deadlines: Deadlines;
  /** That the store is closed until the order ends; null if it is not. */
  readonly shut: string | null;
  readonly expiresAt: number;
  readonly leftMs: number;
  /** "domingo 15 de noviembre, 10:34 a.m.", when it was made, for whoever sees it later. */
  readonly madeAtText: string;
  /** null if there is nothing left to pay. */
  readonly payment: PaymentView | null;
  readonly payments: readonly MoneyLine[];
  readonly returns: readonly MoneyLine[];
  /** Whether the customer can have the link sent again where they say which account a refund goes to. */
  readonly canAskForLink: boolean;
  /** Whether only the shop can help now. */
  readonly needsShop: boolean;
  /** Whether the customer may choose another point to pay at. */
  readonly canChangePoint: boolean;
  /** Who takes the money for the shop, in words; null if the shop does so itself. */
  readonly payee: string | null;
  /** Where the customer goes on once the order is paid or has ended; null if nobody knows. */
  readonly next: { readonly label: string; readonly url: string } | null;
};

type PayContext = {
  readonly language: Language;
  readonly now: number;
  readonly version: string;
  readonly merchantName: string;
  readonly brand: Brand;
  readonly takesParts: boolean;
  readonly beneficiary: string | null;
  /** The hours of the order's point, as the catalogue has them; "" if it has none. */
  readonly hours: string;
  readonly canChangePoint: boolean;
  /** Where a new order can be made; null if only the shop can. */
  readonly newOrderUrl: string | null;
  readonly payments: readonly Payment[];
  /** Newest first. */
  readonly transfers: readonly Transfer[];
  /** Coins that were seen and are not final yet. */
  readonly onTheirWay: readonly CoinsOnTheirWay[];
  /** How long a price of coins holds. */
  readonly lockMs: number;
};

export function toPayView(order: Order, context: PayContext): PayView {
  const { language, merchantName, now } = context;
  const status = statusAt(order, now);
  const shownStatus = shownStatusOf(order, now, context.transfers.length);
  const { left, isCovered, isInParts } = leftToPay(order, status, context);
  const due = atOnce({ ...order, amount: left }, context);
  const { transfers, onTheirWay } = context;
  const isOpen = status === 'pending';
  const deadlines = deadlinesOf(order, context.hours, now);
  const shown = { order, status, shownStatus, merchantName, language, transfers, onTheirWay };
  return {
    id: formatOrderId(order.uuid),
    language,
    mode: order.scope.mode,
    status,
    look: shownStatus === 'refunded' && transfers.some(asksForDestination) ? 'waiting' : shownStatus,
    version: context.version,
    statusText: statusText(shown),
    merchantName,
    brand: context.brand,
    productName: order.product.name,
    folio: order.folio,
    pointName: order.point?.name ?? 'SPEI',
    ...figureOf(due, isCovered ? 'paid' : isInParts ? 'part_paid' : shownStatus, {
      language,
      order,
      limit: limitText(order, due, language),
      payments: context.payments.length,
    }),
    verdict: verdictOf(shown, isCovered),
    exchange: exchangeText(order, language),
    rule: ruleOf(due, isOpen && shownStatus === 'part_paid', language),
    hours: shownHours(order.point, context.hours, language),
    deadlines,
    shut: deadlines[0].place === 'shut' ? PAY_TEXTS[language].shut(order.point?.name ?? '') : null,
    expiresAt: order.expiry.at,
    leftMs: Math.max(0, order.expiry.at - now),
    madeAtText: splitZone(formatDeadline(now, language))[0],
    payment: status === 'pending' && !isCovered ? toPaymentView(due, context) : null,
    payments: toPaymentLines(context.payments, { order, language, isOpen: isOpen && !isCovered }),
    returns: toReturnLines(context.transfers, language),
    canAskForLink: transfers.some(asksForDestination) && order.customer.email !== '',
    needsShop: !isOpen && shownStatus !== 'paid',
    canChangePoint: context.canChangePoint,
    payee: payeeText(order, context),
    next: status === 'pending' ? null : nextOf(order, status, context),
  };
}

/** Coins on their way are not asked for again. `isCovered`: nothing is left to ask for. */
function leftToPay(order: Order, status: Status, { onTheirWay }: PayContext) {
  if (status !== 'pending') return { left: order.amount, isCovered: false, isInParts: false };
  const owed = outstandingOf(order);
  const left = owed - onTheirWay.reduce((sum, { worth }) => sum + worth, 0n);
  return left > 0n
    ? { left, isCovered: false, isInParts: left < owed }
    : { left: owed, isCovered: onTheirWay.length > 0, isInParts: false };
}

/** Why it is another sum than the shop said, and several; the price of a coin moves by itself. */
function ruleOf({ point, amount, method }: Order, isRest: boolean, language: Language): string | null {
  const bring = toBring(amount, point);
  const sum = `$${formatAmount(bring.total)}`;
  const changed = isRest && method !== 'crypto' ? PAY_TEXTS[language].changed(sum) : null;
  return [changed, timesNote(point, bring, language)].filter((text) => text !== null).join(' ') || null;
}

/** What stands large: the sum in pesos, or in the coin that is sent, with what that is in pesos below it. */
export function headlineOf({ payment, language, label, amount, lines }: PayView) {
  const coins = payment?.coins ?? null;
  if (coins === null) return { label, sum: `$${amount}`, unit: 'MXN', lines };
  const inPesos = `${label}: $${amount} MXN`;
  return { label: PAY_TEXTS[language].sendCoins, sum: coins.amount, unit: coins.coin, lines: [inPesos, ...lines] };
}

/** A customer who sees an unknown company on the bank's screen shall know that it is the right one. */
function payeeText(order: Order, { beneficiary, merchantName, language }: PayContext): string | null {
  const texts = PAY_TEXTS[language];
  const company = order.scope.mode === 'test' ? TEST_PAYEE.holder : beneficiary;
  if (company === null || company.toLowerCase() === merchantName.toLowerCase() || order.method === 'crypto')
    return null;
  return texts.payee(company, merchantName, order.method === 'spei' ? texts.onBank : texts.onTicket);
}

/** To where the shop said, to a new order where the customer can make one, or to the shop's own pages. */
function nextOf({ returnUrls }: Order, status: Status, { brand, language, newOrderUrl }: PayContext): PayView['next'] {
  const texts = PAY_TEXTS[language];
  const back = toWebAddress(status === 'paid' ? returnUrls.success : returnUrls.failure);
  if (back !== null) return { label: texts.backToShop, url: back };
  if (newOrderUrl !== null && status === 'expired') return { label: texts.newOrder, url: newOrderUrl };
  const { website } = brand.contact;
  return website === null ? null : { label: texts.toShop, url: website };
}

/** What the customer pays to: the CLABE, reference, card or address. */
export function payTo(order: Order): string {
  const { point } = order;
  return point === null ? (order.clabe ?? '') : payAtPoint({ ...order, point }, 'es').payTo;
}

/** What a till scans, or "" where none does. */
export function scannedAt(order: Order): string {
  return order.point !== null && kindOf(order.point).isScanned ? payTo(order) : '';
}

/** A merchant who wants no payment that is short of the whole gets none in parts: the order is shown as one payment. */
function atOnce(order: Order, { takesParts }: PayContext): Order {
  const { point, amount } = order;
  if (takesParts || point === null || point.tillLimit <= 0n || amount <= point.tillLimit) return order;
  return { ...order, point: { ...point, tillLimit: amount } };
}

/** What to do where the till takes less at once than the merchant wants at once. */
function limitText({ point }: Order, due: Order, language: Language): string | null {
  if (point === null || point.tillLimit === due.point?.tillLimit) return null;
  return PAY_TEXTS[language].tooMuch(point.name, `$${formatAmount(point.tillLimit)}`);
}

type FigureContext = {
  readonly language: Language;
  /** As it is, and not only what is left of it. */
  readonly order: Order;
  readonly limit: string | null;
  /** How many came. */
  readonly payments: number;
};

/** The large number of the page. The amount of `order` is what is left to pay. */
function figureOf(
  order: Order,
  shownStatus: ShownStatus,
  context: FigureContext,
): Pick<PayView, 'label' | 'amount' | 'lines' | 'receipt'> {
  const { language, limit } = context;
  const texts = PAY_TEXTS[language];
  const { refundLabel, refundedWhole, refunded } = MONEY_TEXTS[language];
  if (shownStatus === 'refunded')
    return {
      label: refundLabel,
      amount: formatAmount(order.refunded),
      lines: [order.refunded === order.received ? refundedWhole : refunded(`$${formatAmount(order.received)}`)],
      receipt: [],
    };
  if (shownStatus === 'ended_with_money' && keptOf(order) > 0n)
    return {
      label: MONEY_TEXTS[language].keptLabel,
      amount: formatAmount(keptOf(order)),
      receipt: [],
      lines: keptOf(order) === order.amount ? [] : [texts.orderWasOf(`$${formatAmount(order.amount)}`)],
    };
  if (shownStatus !== 'waiting' && shownStatus !== 'part_paid') {
    const isPaid = shownStatus === 'paid' || shownStatus === 'overpaid';
    const apart = isPaid ? handedOverText(order, context.payments, language) : null;
    return {
      label: texts.amount,
      amount: formatAmount(order.amount),
      lines: apart === null ? [] : [apart],
      receipt: [],
    };
  }
  const { point } = order;
  const bring = toBring(order.amount, point);
  const receipt = receiptOf(bring, context);
  const isFree = point?.commission === 0n && kindOf(point).method !== 'crypto';
  const madeOf = isFree ? texts.way.noCommission : receipt.length > 0 ? null : madeOfText(bring, language);
  const lines = [madeOf, limit].filter((line) => line !== null);
  const label = askedLabel(order, shownStatus === 'part_paid', language);
  return { label, amount: formatAmount(bring.total), lines, receipt };
}

/** What is to be done with the sum, and where. */
function askedLabel({ point, method }: Order, isRest: boolean, language: Language): string {
  const texts = PAY_TEXTS[language];
  if (point !== null && method === 'cash') return texts[isRest ? 'bringRest' : 'bringCash'](point.name);
  if (isRest) return texts.leftToPay;
  if (point === null) return texts.toTransfer;
  return kindOf(point).isDeposit ? texts.depositAt(point.name) : texts.toPay;
}
