// How to pay an order, in the customer's language (spec, `payment` of an order and `instructions` of a charge; D60).
import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatDeadline } from '../base/mexico-time.js';
import { formatAmount, toDecimal } from '../base/money.js';
import { DETAIL_NAMES, type DetailName, type PointInstructions } from '../points/kind.js';
import { grouped } from '../points/number-groups.js';
import { kindOf, type PointSnapshot } from '../points/payment-point.js';
import type { Order } from './order.js';
import { describeParts, splitPayment } from './split-payment.js';
import { bringText, type ToBring, toBring } from './to-bring.js';

export type Step = { readonly step: number; readonly description: string };

/** The three steps of a SPEI transfer: add the account, transfer the exact amount, done. */
export function speiSteps(clabe: string, amount: bigint, language: Language): Step[] {
  const texts = TEXTS[language].spei(clabe, formatSum(amount));
  return texts.map((description, index) => ({ step: index + 1, description }));
}

export type ChargeInstructions = {
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
    noteExtraCommission: commissionNote(point, bring, language),
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

/** The steps as our pages, vouchers and e-mails show them: long numbers in groups, and the bar code, where a till scans one. */
export function shownSteps(order: Order, language: Language): readonly string[] {
  const { point } = order;
  if (point === null) {
    const concept = TEXTS[language].concept(order.folio);
    return speiSteps(order.clabe ?? '', order.amount, language).map(({ step, description }) =>
      step === TRANSFER_STEP ? `${grouped(description)} ${concept}` : grouped(description),
    );
  }
  const { steps, scanStep } = payAtPoint({ ...order, point }, language);
  const [first, second, third] = steps;
  return [first, scanStep ?? second, third].map(grouped);
}

const TRANSFER_STEP = 2;

export function payAtPoint(
  order: Order & { readonly point: PointSnapshot },
  language: Language,
): PointInstructions<string> {
  const { point, amount } = order;
  const { description, steps, scanStep, details, payTo } = kindOf(point).instructions({
    pointName: point.name,
    amount: toDecimal(amount),
    sum: describeParts(splitPayment(amount, point.tillLimit), language),
    bring: bringText(toBring(amount, point), language),
    reference: order.reference ?? '',
    cardNumber: order.cardNumber ?? '',
    details: point.details,
  });
  const [first, second, third] = steps;
  return {
    description: description[language],
    steps: [first[language], second[language], third[language]],
    ...(scanStep !== undefined && { scanStep: scanStep[language] }),
    details,
    payTo,
  };
}

export function formatSum(amount: bigint): string {
  return `$${formatAmount(amount)} MXN`;
}

/** If the amount is more than the till takes in one operation, the customer pays in parts (D57). */
function partsNote(point: PointSnapshot, { parts }: ToBring, language: Language): string {
  if (parts.length === 1) return '';
  return TEXTS[language].parts(formatSum(point.tillLimit), parts.length, describeParts(parts, language));
}

function commissionNote({ commission }: PointSnapshot, { total }: ToBring, language: Language): string {
  const texts = TEXTS[language];
  if (commission === null) return texts.unknownCommission;
  return commission === 0n ? texts.noCommission : texts.commission(formatSum(commission), formatSum(total));
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
  concept: (folio: string) => ({ es: `Como concepto escribe ${folio}.`, en: `As concept write ${folio}.` }),
  parts: (most: string, count: number, sums: string) => ({
    es: ` Este punto recibe como máximo ${most} por operación: paga en ${count} partes, ${sums}, cada una con los mismos datos.`,
    en: ` This point takes at most ${most} at a time: pay in ${count} parts, ${sums}, each with the same data.`,
  }),
  unknownCommission: {
    es: 'El punto de pago puede cobrar una comisión adicional.',
    en: 'The point may charge a commission of its own.',
  },
  noCommission: { es: 'El punto de pago no cobra comisión.', en: 'The point charges no commission.' },
  commission: (sum: string, total: string) => ({
    es: `El punto de pago cobra una comisión de ${sum}: en total llevas ${total}.`,
    en: `The point charges a commission of ${sum}: you bring ${total} in all.`,
  }),
  expiration: (time: string) => ({ es: `Paga antes del ${time}.`, en: `Pay before ${time}.` }),
  confirmation: {
    es: 'Tu pago se confirma automáticamente en cuanto el punto de pago lo informa.',
    en: 'Your payment is confirmed automatically once the point reports it.',
  },
});
