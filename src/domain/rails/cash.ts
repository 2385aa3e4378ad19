// Cash networks: a payment at a till with a reference, or a deposit to a card or account (D45).
import type { Mode } from '../base/mode.js';
import { toDecimal } from '../base/money.js';
import { jsonBody } from './body.js';
import { type Fields, filledText, pesos, textIfAny, timeIfAny } from './fields.js';
import { identityOf } from './identity.js';
import { railKind } from './kind.js';

const FIELDS = {
  network: filledText('The network whose credentials these are'),
  transaction_id: filledText('The id of the payment at the network; told again it counts once'),
  reference: filledText('The reference or card that the customer showed'),
  amount: pesos('In MXN, at most two decimals'),
  paid_at: timeIfAny('ISO time or epoch seconds', 'an ISO time or epoch seconds'),
  store_id: { ...textIfAny('The store of the till'), column: 'none' },
} as const satisfies Fields;

export const cash = railKind(FIELDS, {
  title: 'cash rail',
  shownName: { es: 'Red de efectivo', en: 'Cash network' },
  trackingName: { es: 'Autorización', en: 'Authorization' },
  networkName: { es: 'Red', en: 'Network' },
  payerName: { es: 'Sucursal', en: 'Store' },
  pays: ['cash', 'bank_deposit'],
  speaksFor: 'its own network',
  tellsPayerAccount: false,
  hasKeysOfDay: false, // A network's transaction id is the payment's whole identity.
  isReversible: true,
  door: {
    path: '/rails/cash/payments',
    operationId: 'reportCashPayment',
    summary: 'Tell of a cash payment',
    description: 'As a till or its network sends it. Answered once stored; told again it counts once.',
    reply: { status: 'accepted' },
  },
  format: jsonBody,
  facts: (values, { mode, receivedAt }) => ({
    mode,
    identity: cashIdentity(mode, values.network, values.transaction_id),
    network: values.network,
    trackingKey: values.transaction_id,
    destination: withoutBlanks(values.reference),
    payerName: null,
    payerAccount: values.store_id,
    amount: values.amount,
    paidAt: values.paid_at ?? receivedAt,
  }),
  destinationOf: ({ reference, cardNumber }) => reference ?? cardNumber,
  unknownDestination: (random) => random.bytes(6).readUIntBE(0, 6).toString().padStart(15, '9'),
  writeTestNotice: ({ network, destination, trackingKey, amount, paidAt }) => ({
    network,
    transaction_id: trackingKey,
    reference: destination,
    amount: toDecimal(amount),
    paid_at: new Date(paidAt).toISOString(),
  }),
});

export function cashIdentity(mode: Mode, network: string, transactionId: string): Buffer {
  return identityOf('cash', mode, [network, transactionId]);
}

/** Removes separators: receipts print references in groups. */
export function withoutBlanks(reference: string): string {
  return reference.replace(/[ -]/g, '');
}
