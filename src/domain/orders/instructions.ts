// How to pay an order, in the customer's language (spec, `payment` of an order and `instructions` of a charge; D60).
import { type Both, inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatDeadline } from '../base/mexico-time.js';
import { formatAmount, toDecimal } from '../base/money.js';
import { DETAIL_NAMES, type DetailName, type PointInstructions } from '../points/kind.js';
import { grouped } from '../points/number-groups.js';
import { kindOf, type PointSnapshot } from '../points/payment-point.js';
import type { Order } from './order.js';
import { describeParts, splitPayment } from './split-payment.js';
import { bringText, handedText, type ToBring, toBring } from './to-bring.js';

export type Step = { readonly step: number; readonly description: string };

/** The three steps of a SPEI transfer: add the account, transfer the exact amount, done. */
export function speiSteps(clabe: string, amount: bigint, language: Language): Step[] {
  const texts = TEXTS[language].spei(clabe, formatSum(amount));
  return texts.map((description, index) => ({ step: index + 1, description }));
}

type ChargeInstructions = {
  readonly description: string;
  readonly steps: readonly [string, string, string];
  readonly noteExtraCommission: string;
  readonly noteExpirationDate: string;
  readonly noteConfirmation: string;
  readonly details: Readonly<Record<DetailName, string>>;
};

/** Every field is always present, in a fixed order. A field that a kind of point does not use is "". */
const NO_DETAILS = Object.fromEntries(DETAIL_NAMES.map((name) => [name, ''])) as Record<DetailName, string>;

/** How to pay an order at its point. */
export function pointInstructions(
  order: Order & { readonly point: PointSnapshot },
  language: Language,
): ChargeInstructions {
  const { point, amount } = order;
  const { description, steps, details } = payAtPoint(order, language);
  const decimal = toDecimal(amount);
  const bring = toBring(amount, point);
  return {
    description: `${description}${partsNote(point, bring, language)}`,
    steps,
    noteExtraCommission: commissionNote(order, language),
    noteExpirationDate: TEXTS[language].expiration(formatDeadline(order.expiry.at, language)),
    noteConfirmation: TEXTS[language].confirmation,
    details: {
      ...NO_DETAILS,
      payment_amount: decimal,
      payment_store: point.code,
      amount: decimal,
      store: point.code,
      ...details,
    },
  };
}

/** The steps on our pages and vouchers and in our e-mails, which show the numbers beside them. */
export function shownSteps(order: Order, language: Language): readonly string[] {
  const { point } = order;
  if (point === null) return TEXTS[language].shownSpei;
  const { steps, shownSteps: shown = steps.map(grouped) } = payAtPoint({ ...order, point }, language);
  const bring = toBring(order.amount, point);
  if (bring.parts.length === 1) return shown;
  const texts = TEXTS[language];
  const apart = bring.isDeposit && bring.commission > 0n ? texts.apart(`$${formatAmount(bring.commission)}`) : '';
  const told = `${handedText(bring, language)}, ${texts.everyTime(bring.parts.length)} ${sameTo(point, language)}${apart}`;
  return [...shown.slice(0, -1), ...texts.shownParts(told, bring.parts.length, point.name)];
}

export function payAtPoint(
  order: Order & { readonly point: PointSnapshot },
  language: Language,
): PointInstructions<string> {
  const { point, amount } = order;
  const bring = toBring(amount, point);
  const { description, steps, shownSteps, details, payTo } = kindOf(point).instructions({
    pointName: point.name,
    amount: toDecimal(amount),
    sum: describeParts(splitPayment(amount, point.tillLimit), language),
    bring: bringText(bring, language),
    total: formatSum(bring.total),
    reference: order.reference ?? '',
    cardNumber: order.cardNumber ?? '',
    details: point.details,
  });
  const inLanguage = ([first, second, third]: PointInstructions<Both>['steps']) =>
    [first[language], second[language], third[language]] as const;
  return {
    description: description[language],
    steps: inLanguage(steps),
    shownSteps: shownSteps && inLanguage(shownSteps),
    details,
    payTo,
  };
}

export function formatSum(amount: bigint): string {
  return `$${formatAmount(amount)} MXN`;
}

export type Detail = { readonly label: string; readonly value: string };

/** The point's details that payers may be asked for. An account number is typed into online banking; the rest is said at a counter. */
export function detailsOf(point: PointSnapshot, language: Language): (Detail & { readonly isTyped: boolean })[] {
  return Object.entries(kindOf(point).details).flatMap(([name, { shownAs }]) => {
    const value = point.details[name] ?? '';
    if (shownAs === null || value === '') return [];
    return [{ label: shownAs[language], value, isTyped: name === 'account_number' }];
  });
}

type SpeiPayee = {
  /** Whose CLABE it is; null: nobody knows. */
  readonly bank: string | null;
  /** Who holds the CLABEs; null: what banks are told is the merchant's name. */
  readonly beneficiary: string | null;
  readonly merchantName: string;
};

/** What the form of a bank asks for beside CLABE and amount. */
export function speiDetails({ scope, folio }: Order, payee: SpeiPayee, language: Language) {
  const texts = TEXTS[language].speiDetails;
  const isTest = scope.mode === 'test';
  const bank = isTest ? TEST_PAYEE.bank : payee.bank;
  const holder = isTest ? TEST_PAYEE.holder : (payee.beneficiary ?? payee.merchantName);
  return {
    bank: bank === null ? null : { label: texts.bank, value: bank },
    holder: { label: texts.beneficiary, value: holder },
    concept: { label: texts.concept, value: folio },
  };
}

export const TEST_PAYEE = { bank: 'Banco de Pruebas', holder: 'Cobro Pruebas' } as const;

/** If the amount is more than the till takes in one operation, the customer pays in parts (D57). */
function partsNote(point: PointSnapshot, { parts }: ToBring, language: Language): string {
  if (parts.length === 1) return '';
  return TEXTS[language].parts(formatSum(point.tillLimit), parts.length, describeParts(parts, language));
}

/** The same for whoever sees each part beside it: "OXXO recibe hasta $5,000.00 por pago: haz 2 pagos con el mismo código." */
export function timesNote(point: PointSnapshot | null, bring: ToBring, language: Language): string | null {
  if (point === null || bring.parts.length === 1) return null;
  const { times, plusFee } = TEXTS[language];
  const most = `$${formatAmount(point.tillLimit)}`;
  return times(point.name, most, bring.commission > 0n ? plusFee : '', bring.parts.length, sameTo(point, language));
}

function sameTo(point: PointSnapshot, language: Language): string {
  const { identifiedBy, isScanned } = kindOf(point);
  return TEXTS[language].sameTo[isScanned ? 'scanned' : identifiedBy === 'card' ? 'card' : 'reference'];
}

/** What a point or a network charges beside what counts towards the order. */
export function commissionNote(order: Order & { readonly point: PointSnapshot }, language: Language): string {
  const { point, amount } = order;
  const { commission } = point;
  const texts = TEXTS[language];
  if (kindOf(point).method === 'crypto') return texts.networkFee;
  if (commission === null) return texts.unknownCommission(point.name);
  if (commission === 0n) return texts.noCommission(point.name);
  return texts.commission(point.name, formatSum(commission), formatSum(toBring(amount, point).total));
}

/** "Pagaste $1,244.50 en OXXO: $1,234.50 + $10.00 de comisión.", as on the till's receipt. null where it charged nothing. */
export function handedOverText(order: Order, payments: number, language: Language): string | null {
  const { point, method } = order;
  const commission = point?.commission ?? 0n;
  if (point === null || commission === 0n || method === 'crypto' || payments === 0) return null;
  const [due, charged] = [order.received + order.held, commission * BigInt(payments)];
  const times = `${payments > 1 ? `${payments} × ` : ''}$${formatAmount(commission)}`;
  return TEXTS[language].handedOver(point.name, `$${formatAmount(due + charged)}`, `$${formatAmount(due)} + ${times}`);
}

const TEXTS = inBoth({
  spei: (clabe: string, sum: string) => [
    {
      es: `Da de alta la cuenta CLABE ${clabe} en tu banca en línea.`,
      en: `In your online banking, add the CLABE account ${clabe} as a beneficiary.`,
    },
    {
      es: `Transfiere por SPEI la cantidad exacta de ${sum} a esa cuenta.`,
      en: `Transfer exactly ${sum} to that account by SPEI.`,
    },
    {
      es: 'Listo: tu pago se confirma automáticamente en cuanto llega.',
      en: 'That is all: your payment is confirmed automatically as soon as it arrives.',
    },
  ],
  shownSpei: [
    {
      es: 'En tu banco, agrega la CLABE como cuenta nueva. Algunos bancos tardan un rato en activarla.',
      en: 'In your bank’s app, add the CLABE as a new account. Some banks take a while to activate it.',
    },
    { es: 'Transfiere el monto exacto.', en: 'Transfer the exact amount.' },
    {
      es: 'Suele llegar en minutos, y tu pago se confirma solo.',
      en: 'It usually arrives within minutes, and your payment is confirmed by itself.',
    },
  ],
  parts: (most: string, count: number, sums: string) => ({
    es: ` Este punto recibe como máximo ${most} por operación: paga en ${count} partes, ${sums}, cada una con los mismos datos.`,
    en: ` This point takes at most ${most} at a time: pay in ${count} parts, ${sums}, each with the same data.`,
  }),
  times: (point: string, most: string, fee: string, times: number, same: string) => ({
    es: `${point} recibe hasta ${most} por pago${fee}: haz ${times} pagos ${same}.`,
    en: `${point} takes up to ${most} at a time${fee}: make ${times} payments ${same}.`,
  }),
  plusFee: { es: ', más la comisión', en: ', plus the fee' },
  apart: (fee: string) => ({ es: `; la comisión de ${fee} va aparte`, en: `; the fee of ${fee} is charged besides` }),
  everyTime: (times: number) =>
    times === 2 ? { es: 'las dos veces', en: 'both times' } : { es: 'cada vez', en: 'each time' },
  shownParts: (told: string, times: number, point: string) => [
    { es: `Paga ${told}.`, en: `Pay ${told}.` },
    {
      es: `Guarda ${times === 2 ? 'los dos' : 'todos los'} comprobantes: tu pago se confirma en cuanto ${point} nos avisa.`,
      en: `Keep ${times === 2 ? 'both' : 'all the'} receipts: your payment is confirmed as soon as ${point} tells us.`,
    },
  ],
  sameTo: {
    scanned: { es: 'con el mismo código', en: 'with the same bar code' },
    reference: { es: 'con la misma referencia', en: 'with the same reference' },
    card: { es: 'a la misma tarjeta', en: 'to the same card' },
  },
  speiDetails: {
    bank: { es: 'Banco', en: 'Bank' },
    beneficiary: { es: 'Beneficiario', en: 'Beneficiary' },
    concept: { es: 'Concepto (opcional)', en: 'Concepto (reason, optional)' },
  },
  unknownCommission: (point: string) => ({
    es: `${point} puede cobrar una comisión adicional.`,
    en: `${point} may charge a fee of its own.`,
  }),
  noCommission: (point: string) => ({ es: `${point} no cobra comisión.`, en: `${point} charges no fee.` }),
  /** Wallets take it from the sum if their owner does not look. */
  networkFee: {
    es: 'Tu cartera cobra aparte la comisión de la red: debe llegar la cantidad exacta.',
    en: 'Your wallet charges the fee of the network on top: the exact quantity must arrive.',
  },
  commission: (point: string, sum: string, total: string) => ({
    es: `${point} cobra una comisión de ${sum}: en total llevas ${total}.`,
    en: `${point} charges a fee of ${sum}: you bring ${total} in all.`,
  }),
  handedOver: (point: string, total: string, made: string) => ({
    es: `Pagaste ${total} en ${point}: ${made} de comisión.`,
    en: `You paid ${total} at ${point}: ${made} fee.`,
  }),
  expiration: (time: string) => ({ es: `Paga antes del ${time}.`, en: `Pay before ${time}.` }),
  confirmation: {
    es: 'Tu pago se confirma automáticamente en cuanto el punto de pago lo informa.',
    en: 'Your payment is confirmed automatically once the point reports it.',
  },
});
