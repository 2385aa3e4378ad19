// What the customer page says about money that has arrived and money that goes back. Whoever has the link sees it, so it
// names no payer, no account and no secret link (D59, D75).

import type { CoinsOnTheirWay } from '../../actions/money/coins/coins-on-their-way.js';
import type { Language } from '../../domain/base/language.js';
import { formatDeadline, formatMexicoTime, inOnePiece, splitZone } from '../../domain/base/mexico-time.js';
import { formatAmount } from '../../domain/base/money.js';
import type { Payment } from '../../domain/money/payment.js';
import { rateToNumber } from '../../domain/orders/exchange.js';
import type { Order, Status } from '../../domain/orders/order.js';
import { maskEmail } from '../../domain/orders/public-view.js';
import type { ShownStatus } from '../../domain/orders/shown-status.js';
import { surplusText } from '../../domain/orders/surplus-text.js';
import { writeUnits } from '../../domain/points/coin-units.js';
import { COINS } from '../../domain/points/coins.js';
import { railKindOf } from '../../domain/rails/kinds.js';
import { statusOf, type Transfer, type TransferStatus } from '../../domain/transfers/transfer.js';
import { MONEY_TEXTS, type MoneyTexts, PAY_TEXTS } from './texts.js';

/** One payment or refund: a sum, what is known about it, and what becomes of it. */
export type MoneyLine = {
  /** null where it is the large number of the page. */
  readonly sum: string | null;
  readonly notes: readonly string[];
  readonly facts: readonly MoneyFact[];
};

type MoneyFact = {
  readonly name: string;
  readonly value: string;
  readonly isNumber: boolean;
  /** What a copy button puts on the clipboard. */
  readonly copy: string | null;
};

/** An order has a few of each. Whoever paid in a thousand parts sees the newest. */
const MOST_LINES = 20;

type PaymentLines = { readonly order: Order; readonly language: Language; readonly isOpen: boolean };

export function toPaymentLines(payments: readonly Payment[], { order, language, isOpen }: PaymentLines): MoneyLine[] {
  const texts = MONEY_TEXTS[language];
  const { point, status } = order;
  // The paper receipt has both. Of a paid order the page has said it already.
  const fee = status === 'paid' ? 0n : feeOf(order);
  return payments
    .filter(({ flags }) => !flags.includes('reversed') && !flags.includes('voided'))
    .slice(-MOST_LINES)
    .map((payment, _, { length }) => ({
      // Of a single payment the page has said it all, unless it says what is left.
      sum: length === 1 && !isOpen ? null : shownSum(payment.amount),
      notes: (['held', 'surplus', 'returned'] as const).flatMap((place) =>
        payment[place] > 0n && length > 1 ? [partNote(payment[place], payment.amount, texts.payment[place])] : [],
      ),
      facts: [
        fact(texts.paidOn, dayText(payment.paidAt, language)),
        fact(railKindOf(payment).trackingName[language], payment.trackingKey, true),
        ...(fee === 0n ? [] : [fact(PAY_TEXTS[language].receipt.commission(point?.name ?? ''), shownSum(fee), true)]),
      ],
    }));
}

/** Of the whole payment, whose sum stands above it, it needs no sum of its own. */
function partNote(part: bigint, amount: bigint, words: string): string {
  return part === amount ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : `${shownSum(part)} ${words}`;
}

function fact(name: string, value: string, isNumber = false): MoneyFact {
  return { name, value, isNumber, copy: null };
}

/** What is past needs no zone. */
function dayText(at: number, language: Language): string {
  return splitZone(formatMexicoTime(at, language))[0];
}

/** The page has said once that it is of pesos. */
function shownSum(sum: bigint): string {
  return `$${formatAmount(sum)}`;
}

/** `transfers` are newest first, as they are read. */
export function toReturnLines(transfers: readonly Transfer[], language: Language): MoneyLine[] {
  return transfers
    .filter(({ reason }) => reason !== 'payout')
    .slice(0, MOST_LINES)
    .map((transfer, _, { length }) => ({
      ...toReturnLine(transfer, language),
      ...(length === 1 && { sum: null, notes: [] }),
    }))
    .filter(({ sum, facts }) => sum !== null || facts.length > 0);
}

function toReturnLine(transfer: Transfer, language: Language): MoneyLine {
  const texts = MONEY_TEXTS[language];
  const status = statusOf(transfer);
  const account = accountOf(transfer);
  const { trackingKey: copy, coin, destination } = transfer;
  const bank = shownBank(destination?.bank ?? '');
  const time = (name: string, at: number | null) => (at === null ? [] : [fact(name, dayText(at, language))]);
  return {
    sum: shownSum(transfer.amount),
    notes: [stateText(transfer, language)],
    facts: [
      ...(account === null ? [] : [fact(texts.goesTo, texts.account(bank)[account])]),
      ...(status === 'sent' ? time(texts.transferOn.sent, transfer.sentAt) : []),
      ...(status === 'confirmed' ? time(texts.transferOn.confirmed, transfer.confirmedAt) : []),
      ...(copy === null ? [] : [{ ...fact(coin === null ? texts.trackingKey : texts.transaction, copy), copy }]),
    ],
  };
}

/** Whose word it is where pesos go, as far as the customer knows. */
function accountOf({ coin, destinationBy, destinationAt, createdAt }: Transfer): 'payer' | 'named' | null {
  if (coin !== null || destinationBy === null) return null;
  return destinationBy.startsWith('customer@') ? 'named' : destinationAt === createdAt ? 'payer' : null;
}

/** The Banco de México writes its country without the accent. */
export function shownBank(name: string): string {
  return name.replaceAll('MEXICO', 'México');
}

function stateText(transfer: Transfer, language: Language): string {
  const texts = MONEY_TEXTS[language];
  const status = statusOf(transfer);
  const inCoins: Partial<Record<TransferStatus, string>> = transfer.coin === null ? {} : texts.coinTransfer;
  return inCoins[status] ?? texts.transfer[status];
}

export type Shown = {
  readonly order: Order;
  readonly status: Status;
  readonly shownStatus: ShownStatus;
  readonly merchantName: string;
  readonly language: Language;
  /** What sends money of the order back. */
  readonly transfers: readonly Transfer[];
  /** Coins that were seen and are not final yet. */
  readonly onTheirWay: readonly CoinsOnTheirWay[];
};

export function statusText(shown: Omit<Shown, 'merchantName'>): string {
  const { order, status, shownStatus, language, transfers, onTheirWay } = shown;
  const words = MONEY_TEXTS[language].status;
  if (status === 'pending' && onTheirWay.length > 0) return words.on_its_way;
  if (shownStatus === 'refunded') {
    // Nothing is given back while nobody knows to whom, or before it is sent.
    const lacking = lackingOf(shown);
    if (lacking !== undefined) return lacking.coin === null ? words.needs_account : words.needs_address;
    if (transfers.some(({ state }) => state !== 'sent' && state !== 'confirmed')) return words.refund_in_preparation;
    return order.refunded < order.received ? words.refunded_in_part : words.refunded;
  }
  return words[shownStatus === 'part_paid' ? shownStatus : status];
}

/** What the shown status means for the customer, and what happens next. */
export function verdictOf(shown: Shown, isCovered: boolean): readonly string[] {
  const texts = MONEY_TEXTS[shown.language];
  const seen = shown.onTheirWay.map(({ coin, units, confirmations, needed }) =>
    texts.seen(`${writeUnits(units, COINS[coin])} ${coin}`, Math.min(confirmations, needed), needed),
  );
  const noAccount = lackingOf(shown)?.coin === null ? [texts.noAccount(shown.merchantName)] : [];
  return [...seen, ...(isCovered ? [texts.covered] : []), ...situationLines(shown), ...noAccount];
}

function situationLines(shown: Shown): readonly string[] {
  const { order, merchantName: merchant, language, shownStatus, status } = shown;
  const texts = MONEY_TEXTS[language];
  const [endedAt] = splitZone(formatDeadline(order.expiry.at, language));
  const ended = texts.ended(inOnePiece(endedAt));
  switch (shownStatus) {
    case 'waiting':
    case 'part_paid':
      return heldLines(order, merchant, texts);
    case 'paid':
      return [texts.paid];
    case 'overpaid':
      return extraLines(shown);
    case 'refunded':
      return [...nextLines(shown), ...feeLines(order, texts), ...extraLines(shown)];
    case 'ended':
      return status === 'canceled' ? texts.canceled(merchant) : [ended, ...texts.expired(merchant)];
    case 'ended_with_money':
      return [
        ...(keptOf(order) > 0n ? [texts.kept(merchant)] : []),
        ...nextLines(shown),
        status === 'canceled' ? texts.doNotPay : ended,
      ];
  }
}

/** Whether only the customer can say where it goes; what the shop cannot pay yet is being prepared. */
export function asksForDestination(transfer: Transfer): boolean {
  return statusOf(transfer) === 'needs_destination';
}

/** What becomes of the only transfer, or what the customer has to do for one of several. */
function nextLines(shown: Shown): readonly string[] {
  const { order, transfers, language } = shown;
  const texts = MONEY_TEXTS[language];
  const lacking = lackingOf(shown);
  const [only] = transfers;
  if (lacking !== undefined) {
    const { clabe, address } = PAY_TEXTS[language].destination;
    const { email } = order.customer;
    return email === '' ? [] : texts.askedFor(lacking.coin === null ? clabe : address.toLowerCase(), maskEmail(email));
  }
  if (only === undefined || transfers.length > 1) return [];
  // The customer's link holds until the transfer is in a bank file.
  const canChange = only.state === 'to_send' && only.batchId === null && accountOf(only) === 'named';
  return [stateText(only, language), ...(canChange ? [texts.canChange] : [])];
}

function lackingOf({ transfers }: Pick<Shown, 'transfers'>): Transfer | undefined {
  return transfers.find(asksForDestination);
}

/** What came for an order that has ended. */
export function keptOf({ received, held, surplus }: Order): bigint {
  return received + held + surplus;
}

function extraLines({ order, merchantName: merchant, language }: Shown): string[] {
  const texts = MONEY_TEXTS[language];
  const { surplus, received, held } = order;
  return [
    ...(surplus + held > 0n ? [texts.overpaid(shownSum(received + held), shownSum(order.amount))] : []),
    ...(surplus > 0n ? [surplusText(surplus, merchant, language)] : []),
    ...heldLines(order, merchant, texts),
  ];
}

/** What a till charged is the store's. */
function feeLines(order: Order, texts: MoneyTexts): string[] {
  const fee = feeOf(order);
  return fee === 0n ? [] : [texts.feeStays(order.point?.name ?? '', shownSum(fee))];
}

/** Each time. */
function feeOf({ point, method }: Order): bigint {
  return method === 'crypto' ? 0n : (point?.commission ?? 0n);
}

function heldLines({ held }: Order, merchant: string, texts: MoneyTexts): string[] {
  return held > 0n ? [texts.held(shownSum(held), merchant)] : [];
}

/** How a price in another currency became the amount. */
export function exchangeText({ price, rate }: Pick<Order, 'price' | 'rate'>, language: Language): string | null {
  if (price.currency === 'MXN') return null;
  const pesos = new Intl.NumberFormat(language === 'es' ? 'es-MX' : language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  });
  const shown = `${formatAmount(price.amount)} ${price.currency}`;
  return PAY_TEXTS[language].exchange(shown, pesos.format(rateToNumber(rate.millionths)), price.currency);
}
