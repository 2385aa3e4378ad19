// The part of the closed catalogue about e-mails to customers.
import type { ErrorEntry } from './for-merchants.js';

export const emailCatalogue = {
  too_many_emails: {
    status: 429,
    es: 'Ya pediste {max} veces este correo de esta orden.',
    en: 'This e-mail of this order was asked for {max} times already.',
    debug: 'An e-mail of a kind can be sent again {max} times per order. Show the customer its page (/pay/ID) instead.',
  },
  email_not_true: {
    status: 409,
    es: 'Ese correo ya no dice la verdad: la orden está en otra situación.',
    en: 'That e-mail would not be true: the order is in another situation.',
    debug:
      'Instructions and reminders need a pending order, the e-mail about a payment a paid one, that about a refund a refund.',
  },
  email_not_configured: {
    status: 503,
    es: 'El envío de correos no está activo todavía.',
    en: 'E-mails are not switched on yet.',
    debug: 'This service has no mail server for live mode (COBRO_SMTP_URL). Test mode works.',
    retryAfterSeconds: 3600,
  },
} satisfies Record<string, ErrorEntry>;
