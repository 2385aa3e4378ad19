// Coins: an output of a transaction that pays to the address of an order. Our own watcher files its notices
// (actions/money/coins/), once an output has its confirmations; an operator's own watcher may, too (D92).
import { hash } from 'node:crypto';
import { toDecimal } from '../base/money.js';
import { jsonBody } from './body.js';
import { type Fields, filledText, integerIfAny, pesos, textIfAny, timeIfAny } from './fields.js';
import { identityOf } from './identity.js';
import { railKind } from './kind.js';

const FIELDS = {
  network: filledText('The payment point whose credentials these are'),
  transaction: filledText('The transaction; with its output and the address it counts once'),
  output: integerIfAny('Which output of the transaction; 0 if omitted'),
  address: filledText('The address of the order; for XRP the X-address of account and tag'),
  units: textIfAny("What came, in the coin's smallest unit"),
  amount: pesos('What that is in MXN at the price of the order, at most two decimals'),
  paid_at: timeIfAny('When it was first seen: ISO time or epoch seconds', 'an ISO time or epoch seconds'),
} as const satisfies Fields;

export const crypto = railKind(FIELDS, {
  title: 'crypto rail',
  shownName: { es: 'Criptomonedas', en: 'Coins' },
  trackingName: { es: 'Transacción', en: 'Transaction' },
  networkName: { es: 'Red', en: 'Network' },
  payerName: { es: 'Desde', en: 'From' },
  pays: ['crypto'],
  speaksFor: 'its own network',
  tellsPayerAccount: false, // coins come from addresses that nobody may send back to: those of exchanges, for example
  hasKeysOfDay: false,
  isReversible: false,
  door: {
    path: '/rails/crypto/payments',
    operationId: 'reportCoinPayment',
    summary: 'Tell of coins that arrived',
    description:
      'For a watcher of your own: tell of an output once it is final. Answered once stored; told again it counts once.',
    reply: { status: 'accepted' },
  },
  format: jsonBody,
  facts: (values, { mode, receivedAt }) => ({
    mode,
    identity: identityOf('crypto', mode, [values.transaction, String(values.output ?? 0), values.address]),
    network: values.network,
    trackingKey: values.transaction,
    destination: values.address,
    payerName: null,
    payerAccount: null,
    amount: values.amount,
    paidAt: values.paid_at ?? receivedAt,
  }),
  destinationOf: ({ reference }) => reference,
  unknownDestination: (random) => hash('sha256', random.bytes(16), 'hex').slice(0, 40),
  writeTestNotice: ({ network, destination, trackingKey, amount, paidAt }) => ({
    network,
    transaction: trackingKey,
    output: 0,
    address: destination,
    amount: toDecimal(amount),
    paid_at: new Date(paidAt).toISOString(),
  }),
});
