// A shop with orders in every state, for looking at its pages in a browser.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { createLink } from '../../../src/actions/links/manage-link.js';
import { countFigures } from '../../../src/actions/orders/count-figures.js';
import { expireOrders } from '../../../src/actions/orders/expire-orders.js';
import { noteOrder } from '../../../src/actions/orders/note-order.js';
import { confirmTransfer, markSent } from '../../../src/actions/transfers/change-transfer.js';
import { createPayout } from '../../../src/actions/transfers/create-payout.js';
import { setPayoutPlan } from '../../../src/actions/transfers/set-payout-plan.js';
import type { Scope } from '../../../src/domain/accounts/account.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/base/duration.js';
import { sql } from '../../../src/store/sql.js';
import { insertPayoutAccount } from '../../../src/store/transfers/payout-accounts.js';
import type { TestService } from '../../support/service.js';
import { openPage } from '../chromium.js';
import { makeOrder } from '../fixtures.js';
import { giveSecondFactor, signInAs } from './sign-in.js';

const CUSTOMERS = [
  ['Ana Robles', 'ana@example.com'],
  [
    'María Guadalupe Hernández de la Torre y Villaseñor',
    'maria.guadalupe.hernandez.villasenor@correo-empresarial.example',
  ],
  ['José Luis Pérez', 'jlperez@example.com'],
  ['Íñigo Núñez', 'inigo@example.com'],
  ['Comercializadora del Bajío, S.A. de C.V.', 'cuentas.por.pagar@comercializadora-bajio.example'],
] as const;

export type Shop = Awaited<ReturnType<typeof openShop>>;

export async function openShop(service: TestService) {
  const { setTime } = service;
  const began = Date.now() - HISTORY_DAYS * DAY_MS;
  setTime(began);
  const { keys, account } = await service.account({ name: 'Café La Favorita' });
  const key = keys.test.private;
  const make = (index: number, wish = {}) => {
    const [name = '', email = ''] = CUSTOMERS[index % CUSTOMERS.length] ?? [];
    const customer = { id: null, name, email, phone: '5512345678' };
    const product = {
      id: `PEDIDO-2026-${1000 + index}`,
      name: 'Suscripción mensual de café de altura',
      imageUrl: null,
    };
    return makeOrder(service, { key, customer, product, amount: BigInt(12_345 + (index % 8) * 98_765), ...wish });
  };
  const pay = (id: string, scenario: string) =>
    service.call('POST', `/v1/test/orders/${id}/payments`, { key, body: { scenario } });
  const merchant = await service.deps.credentials.find(key);
  if (merchant === null) throw new Error('there is no such key');
  await nameAccounts(service, merchant.scope, began);
  // Some days with a few orders each, as a worker has counted them; what nobody paid has expired.
  for (let index = 7; index < 40; index++) {
    setTime(began + (index - 7) * 15 * HOUR_MS);
    const order = await make(index, index % 3 === 0 ? { point: 'OXXO' } : {});
    setTime(service.deps.clock.now() + 25 * MINUTE_MS);
    if (index % 4 !== 0) await pay(order.id, 'exact');
    else {
      setTime(service.deps.clock.now() + LONGEST_LIFETIME_MS);
      await expireOrders(service.deps);
    }
  }
  await payOut(service, merchant.scope);
  await countDays(service, began);
  setTime(null);
  await service.call('POST', '/v1/webhooks/stores', { key, body: { url: 'http://127.0.0.1:2/webhooks/cobro' } });
  const waiting = await make(0);
  const part = await make(1, { point: 'OXXO' });
  const paid = await make(2);
  const over = await make(3);
  const cash = await make(4, { point: 'OXXO' });
  await make(5, { point: 'BBVA', expiry: { at: Date.now() - MINUTE_MS, unit: 'ms' } });
  await expireOrders(service.deps);
  const canceled = await make(6);
  for (const [order, scenario] of [
    [part, 'short'],
    [paid, 'exact'],
    [over, 'over'],
    [cash, 'exact'],
  ] as const)
    await pay(order.id, scenario);
  await service.call('POST', `/v1/charges/${part.id}/sms`, { key, body: { customer_phone: '5512345678' } });
  const refund = { amount: 10, reason: 'Llegó rota' };
  await service.call('POST', `/v1/charges/${cash.id}/refunds`, { key, body: refund });
  await service.call('POST', `/v2/orders/${canceled.id}/cancel`, { key, body: {} });
  const link = await createLink(service.deps, {
    merchant,
    wanted: {
      product: { id: null, name: 'Curso de barista', imageUrl: null },
      price: { amount: 35_000n, currency: 'MXN' },
      returnUrls: { success: null, failure: null },
      ...{ phone: 'optional', extras: {}, maxUses: 20, expiresAt: null },
    },
    actor: 'test',
    priceParam: 'price',
  });
  await noteOrder(service.deps, {
    key: { scope: merchant.scope, uuid: part.id.slice(3) },
    noteId: service.deps.random.uuid(Date.now()),
    text: 'Dijo que paga el resto el viernes.',
    author: 'Rosa',
    actor: 'test',
  });
  await tellOf(service, part.id);
  const linkId = link.is === 'first' ? link.value.id : '';
  const { cookie, person } = await signInAs(service, account.id, { email: 'carmen@lafavorita.example' });
  await giveSecondFactor(service, person);
  const plan = { every: 'week', onDay: 5, least: 50_000n } as const;
  await setPayoutPlan(service.deps, { scope: merchant.scope, plan, actor: 'test' });
  return { key, account, cookie, linkId, waiting, part, paid, over, cash };
}

const HISTORY_DAYS = 21;
/** Of an order whose shop names no time. */
const LONGEST_LIFETIME_MS = 2 * DAY_MS;

/** The account for payouts, and one that waits. */
async function nameAccounts({ deps }: TestService, scope: Scope, began: number): Promise<void> {
  const named = {
    scope,
    holder: 'Café La Favorita SA de CV',
    rfc: 'CLF010203AB9',
    namedBy: 'Carmen Ortiz',
  };
  for (const [clabe, bank, namedAt] of [
    ['012180015025335996', 'BBVA MEXICO', began],
    ['014180566013486728', 'SANTANDER', Date.now() - HOUR_MS],
  ] as const) {
    const id = deps.random.uuid(namedAt);
    await insertPayoutAccount(deps.db, { ...named, clabe, bank, id, namedAt, countsFrom: namedAt + 2 * DAY_MS });
  }
}

/** An attempt to tell of an order's first event. */
async function tellOf(service: TestService, orderId: string): Promise<void> {
  await service.deps.db.query(sql`
    insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
      request_headers, request_body, reply_status, reply_headers, reply_body, outcome, reason)
    select account_id, livemode, order_id, 1, endpoint_id, 1, now(), 12,
      'https://shop.example/webhooks/cobro', '{"webhook-id": "evt_1", "content-type": "application/json"}',
      '{"type":"charge.pending","object":{"id":"ch_1","short_id":"CAFE0001","amount":1234.5}}', 500, '{"server": "nginx"}',
      'Internal Server Error', 'failed', 'status 500'
    from webhook_deliveries
    where order_id = ${orderId.slice(3)} and sequence = 1`);
}

/** A payout of some days ago, as the bank confirmed it. */
async function payOut({ deps, setTime }: TestService, scope: Scope): Promise<void> {
  setTime(Date.now() - 5 * DAY_MS);
  const { transfer } = await createPayout(deps, { scope, amount: 2_000_000n, note: null, actor: 'service' });
  if (transfer === null) throw new Error('a payout without a transfer');
  const step = { transferId: transfer.id, scope, actor: 'test' };
  await markSent(deps, { ...step, trackingKey: 'COBRO20261113A1' });
  await confirmTransfer(deps, step);
}

/** As the worker would have. */
async function countDays({ deps, setTime }: TestService, began: number): Promise<void> {
  setTime(Date.now() - HOUR_MS);
  const place = { from: began - DAY_MS, to: began - DAY_MS, after: '00000000-0000-0000-0000-000000000000' };
  await deps.db.query(sql`
    insert into retention_marks (what, place) values ('figures', ${JSON.stringify(place)}) on conflict do nothing`);
  while (await countFigures(deps));
}

/** Opens a page as somebody who is signed in. */
export function openAs(
  browser: Browser,
  { origin, cookie }: { readonly origin: string; readonly cookie: string },
  path: string,
  options: BrowserContextOptions = {},
) {
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), domain: '127.0.0.1', path: '/', expires: -1 };
  });
  const kept = cookies.map((one) => ({ ...one, httpOnly: true, secure: false, sameSite: 'Lax' as const }));
  return openPage(browser, `${origin}/dashboard/test${path}`, {
    ...options,
    storageState: { cookies: kept, origins: [] },
  });
}
