// The customer's page for a payment point, with an order that does not exist: what a customer would see.
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { type Brand, NO_BRAND } from '../../../domain/accounts/brand.js';
import { DAY_MS, MINUTE_MS } from '../../../domain/base/duration.js';
import type { Language } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { Order } from '../../../domain/orders/order.js';
import { sampleOrder } from '../../../domain/orders/sample-order.js';
import { coinOf } from '../../../domain/points/coins.js';
import { readAccountKey } from '../../../domain/points/extended-key.js';
import { kindOf, type PaymentPoint, type PointSnapshot, snapshotPoint } from '../../../domain/points/payment-point.js';
import { renderPayPage } from '../../pay/page.js';
import { toPayView } from '../../pay/view.js';

export type Preview = {
  readonly point: PaymentPoint;
  readonly mode: Mode;
  readonly language: Language;
  readonly now: number;
  readonly basePath: string;
  readonly shop: string;
  readonly brand?: Brand;
};

const SHOWN_AMOUNT = 50_000n;
const SHOWN_LOCK_MS = 20 * MINUTE_MS;

export function renderPreview(preview: Preview): string {
  const { point, language, now, basePath, shop, brand = NO_BRAND } = preview;
  const view = toPayView(shownOrder(preview), {
    language,
    now,
    version: '',
    merchantName: shop,
    brand,
    takesParts: true,
    beneficiary: null,
    hours: point.availability,
    canChangePoint: false,
    newOrderUrl: null,
    payments: [],
    transfers: [],
    onTheirWay: [],
    lockMs: SHOWN_LOCK_MS,
  });
  return renderPayPage(view, basePath, null);
}

function shownOrder({ point, mode, now, language }: Preview): Order {
  return sampleOrder({
    scope: { accountId: HOUSE_ACCOUNT, mode },
    method: kindOf(point).method,
    product: { id: 'SAMPLE-1', name: point.name, imageUrl: null },
    amount: point.orderLimit < SHOWN_AMOUNT ? point.orderLimit : SHOWN_AMOUNT,
    point: withAddress(snapshotPoint(point, mode), language),
    reference: '00000000000000',
    cardNumber: mode === 'live' ? '0000000000000000' : null,
    createdAt: now,
    expiry: { at: now + 3 * DAY_MS, unit: 'ms' },
  });
}

/** Every live order of coins has an address of its own: here it is the first one of the key, or what is missing. */
function withAddress(point: PointSnapshot, language: Language): PointSnapshot {
  const { coin: code = '', address = '', account = '' } = point.details;
  const coin = coinOf(code);
  if (coin === null || address !== '') return point;
  const key = readAccountKey(code, account);
  const shared = coin.addressOf === null && coin.isAddress(account) ? account : NO_KEY[language];
  return { ...point, details: { ...point.details, address: typeof key === 'string' ? shared : key.addressAt(0) } };
}

const NO_KEY = { es: '(falta la clave pública de tu cartera)', en: '(the public key of your wallet is missing)' };
