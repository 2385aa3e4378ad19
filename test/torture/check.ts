// The independent checker: asks the public API for everything that was acknowledged, and adds up the money in plain
// arithmetic. It knows nothing of tables.
import { inParallel } from '../support/http-client.js';
import type { Nodes } from '../support/nodes.js';
import { runCobro } from '../support/process.js';
import { type Acknowledged, orderCall, PRICE, REFUND, refundCall, type Shop } from './shop.js';

const WIDTH = 16;

export type Findings = {
  readonly lost: string[];
  readonly changed: string[];
  readonly doubled: string[];
  readonly money: string[];
};

export async function check(
  nodes: Pick<Nodes, 'call' | 'read'>,
  shop: Shop,
  { created, paid, refunded }: Acknowledged,
  databaseUrl: string,
): Promise<Findings> {
  const findings: Findings = { lost: [], changed: [], doubled: [], money: [] };
  await untilMatched(nodes, shop, paid.length);

  await inParallel(created, WIDTH, async ({ id, text, idempotencyKey }) => {
    const now = await nodes.read(`/v2/orders/${id}`, { key: shop.key });
    if (now.status !== 200) return void findings.lost.push(`order ${id}: ${now.status}`);
    const { status, received, payment } = now.json;
    const told = JSON.parse(text);
    if (payment.clabe !== told.payment.clabe || now.json.shortId !== told.shortId) findings.changed.push(`order ${id}`);
    if (status !== 'ACCEPTED' || received !== PRICE) findings.money.push(`order ${id} is ${status} with ${received}`);
    const again = await nodes.call('/v2/orders', orderCall(shop, Number(idempotencyKey.slice('order-'.length))));
    if (again.text !== text) findings.changed.push(`the answer of ${idempotencyKey}`);
  });
  await inParallel(refunded, WIDTH, async ({ orderId, text }) => {
    const again = await nodes.call(`/v2/orders/${orderId}/refunds`, refundCall(shop.key, orderId));
    if (again.text !== text) findings.changed.push(`the answer of the refund of ${orderId}`);
  });

  const orders = await listAll(nodes, shop, '/v2/orders');
  const payments = await listAll(nodes, shop, '/v1/payments');
  const refunds = await listAll(nodes, shop, '/v1/refunds');
  countOnce(
    findings,
    'order',
    created,
    orders,
    ({ id }) => id,
    ({ id }) => id,
  );
  countOnce(
    findings,
    'payment',
    paid,
    payments,
    ({ trackingKey }) => trackingKey,
    (record) => record['tracking_key'],
  );
  countOnce(
    findings,
    'refund',
    refunded,
    refunds,
    ({ id }) => id,
    ({ id }) => id,
  );

  await addUp(nodes, shop, { created, paid, refunded }, findings);
  const { code, stdout, stderr } = await runCobro(['ledger', 'verify'], { DATABASE_URL: databaseUrl });
  if (code !== 0) findings.money.push(`ledger verify: ${stdout}${stderr}`);
  return findings;
}

/** Notices are matched after they are acknowledged. */
async function untilMatched(nodes: Pick<Nodes, 'read'>, shop: Shop, payments: number): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const { json } = await nodes.read('/v1/balance', { key: shop.key });
    const taken = cents(json.available) + cents(json.pending) + cents(json.outgoing);
    if (taken > 0 && (await listAll(nodes, shop, '/v1/payments')).length >= payments) return;
    if (performance.now() > deadline) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

type Listed = Readonly<Record<string, unknown>> & { readonly id: unknown };

export async function listAll(nodes: Pick<Nodes, 'read'>, { key }: Pick<Shop, 'key'>, path: string): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let cursor = ''; ; ) {
    const { json } = await nodes.read(`${path}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`, { key });
    all.push(...json.data);
    if (json.next_cursor === null || json.next_cursor === undefined) return all;
    cursor = json.next_cursor;
  }
}

function countOnce<Known, Record>(
  findings: Findings,
  what: string,
  known: readonly Known[],
  listed: readonly Record[],
  ofKnown: (item: Known) => unknown,
  ofListed: (item: Record) => unknown,
): void {
  const times = new Map<unknown, number>();
  for (const item of listed) times.set(ofListed(item), (times.get(ofListed(item)) ?? 0) + 1);
  for (const item of known) {
    const name = ofKnown(item);
    const count = times.get(name) ?? 0;
    if (count === 0) findings.lost.push(`${what} ${name}`);
    if (count > 1) findings.doubled.push(`${what} ${name}`);
    times.delete(name);
  }
  for (const name of times.keys()) findings.doubled.push(`${what} ${name} that nobody asked for`);
}

/** Fee and IVA of an order stay with the service; a refund is on its way until a bank confirms it. */
async function addUp(
  nodes: Pick<Nodes, 'read'>,
  { key }: Shop,
  { created, refunded }: Acknowledged,
  findings: Findings,
): Promise<void> {
  let net = 0;
  for (const { text } of created) {
    const { payment } = JSON.parse(text);
    net += cents(PRICE) - cents(payment.fee) - cents(payment.iva);
  }
  const back = refunded.length * cents(REFUND);
  const { json } = await nodes.read('/v1/balance', { key });
  const shown = [cents(json.available) + cents(json.pending), cents(json.outgoing), cents(json.held)];
  const owed = [net - back, back, 0];
  if (String(shown) !== String(owed)) findings.money.push(`the balance is ${shown}, and should be ${owed} centavos`);
}

const cents = (amount: number) => Math.round(amount * 100);
