// A shop with an existing plugin, by the rules in plugins.ts: it makes orders with the plugin's own requests, keeps what
// the plugin keeps, and treats webhooks as the plugin's receiver does. It asks the service back while it receives.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Answer as ReceiverAnswer } from '../webhooks/receiver.js';
import type { Method, Plugin, State } from './plugins.js';
import { faultsOf } from './reading.js';
import { type Answer, type Places, readRecorded, sendRecorded } from './recorded.js';

export type ShopOrder = { readonly number: string; readonly id: string; readonly method: Method; status: string };

export type Shop = {
  readonly requests: ReadonlyMap<string, string>;
  send(name: string, places?: Places): Promise<Answer>;
  /** Makes an order as the plugin does at the checkout, and saves it. */
  checkOut(method: Method, number: string): Promise<ShopOrder>;
  save(order: Omit<ShopOrder, 'status'>): ShopOrder;
  receive(body: Answer['json']): Promise<ReceiverAnswer>;
};

export function openShop(
  plugin: Plugin,
  port: number,
  keys: { readonly private: string; readonly public: string },
): Shop {
  const requests = readRecorded(plugin.recorded);
  const orders: ShopOrder[] = [];
  const { receiver } = plugin;

  const send = (name: string, places: Places = {}) => {
    const recorded = requests.get(name);
    assert.ok(recorded !== undefined, `${plugin.recorded} has ${name}`);
    return sendRecorded(port, recorded, { ...keys, ...places });
  };
  const save: Shop['save'] = (order) => {
    const saved = { ...order, status: receiver.states.pending };
    orders.push(saved);
    return saved;
  };
  /** The state that the service tells, by the key and words that the plugin looks for. */
  const verify = async ({ id, method }: ShopOrder): Promise<State | null> => {
    if (receiver.verifies[method] === 'charge') {
      const { status, json } = await send('verify charge', { charge: id });
      if (status !== 200 || json.type === 'error') throw new Error(`Request Error [${status}]`);
      return CHARGE_STATES[String(json.type)] ?? null;
    }
    const { status, json } = await send('verify order', { order: id });
    if (status !== 200 || json.code !== 200) throw new Error(`Request Error [${status}]`);
    return ORDER_STATES[String(json.data.status)] ?? null;
  };
  const find = (body: Answer['json']): ShopOrder => {
    const number = String(body.order_info.order_id);
    const found = orders.find((order) => (receiver.finds === 'id' ? order.id === body.id : order.number === number));
    if (receiver.finds === 'token' && !isOurs(number, keys.public)) throw new Error('Hash verification failure');
    if (found === undefined) throw new Error('Order Not found');
    if (found.id !== body.id) throw new Error('The order is not from this store');
    return found;
  };

  return {
    requests,
    send,
    save,
    async checkOut(method, number) {
      const answer = await send(method === 'cash' ? 'create charge' : 'create order', { number });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(faultsOf(answer.json, plugin.reads[method] ?? 'any'), []);
      if (method === 'cash') {
        assert.equal(answer.json.type, 'charge.pending');
        return save({ number, method, id: answer.json.id });
      }
      assert.deepEqual([answer.json.code, answer.json.data.status], [200, 'PENDING']);
      return save({ number, method, id: answer.json.data.id });
    },
    async receive(body) {
      try {
        assert.deepEqual(faultsOf(body, receiver.reads), []);
        if (receiver.knowsPing && body.short_id === '000000') return success('OK - TEST', body.short_id);
        const order = find(body);
        const broken = receiver.breaks?.[order.method];
        if (broken !== undefined) return { status: 200, body: broken };
        const state = await verify(order);
        if (state === null) throw new Error('Invalid request type');
        order.status = receiver.states[state];
        return success(`OK - ${state}`, body.short_id);
      } catch (error) {
        return failure(plugin, error instanceof Error ? error.message : String(error));
      }
    },
  };
}

const CHARGE_STATES: Readonly<Record<string, State>> = {
  'charge.pending': 'pending',
  'charge.success': 'success',
  'charge.expired': 'expired',
};
const ORDER_STATES: Readonly<Record<string, State>> = { PENDING: 'pending', ACCEPTED: 'success', EXPIRED: 'expired' };

const SYSTEM_URL = 'https://clients.example.com/';

/** An invoice number with the proof that our form made it. */
export function invoiceToken(invoice: string, publicKey: string): string {
  const proof = createHash('md5').update(`${invoice}${SYSTEM_URL}${publicKey}`).digest('hex');
  return `${invoice}-${proof}`;
}

function isOurs(token: string, publicKey: string): boolean {
  return token === invoiceToken(token.split('-', 1)[0] ?? '', publicKey);
}

function success(message: string, folio: string): ReceiverAnswer {
  return { status: 200, body: JSON.stringify({ status: 'success', message, short_id: folio, reference: null }) };
}

function failure({ receiver }: Plugin, message: string): ReceiverAnswer {
  const { status, form } = receiver.fails;
  if (form === 'text') return { status, body: message };
  const json = JSON.stringify({ status: 'error', message, short_id: null, reference: null });
  return { status, body: form === 'json' ? json : `#0 webhook.php(212): execute()\n#1 {main}${json}` };
}
