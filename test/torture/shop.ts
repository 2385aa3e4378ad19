// A shop at work: customers who order, pay and get money back, and who ask again whenever no answer comes. It remembers
// every answer, because that is what the service has promised.
import { speiNotice } from '../money/books.js';
import type { Nodes } from '../support/nodes.js';
import { runCobro } from '../support/process.js';
import { basic, orderBody, type Reply } from '../support/service.js';

export type Shop = { readonly key: string; readonly rail: string };

export type Created = { readonly idempotencyKey: string; readonly id: string; readonly text: string };
export type Paid = { readonly trackingKey: string; readonly orderId: string };
export type Refunded = {
  readonly idempotencyKey: string;
  readonly orderId: string;
  readonly id: string;
  readonly text: string;
};

/** What the service has acknowledged. */
export type Acknowledged = {
  readonly created: Created[];
  readonly paid: Paid[];
  readonly refunded: Refunded[];
};

export const PRICE = 150;
export const REFUND = 30;
const CUSTOMERS = 24;

/** Made by the command line, as an operator would. */
export async function openShop(databaseUrl: string): Promise<Shop> {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCobro([...args, '--json'], { DATABASE_URL: databaseUrl });
    if (code !== 0) throw new Error(`cobro ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const account = await run('account', 'create', '--name', 'La Favorita');
  const rail = await run('rail', 'add', '--kind', 'spei', '--name', 'banxico', '--test');
  return { key: account.keys.test.private, rail: basic(rail.user, rail.password) };
}

export type Trading = {
  readonly isEnough: (acknowledged: number) => boolean;
  /** Told of every order that is acknowledged, with the time when it was first asked for. */
  readonly onCreated?: (askedAt: number) => void;
};

/** Sells until there is enough. */
export async function trade(
  nodes: Pick<Nodes, 'call' | 'read'>,
  shop: Shop,
  { isEnough, onCreated }: Trading,
): Promise<Acknowledged> {
  const acknowledged: Acknowledged = { created: [], paid: [], refunded: [] };
  const count = () => acknowledged.created.length + acknowledged.paid.length + acknowledged.refunded.length;
  let serial = 0;
  const serve = async () => {
    while (!isEnough(count())) {
      const askedAt = performance.now();
      await sell(nodes, shop, ++serial, { done: acknowledged, onCreated: () => onCreated?.(askedAt) });
    }
  };
  await Promise.all(Array.from({ length: CUSTOMERS }, serve));
  return acknowledged;
}

/** Every third customer wants some of it back. */
async function sell(
  nodes: Pick<Nodes, 'call' | 'read'>,
  shop: Shop,
  serial: number,
  { done, onCreated }: { readonly done: Acknowledged; readonly onCreated: () => void },
): Promise<void> {
  const { key, rail } = shop;
  const idempotencyKey = `order-${serial}`;
  const created = await nodes.call('/v2/orders', orderCall(shop, serial));
  const { id, payment } = expect(created, 200).json;
  done.created.push({ idempotencyKey, id, text: created.text });
  onCreated();
  const trackingKey = `TORTURE${serial}`;
  const body = speiNotice(payment.clabe, `${PRICE}.00`, { id: serial, claveRastreo: trackingKey });
  expect(await nodes.call('/rails/spei/deposits', { headers: { authorization: rail }, body }), 200);
  done.paid.push({ trackingKey, orderId: id });
  if (serial % 3 !== 0) return;
  await untilPaid(nodes, key, id);
  const refunded = await nodes.call(`/v2/orders/${id}/refunds`, refundCall(key, id));
  const { refund } = expect(refunded, 200).json;
  done.refunded.push({ idempotencyKey: refundKey(id), orderId: id, id: refund.id, text: refunded.text });
}

export function orderCall({ key }: Shop, serial: number) {
  const body = orderBody({ product: { id: `ITEM-${serial}`, name: 'Funda', price: PRICE } });
  return { key, body, headers: { 'idempotency-key': `order-${serial}` } };
}

export function refundCall(key: string, orderId: string) {
  return { key, body: { amount: REFUND }, headers: { 'idempotency-key': refundKey(orderId) } };
}

const refundKey = (orderId: string) => `refund-${orderId}`;

async function untilPaid(nodes: Pick<Nodes, 'read'>, key: string, id: string): Promise<void> {
  for (let turn = 0; ; turn++) {
    const { status } = expect(await nodes.read(`/v2/orders/${id}`, { key }), 200).json;
    if (status === 'ACCEPTED') return;
    if (turn > 2_400) throw new Error(`${id} was never paid`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function expect(reply: Reply, status: number): Reply {
  if (reply.status !== status) throw new Error(`answered ${reply.status}: ${reply.text}`);
  return reply;
}
