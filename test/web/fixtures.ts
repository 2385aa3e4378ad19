// Orders of every kind for the tests of the customer page, made by the action itself, and ways to change and read them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { setBrand } from '../../src/actions/accounts/set-brand.js';
import { createOrder } from '../../src/actions/orders/create-order.js';
import type { OrderDraft, Status } from '../../src/domain/orders/order.js';
import { CATALOGUE_FOLDER } from '../../src/paths.js';
import { seedPaymentPoints } from '../../src/store/points/payment-points.js';
import { sql } from '../../src/store/sql.js';
import { readPoints } from '../../src/wire/points/points.js';
import { type Reply, startTestService, type TestOptions, type TestService } from '../support/service.js';

/** 15 November 2026, 12:00 in Mexico City. */
export const NOON = Date.parse('2026-11-15T18:00:00Z');

export type Wish = Partial<Pick<OrderDraft, 'product' | 'customer' | 'returnUrls' | 'expiry' | 'price'>> & {
  /** Code of a payment point; without one it is a SPEI order. */
  readonly point?: string;
  /** In centavos. */
  readonly amount?: bigint;
  readonly key?: string;
};

export type MadeOrder = { readonly id: string; readonly payTo: string; readonly folio: string };

export async function startPayService(
  env: Readonly<Record<string, string>> = {},
  options: TestOptions = {},
): Promise<TestService> {
  const service = await startTestService(env, options);
  const file = join(CATALOGUE_FOLDER, 'providers.json');
  await seedPaymentPoints(service.deps.db, readPoints(JSON.parse(await readFile(file, 'utf8'))));
  return service;
}

/** A shop with a logo, a colour and ways to reach it, as its pages are seen. */
export async function brandShop({ deps, merchant }: TestService): Promise<void> {
  const cup = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96">
    <circle cx="48" cy="48" r="46" fill="#6f4320"/>
    <path d="M26 38h38v14a19 19 0 0 1-38 0z" fill="#fff"/>
    <path d="M64 41h6a8 8 0 0 1 0 17h-8" fill="none" stroke="#fff" stroke-width="5"/>
  </svg>`;
  await setBrand(deps, {
    accountId: merchant.account.id,
    colour: '#f5a800',
    logo: new Resvg(cup).render().asPng(),
    contact: { phone: '55 5555 1234', whatsapp: '+52 55 5555 1234', email: 'hola@lafavorita.example' },
    actor: 'test',
  });
}

export async function makeOrder(service: TestService, wish: Wish = {}): Promise<MadeOrder> {
  const { deps } = service;
  const merchant = await deps.credentials.find(wish.key ?? service.key);
  if (merchant === null) throw new Error('there is no such key');
  const point = wish.point === undefined ? null : (await deps.points.byCode()).get(wish.point);
  if (point === undefined) throw new Error(`there is no point ${wish.point}`);
  const made = await createOrder(deps, {
    merchant,
    draft: {
      point,
      product: wish.product ?? { id: 'SMG-1', name: 'Funda de cuero', imageUrl: 'https://shop.example/funda.png' },
      price: wish.price ?? { amount: wish.amount ?? 123450n, currency: 'MXN' },
      customer: wish.customer ?? { id: null, name: 'Ana Robles', email: 'ana@example.com', phone: '5512345678' },
      testClockId: null,
      extras: { secret: 'inside-only' },
      returnUrls: wish.returnUrls ?? { success: null, failure: null },
      expiry: wish.expiry ?? null,
    },
    now: deps.clock.now(),
    repeat: null,
    priceParam: 'price',
  });
  if (made.is !== 'first') throw new Error('an order without a key was repeated');
  const { uuid, folio, clabe, reference, cardNumber, point: at } = made.value;
  return {
    id: `ch_${uuid}`,
    folio,
    // The reference of a test order at a card store or of a coin is for us alone.
    payTo: clabe ?? cardNumber ?? at?.details['card_number'] ?? at?.details['address'] ?? reference ?? '',
  };
}

export async function setStatus(service: TestService, order: MadeOrder, status: Status): Promise<void> {
  const acceptedAt = status === 'paid' ? new Date(service.deps.clock.now()) : null;
  await service.deps.db.query(sql`
    update orders
    set status = ${status}, accepted_at = ${acceptedAt}
    where id = ${order.id.slice(3)}`);
}

/** What a reader sees of a page: no tags, entities as characters. */
export function textOf({ text }: Reply): string {
  return text
    .replace(/<(head|script)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}
