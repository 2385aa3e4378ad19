// A list of orders as comma-separated values, sent page by page as it is read: its size does not matter.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Language } from '../../../domain/base/language.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import { formatShortMexicoTime } from '../../../domain/base/mexico-time.js';
import { toDecimal } from '../../../domain/base/money.js';
import type { Order } from '../../../domain/orders/order.js';
import { tabStatusOf } from '../../../domain/orders/order-view.js';
import { csvLine, numberAsText } from '../../../wire/csv.js';
import { payTo } from '../../pay/view.js';
import type { OrderQuery } from './order-query.js';
import { pageOf } from './orders-view.js';
import { ORDERS_TEXTS, type OrdersTexts } from './texts.js';

const PAGE = 500;
/** Excel reads a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = '\ufeff';

type CsvCall = { readonly scope: Scope; readonly query: OrderQuery; readonly language: Language; readonly now: number };

export function sendOrdersCsv(reply: FastifyReply, deps: Pick<Deps, 'db'>, call: CsvCall): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="orders-${mexicoDay(call.now)}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(Readable.from(linesOf(deps, call)));
}

async function* linesOf(deps: Pick<Deps, 'db'>, { scope, query, language }: CsvCall): AsyncGenerator<string> {
  const texts = ORDERS_TEXTS[language];
  yield `${BYTE_ORDER_MARK}${csvLine(Object.values(texts.csv))}\r\n`;
  for (let place: OrderQuery['place'] = null; ; ) {
    const page = await pageOf(deps, scope, { ...query, place }, PAGE);
    if (page.orders.length > 0) yield page.orders.map((order) => `${csvLine(fieldsOf(order, texts))}\r\n`).join('');
    if (page.older === null) return;
    place = page.older;
  }
}

/** In the order of the texts of the columns. */
function fieldsOf(order: Order, texts: OrdersTexts): string[] {
  const { customer, product, price, fee } = order;
  const fields: Record<keyof OrdersTexts['csv'], string> = {
    id: formatOrderId(order.uuid),
    folio: numberAsText(order.folio),
    ownNumber: numberAsText(product.id),
    product: product.name,
    state: texts.standings[tabStatusOf(order)],
    amount: toDecimal(order.amount),
    received: toDecimal(order.received),
    refunded: toDecimal(order.refunded),
    fee: toDecimal(fee.amount),
    iva: toDecimal(fee.iva),
    net: toDecimal(order.amount - fee.amount - fee.iva),
    price: toDecimal(price.amount),
    currency: price.currency,
    method: order.method,
    point: order.point?.code ?? '',
    payTo: numberAsText(payTo(order)),
    customer: customer.name,
    email: customer.email,
    phone: numberAsText(customer.phone ?? ''),
    created: timeOf(order.createdAt),
    paid: order.acceptedAt === null ? '' : timeOf(order.acceptedAt),
    expires: timeOf(order.expiry.at),
  };
  return Object.keys(texts.csv).map((name) => fields[name as keyof OrdersTexts['csv']]);
}

/** "2026-11-15 12:00", of Mexico City, as spreadsheets read it. */
function timeOf(ms: number): string {
  return `${mexicoDay(ms)} ${formatShortMexicoTime(ms).slice(6)}`;
}
