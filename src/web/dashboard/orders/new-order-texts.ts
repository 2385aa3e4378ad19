// The texts of the form for a new order, in both languages.
import type { Language } from '../../../domain/base/language.js';

const SPANISH = {
  product: 'Qué se paga',
  price: 'Precio',
  currency: 'Moneda',
  customer: 'Nombre del cliente',
  email: 'Correo del cliente',
  phone: 'Teléfono del cliente (opcional)',
  phoneHint: '10 dígitos, para mandarle un SMS',
  way: 'Cómo paga',
  ownNumber: 'Tu número de orden (opcional)',
  ownNumberHint: 'Si lo dejas vacío, te damos uno',
  lastDay: 'Último día para pagar (opcional)',
  lastDayHint: 'Como máximo 30 días',
  make: 'Crear la orden',
};

export const NEW_ORDER_TEXTS: Readonly<Record<Language, typeof SPANISH>> = {
  es: SPANISH,
  en: {
    product: 'What is paid for',
    price: 'Price',
    currency: 'Currency',
    customer: "Customer's name",
    email: "Customer's e-mail",
    phone: "Customer's telephone (optional)",
    phoneHint: '10 digits, for an SMS',
    way: 'How it is paid',
    ownNumber: 'Your order number (optional)',
    ownNumberHint: 'Leave it empty and you get one',
    lastDay: 'Last day to pay (optional)',
    lastDayHint: 'At most 30 days',
    make: 'Make the order',
  },
};
