// The columns of a list of orders as a file for spreadsheets.
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Language } from '../../../domain/base/language.js';
import { toDecimal } from '../../../domain/base/money.js';
import type { Order } from '../../../domain/orders/order.js';
import { tabStatusOf } from '../../../domain/orders/order-view.js';
import { numberAsText } from '../../../wire/csv.js';
import { payTo } from '../../pay/view.js';
import { timeInFile } from '../ui/csv-file.js';
import type { ListColumn } from '../ui/list-section.js';
import { ORDERS_TEXTS } from './texts.js';

export function orderFileColumns(language: Language): readonly ListColumn<Order>[] {
  const { csv: names, standings } = ORDERS_TEXTS[language];
  return [
    { name: names.id, text: ({ uuid }) => formatOrderId(uuid) },
    { name: names.folio, text: ({ folio }) => numberAsText(folio) },
    { name: names.ownNumber, text: ({ product }) => numberAsText(product.id) },
    { name: names.product, text: ({ product }) => product.name },
    { name: names.state, text: (order) => standings[tabStatusOf(order)] },
    { name: names.amount, text: ({ amount }) => toDecimal(amount) },
    { name: names.received, text: ({ received }) => toDecimal(received) },
    { name: names.refunded, text: ({ refunded }) => toDecimal(refunded) },
    { name: names.fee, text: ({ fee }) => toDecimal(fee.amount) },
    { name: names.iva, text: ({ fee }) => toDecimal(fee.iva) },
    { name: names.net, text: ({ amount, fee }) => toDecimal(amount - fee.amount - fee.iva) },
    { name: names.price, text: ({ price }) => toDecimal(price.amount) },
    { name: names.currency, text: ({ price }) => price.currency },
    { name: names.method, text: ({ method }) => method },
    { name: names.point, text: ({ point }) => point?.code ?? '' },
    { name: names.payTo, text: (order) => numberAsText(payTo(order)) },
    { name: names.customer, text: ({ customer }) => customer.name },
    { name: names.email, text: ({ customer }) => customer.email },
    { name: names.phone, text: ({ customer }) => numberAsText(customer.phone ?? '') },
    { name: names.created, text: ({ createdAt }) => timeInFile(createdAt) },
    { name: names.paid, text: ({ acceptedAt }) => (acceptedAt === null ? '' : timeInFile(acceptedAt)) },
    { name: names.expires, text: ({ expiry }) => timeInFile(expiry.at) },
  ];
}
