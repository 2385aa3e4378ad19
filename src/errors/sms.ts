// The part of the closed catalogue about messages to customers (D55, D62).
import type { ErrorEntry } from './for-merchants.js';

export const smsCatalogue = {
  invalid_phone: {
    status: 400,
    number: 6004,
    es: 'El teléfono no es válido: escribe los 10 dígitos.',
    en: 'The telephone is not valid: write its 10 digits.',
    debug:
      'customer_phone must have 10 Mexican digits, or +52 and 10 digits; without it the order must have a telephone.',
  },
  too_many_sms: {
    status: 429,
    number: 6002,
    es: 'Ya se enviaron {max} mensajes de esta orden.',
    en: '{max} messages of this order were sent already.',
    debug: 'An order may send {max} messages. Show the customer its page (/pay/ID) instead.',
  },
  too_many_sms_today: {
    status: 429,
    number: 6002,
    es: 'Por hoy ya no se pueden enviar más mensajes.',
    en: 'No more messages can be sent today.',
    debug:
      '{whose} may get {max} messages a day. Show the customer the page of the order (/pay/ID) instead, or send it tomorrow.',
    retryAfterSeconds: 3600,
  },
  sms_failed: {
    status: 502,
    number: 6001,
    es: 'No se pudo enviar el mensaje. Intenta de nuevo en un momento.',
    en: 'The message could not be sent. Try again in a moment.',
    debug: 'The SMS gateway did not take the message; this try does not count.',
  },
  sms_not_configured: {
    status: 503,
    es: 'El envío de mensajes no está activo todavía.',
    en: 'Messages are not switched on yet.',
    debug: 'This service has no SMS gateway for live mode (COBRO_SMS_GATEWAY). Test keys work.',
    retryAfterSeconds: 3600,
  },
} satisfies Record<string, ErrorEntry>;
