// The texts of orders of all merchants.
import type { Language } from '../../../domain/base/language.js';

type AllOrdersTexts = {
  readonly title: string;
  readonly search: string;
  readonly searchHint: string;
  readonly method: string;
  readonly order: string;
  readonly customer: string;
  readonly none: string;
  readonly noneText: string;
  readonly created: string;
  readonly expires: string;
  readonly paidAt: string;
  readonly amount: string;
  readonly received: string;
  readonly left: string;
  readonly refunded: string;
  readonly fee: string;
  readonly product: string;
  readonly payTo: string;
  readonly point: string;
  readonly email: string;
  readonly phone: string;
  readonly payments: string;
  readonly noPayments: string;
  readonly transfers: string;
  readonly customerPage: string;
};

export const ALL_ORDERS_TEXTS: Readonly<Record<Language, AllOrdersTexts>> = {
  es: {
    title: 'Órdenes',
    search: 'Buscar orden',
    searchHint: 'Folio, id, CLABE, referencia, tarjeta o clave de rastreo',
    method: 'Forma de pago',
    order: 'Orden',
    customer: 'Cliente',
    none: 'No hay órdenes que mostrar',
    noneText: 'Revisa el modo y los filtros.',
    created: 'Creada',
    expires: 'Vence',
    paidAt: 'Pagada',
    amount: 'Monto',
    received: 'Recibido',
    left: 'Falta',
    refunded: 'Reembolsado',
    fee: 'Comisión e IVA',
    product: 'Producto',
    payTo: 'Se paga a',
    point: 'Punto de pago',
    email: 'Correo',
    phone: 'Teléfono',
    payments: 'Pagos',
    noPayments: 'Todavía no ha llegado dinero.',
    transfers: 'Transferencias de salida',
    customerPage: 'Página del cliente',
  },
  en: {
    title: 'Orders',
    search: 'Find an order',
    searchHint: 'Folio, id, CLABE, reference, card or tracking key',
    method: 'Method',
    order: 'Order',
    customer: 'Customer',
    none: 'There are no orders to show',
    noneText: 'Look at the mode and the filters.',
    created: 'Created',
    expires: 'Expires',
    paidAt: 'Paid',
    amount: 'Amount',
    received: 'Received',
    left: 'Left',
    refunded: 'Refunded',
    fee: 'Fee and IVA',
    product: 'Product',
    payTo: 'Paid to',
    point: 'Payment point',
    email: 'E-mail',
    phone: 'Telephone',
    payments: 'Payments',
    noPayments: 'No money has arrived yet.',
    transfers: 'Outgoing transfers',
    customerPage: 'Customer’s page',
  },
};
