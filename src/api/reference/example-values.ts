// The values behind the examples of the API reference: one of each noun. The examples are rendered from them as replies
// are, so they always have the shape that merchants get.
import { DAY_MS } from '../../domain/base/duration.js';
import type { PaymentLink } from '../../domain/links/payment-link.js';
import { type BookedEntry, LEDGER_ACCOUNTS } from '../../domain/money/ledger.js';
import { allIn, NOTHING_ACCEPTED, type Payment } from '../../domain/money/payment.js';
import { orderEvent } from '../../domain/orders/event.js';
import { DEFAULT_EVENTS } from '../../domain/orders/event-types.js';
import type { Order } from '../../domain/orders/order.js';
import { sampleOrder } from '../../domain/orders/sample-order.js';
import { type PaymentPoint, snapshotPoint } from '../../domain/points/payment-point.js';
import { newTransfer } from '../../domain/transfers/transfer.js';
import type { DeliveryAttempt, Endpoint } from '../../domain/webhooks/endpoint.js';
import { NEWEST_VERSION } from '../../wire/versions/versions.js';

export const NOW = 1_794_712_324_991;
const scope = { accountId: '01a1dd2f-0000-7000-8000-000000000001', mode: 'test' } as const;
const ORDER_ID = '01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc';
const CHARGE_ID = '01a1dd30-cb98-77ec-b945-94feb660c823';

export const point: PaymentPoint = {
  code: 'OXXO',
  name: 'OXXO',
  kind: 'agreement',
  rank: 1,
  availability: '24:00 hrs',
  orderLimit: 1_000_000n,
  tillLimit: 500_000n,
  commission: 1_000n,
  isActive: true,
  testDetails: { company_reference_number: '123', company_bank_number: '456' },
  liveDetails: null,
};

const shared = {
  scope,
  customer: { id: null, name: 'Ana Robles', email: 'ana@example.com', phone: null },
  product: { id: 'SMG-1', name: 'Funda', imageUrl: null },
  createdAt: NOW,
} as const;

export const order: Order = sampleOrder({
  ...shared,
  uuid: ORDER_ID,
  folio: '8C42E034',
  amount: 15_000n,
  fee: { amount: 1_025n, iva: 164n },
  clabe: '000000880179333187',
  expiry: { at: NOW + 2 * DAY_MS, unit: 's' },
});

export const charge: Order = sampleOrder({
  ...shared,
  uuid: CHARGE_ID,
  folio: '7B75EED4',
  method: 'cash',
  amount: 7_500n,
  fee: { amount: 518n, iva: 83n },
  point: snapshotPoint(point, 'test'),
  reference: '57926501010332',
});

const paidAt = NOW + 300_000; // five minutes later

export function paid(one: Order): Order {
  return { ...one, status: 'paid', received: one.amount, acceptedAt: paidAt, updatedAt: paidAt, lastEvent: 2 };
}

export const success = orderEvent(paid(order), 2);

export const payment: Payment = {
  ...allIn('applied', 15_000n),
  accepted: NOTHING_ACCEPTED,
  id: '01a1dd35-5f5f-7000-8000-000000000002',
  kind: 'spei',
  mode: 'test',
  identity: Buffer.alloc(0),
  network: '40012',
  trackingKey: 'MBAN01002611150012345',
  destination: '000000880179333187',
  payerName: 'ANA ROBLES',
  payerAccount: '012180000000000002',
  amount: 15_000n,
  paidAt,
  keyDay: '20261115',
  flags: [],
  repeats: 0,
  differing: 0,
  accountId: scope.accountId,
  orderId: ORDER_ID,
  receivedAt: paidAt,
  updatedAt: paidAt,
};

const REFUND_ID = '01a1dd3a-0000-7000-8000-000000000003';

export const transfer = newTransfer(
  {
    scope,
    id: '01a1dd3a-0000-7000-8000-000000000004',
    reason: 'refund',
    sourceId: REFUND_ID,
    orderId: ORDER_ID,
    amount: 500n,
    coin: null,
    destination: { clabe: '012180000000000002', holder: 'Ana Robles', bank: 'BBVA' },
    decidedBy: 'merchant',
  },
  paidAt,
);

export const refund = {
  scope,
  id: REFUND_ID,
  orderId: ORDER_ID,
  amount: 500n,
  reason: 'Talla equivocada',
  createdAt: paidAt,
};

export const entry: BookedEntry = {
  ...(Object.fromEntries(LEDGER_ACCOUNTS.map((name) => [name, 0n])) as Record<
    (typeof LEDGER_ACCOUNTS)[number],
    bigint
  >),
  id: '01a1dd35-5f60-7000-8000-000000000005',
  kind: 'payment',
  orderId: ORDER_ID,
  paymentId: payment.id,
  createdAt: paidAt,
  rail: -15_000n,
  pending: 13_811n,
  fees: 1_025n,
  iva: 164n,
};

export const link: PaymentLink = {
  scope,
  id: '01a1dd40-0000-7000-8000-000000000007',
  product: { id: 'CURSO-7', name: 'Curso de cerámica', imageUrl: null },
  price: { amount: 35_000n, currency: 'MXN' },
  returnUrls: { success: null, failure: null },
  phone: 'optional',
  extras: {},
  maxUses: 20,
  uses: 3,
  createdAt: NOW,
  expiresAt: null,
  deactivatedAt: null,
  countedAt: null,
};

export const endpoint: Endpoint = {
  scope,
  id: '2df9c71f-5ed5-460e-b77a-b9622b9aa971',
  url: 'https://shop.example.com/hook',
  kind: 'primary',
  events: DEFAULT_EVENTS,
  interfaceVersion: NEWEST_VERSION,
  secret: { sealed: '' },
  previousSecrets: [],
  saysSuccess: false,
  isActive: true,
};

export const attempt: DeliveryAttempt = {
  endpointId: endpoint.id,
  number: 1,
  at: paidAt,
  durationMs: 85,
  url: endpoint.url,
  request: { headers: { 'webhook-id': `evt_${ORDER_ID}_2` }, body: '{"id":"ch_…"}' },
  reply: { status: 204, headers: {}, body: '' },
  outcome: 'delivered',
  reason: null,
  nextAt: null,
};
