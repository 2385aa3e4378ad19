// The texts of the pages about messages to customers.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { EmailReason, SentKind } from '../../../domain/messages/email.js';
import type { Channel, MessageState } from '../../../domain/messages/message.js';

export const MESSAGES_TEXTS = inBoth({
  title: { es: 'Mensajes', en: 'Messages' },
  deskNote: {
    es: 'Lo que se envió a los clientes de todos los comercios, por correo y por SMS.',
    en: 'What customers of all merchants were sent, by e-mail and by SMS.',
  },
  tabs: {
    all: { es: 'Todos', en: 'All' },
    failed: { es: 'Fallidos', en: 'Failed' },
    email: { es: 'Correos', en: 'E-mails' },
    sms: { es: 'SMS', en: 'SMS' },
  } satisfies Record<'all' | 'failed' | Channel, Both>,
  tabsName: { es: 'Qué mensajes se muestran', en: 'Which messages are shown' },
  columns: {
    who: { es: 'Cliente', en: 'Customer' },
    what: { es: 'Mensaje', en: 'Message' },
    merchant: { es: 'Comercio', en: 'Merchant' },
    to: { es: 'Para', en: 'To' },
    order: { es: 'Orden', en: 'Order' },
    when: { es: 'Fecha', en: 'Date' },
    state: { es: 'Estado', en: 'State' },
  },
  channel: { email: { es: 'Correo', en: 'E-mail' }, sms: { es: 'SMS', en: 'SMS' } } satisfies Record<Channel, Both>,
  kind: {
    instructions: { es: 'Cómo pagar', en: 'How to pay' },
    paid: { es: 'Pago recibido', en: 'Payment received' },
    expiring: { es: 'Está por vencer', en: 'About to expire' },
    refund: { es: 'Reembolso', en: 'Refund' },
    account: { es: 'Para pedir su CLABE', en: 'Asking for the CLABE' },
  } satisfies Record<SentKind, Both>,
  state: {
    queued: { es: 'Por enviar', en: 'To be sent' },
    sent: { es: 'Enviado', en: 'Sent' },
    simulated: { es: 'Simulado', en: 'Simulated' },
    failed: { es: 'Falló', en: 'Failed' },
    canceled: { es: 'No se envió', en: 'Not sent' },
  } satisfies Record<MessageState | 'simulated', Both>,
  reason: {
    refused: {
      es: 'El servidor de correo del cliente lo rechazó: la dirección no existe o no acepta correo.',
      en: 'The customer’s mail server refused it: the address does not exist or takes no mail.',
    },
    unreachable: {
      es: 'El servidor de correo no respondió en varios intentos.',
      en: 'The mail server did not answer in several tries.',
    },
    address: { es: 'El correo del cliente no es válido.', en: 'The customer’s e-mail address is not valid.' },
    limit: {
      es: 'Se llegó al límite de correos de un día, de esa dirección o de la cuenta.',
      en: 'The limit of e-mails of a day was reached, of that address or of the account.',
    },
    over: {
      es: 'Ya no hacía falta: la orden cambió antes de enviarlo.',
      en: 'It was not needed any more: the order changed before it was sent.',
    },
    stale: {
      es: 'Esperó más de un día y ya no se envió.',
      en: 'It waited for more than a day and was not sent any more.',
    },
    erased: { es: 'Se borraron los datos del cliente.', en: 'The customer’s data was erased.' },
    off: {
      es: 'Ese tipo de correo se apagó antes de enviarlo.',
      en: 'That kind of e-mail was switched off before it was sent.',
    },
  } satisfies Record<EmailReason, Both>,
  smsFailed: { es: 'El proveedor de SMS no lo aceptó.', en: 'The SMS gateway did not take it.' },
  erased: { es: 'borrado', en: 'erased' },
  none: {
    title: { es: 'Todavía no hay mensajes', en: 'There are no messages yet' },
    text: {
      es: 'Tus clientes pueden recibir por correo cómo pagar, su comprobante y avisos. Nada se envía hasta que lo actives.',
      en: 'Your customers can get how to pay, their receipt and reminders by e-mail. Nothing is sent until you switch it on.',
    },
    next: { es: 'Elegir qué se envía', en: 'Choose what is sent' },
  },
  folio: { es: 'Folio de la orden', en: 'Folio of the order' },
  noneFound: { es: 'No hay mensajes así.', en: 'There are no such messages.' },
  noneFailed: { es: 'Ningún mensaje ha fallado.', en: 'No message has failed.' },
  facts: {
    to: { es: 'Para', en: 'To' },
    order: { es: 'Orden', en: 'Order' },
    merchant: { es: 'Comercio', en: 'Merchant' },
    customer: { es: 'Cliente', en: 'Customer' },
    made: { es: 'Se creó', en: 'Created' },
    due: { es: 'Se enviará', en: 'Will be sent' },
    sent: { es: 'Se envió', en: 'Sent' },
    failed: { es: 'Falló el', en: 'Failed' },
    ended: { es: 'Terminó', en: 'Ended' },
    attempts: { es: 'Intentos', en: 'Tries' },
    reply: { es: 'Respuesta del servidor', en: 'Reply of the server' },
  },
  delivery: { es: 'Entrega', en: 'Delivery' },
  content: { es: 'Contenido', en: 'Content' },
  noText: {
    failed: { es: 'Falló antes de que se escribiera.', en: 'It failed before it was written.' },
    queued: {
      es: 'El texto se escribe al momento de enviarlo, con lo que sea cierto entonces. Si ya no hace falta, no se envía.',
      en: 'The text is written at the moment of sending, from what is true then. If nobody needs it any more, it is not sent.',
    },
    sent: { es: 'El texto se borró con los datos del cliente.', en: 'The text was erased with the customer’s data.' },
  } satisfies Partial<Record<MessageState, Both>>,
  next: { es: 'Qué hacer', en: 'What to do' },
  nextShare: {
    es: 'Mándale tú la liga de su pago, por WhatsApp o a otro correo.',
    en: 'Send the customer the link to pay yourself, by WhatsApp or to another e-mail address.',
  },
  nextOrder: {
    es: 'En la orden ves qué falta y los otros datos de tu cliente.',
    en: 'The order shows what is missing, and how else you reach the customer.',
  },
  forDesk: { es: 'Qué sigue', en: 'What is next' },
  nextDesk: {
    es: 'Avisa al comercio, que en su panel tiene esta liga para mandarla por WhatsApp o a otro correo:',
    en: 'Tell the merchant, whose dashboard has this link to send by WhatsApp or to another address:',
  },
  nothingToDo: {
    es: 'Nada. Si hace falta otra vez, el comercio lo reenvía desde su panel.',
    en: 'Nothing. If it is needed again, the merchant sends it again from their dashboard.',
  },
  toOrder: { es: 'Ver la orden', en: 'Show the order' },
  toMerchant: { es: 'Ver el comercio', en: 'Show the merchant' },
  linkNote: {
    es: 'La liga secreta del cliente no se guarda; aquí aparece cortada.',
    en: 'The customer’s secret link is not kept; here it is cut.',
  },
  again: { es: 'Enviar otra vez', en: 'Send again' },
  againNote: {
    es: 'Va a la dirección de la orden. Cada correo se puede repetir dos veces.',
    en: 'It goes to the address of the order. Each e-mail can be repeated twice.',
  },
});

/** What the next page says after a form. */
export const MESSAGES_DONE = {
  sentAgain: { es: 'El correo quedó en la fila para enviarse.', en: 'The e-mail waits to be sent.' },
};
