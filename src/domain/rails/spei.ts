// SPEI, the bank network: transfers to a CLABE, in the format of its notifier (D44).

import type { Random } from '../base/clock.js';
import { toDecimal } from '../base/money.js';
import { isValidClabe, makeClabe, TEST_CLABE_PREFIX } from '../points/clabe.js';
import { jsonBody } from './body.js';
import { type Fields, filledText, integerIfAny, pesos, textIfAny, timeIfAny } from './fields.js';
import { identityOf } from './identity.js';
import { type PaymentFacts, railKind } from './kind.js';

const RETURN_TYPES: readonly number[] = [0, 16, 17, 18, 23, 24]; // D44, D84

/** The other types in the bank network's catalogue. A type that is in neither list is nothing we understand (D73). */
const DEPOSIT_TYPES: readonly number[] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 19, 20, 21, 22, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 36,
];

const FIELDS = {
  claveRastreo: filledText('Clave de rastreo'),
  fechaOperacion: { ...filledText('The operating date, yyyymmdd'), json: 'integer or string', isDay: true },
  institucionOrdenante: { ...filledText('The ordering bank, as the network numbers it'), json: 'integer or string' },
  cuentaBeneficiario: filledText('The CLABE that the money was sent to'),
  monto: pesos('In MXN, at most two decimals'),
  cuentaOrdenante: textIfAny("The payer's account"),
  nombreOrdenante: textIfAny('The name of the payer'),
  tipoPago: {
    ...integerIfAny('The type of the transfer in the catalogue of the network; some are returns'),
    column: 'none',
  },
  tsLiquidacion: {
    ...timeIfAny('Epoch milliseconds', 'a time in epoch milliseconds'),
    json: 'integer',
    whenUnclear: 'missing',
  },
} as const satisfies Fields;

export const spei = railKind(FIELDS, {
  title: 'SPEI rail',
  shownName: { es: 'Banco (SPEI)', en: 'Bank (SPEI)' },
  trackingName: { es: 'Clave de rastreo', en: 'Tracking key' },
  networkName: { es: 'Banco que envía', en: 'Sending bank' },
  payerName: { es: 'Desde la cuenta', en: 'From account' },
  pays: ['spei'],
  speaksFor: 'every network',
  tellsPayerAccount: true,
  hasKeysOfDay: true,
  isReversible: false,
  door: {
    path: '/rails/spei/deposits',
    operationId: 'reportSpeiDeposit',
    summary: 'Tell of a SPEI deposit',
    description: 'As the bank network sends it. Answered once stored; told again it counts once.',
    reply: { mensaje: 'confirmar' },
  },
  format: jsonBody,
  isReturn: ({ tipoPago }) => tipoPago !== null && RETURN_TYPES.includes(tipoPago),
  problems: ({ fechaOperacion, tipoPago }) => [
    ...(/^\d{8}$/.test(fechaOperacion) ? [] : ['fechaOperacion must be yyyymmdd']),
    ...(tipoPago === null || [...DEPOSIT_TYPES, ...RETURN_TYPES].includes(tipoPago)
      ? []
      : [`tipoPago ${tipoPago} is no known type`]),
  ],
  facts(values, { mode, receivedAt }) {
    const { institucionOrdenante: network, claveRastreo: trackingKey, cuentaBeneficiario: destination } = values;
    const { cuentaOrdenante: payerAccount, monto: amount, fechaOperacion } = values;
    return {
      mode,
      identity: speiIdentity({ mode, trackingKey, destination, amount }, fechaOperacion),
      network,
      trackingKey,
      destination,
      payerName: values.nombreOrdenante,
      payerAccount,
      amount,
      paidAt: values.tsLiquidacion ?? receivedAt,
    };
  },
  dayOf: ({ fechaOperacion }) => fechaOperacion,
  destinationOf: ({ clabe }) => clabe,
  isOfDay,
  formerIdentity,
  agree: (payment, listed, day) =>
    payment.network === listed.network && areEqual(payment.payerAccount, listed.payerAccount) && isOfDay(payment, day),
  unknownDestination,
  writeTestNotice: ({ destination, trackingKey, amount, paidAt }, random) => ({
    id: random.bytes(4).readUInt32BE(),
    fechaOperacion: new Date(paidAt).toISOString().slice(0, 10).replaceAll('-', ''),
    institucionOrdenante: '40012',
    institucionBeneficiaria: '90646',
    claveRastreo: trackingKey,
    monto: toDecimal(amount),
    nombreOrdenante: 'PRUEBA',
    tipoCuentaOrdenante: 40,
    cuentaOrdenante: '012180000000000002',
    rfcCurpOrdenante: 'ND',
    nombreBeneficiario: 'PRUEBA',
    cuentaBeneficiario: destination,
    conceptoPago: 'PRUEBA',
    referenciaNumerica: 1,
    empresa: 'PRUEBA',
    tipoPago: 1,
    tsLiquidacion: paidAt,
  }),
});

type Transfer = Pick<PaymentFacts, 'mode' | 'trackingKey' | 'destination' | 'amount'>;

/**
 * What no retransmission changes (D74). The notifier's own id, the ordering bank and the ordering account are left out:
 * all of them have been seen to come differently for one transfer.
 */
export function speiIdentity({ mode, trackingKey, destination, amount }: Transfer, operatingDate: string): Buffer {
  return identityOf('spei', mode, [trackingKey, operatingDate, destination, String(amount)]);
}

/** Payments that were booked before D74 keep the identity they were booked with. */
function formerIdentity(
  transfer: Transfer & Pick<PaymentFacts, 'network' | 'payerAccount'>,
  operatingDate: string,
): Buffer {
  const { mode, network, trackingKey, destination, payerAccount, amount } = transfer;
  const parts = [network, trackingKey, operatingDate, destination, payerAccount ?? '', String(amount)];
  return identityOf('spei', mode, parts);
}

/** A payment does not store its operating date, but the date is part of its identity. */
function isOfDay(payment: PaymentFacts, day: string): boolean {
  return [speiIdentity(payment, day), formerIdentity(payment, day)].some((one) => one.equals(payment.identity));
}

/** A list may leave out what a notice says, and the other way round. */
function areEqual(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}

/** Uses a random secret for the serial, so the CLABE belongs to no order. */
function unknownDestination(random: Pick<Random, 'bytes'>): string {
  const clabe = makeClabe(TEST_CLABE_PREFIX, random.bytes(4).readUInt32BE(), random.bytes(16).toString('hex'));
  if (!isValidClabe(clabe)) throw new Error('a CLABE was made wrong');
  return clabe;
}
