// The texts of the pages about messages to customers.

import type { Language } from '../../../domain/base/language.js';
import type { EmailKind, EmailReason } from '../../../domain/messages/email.js';
import type { Channel, MessageState } from '../../../domain/messages/message.js';

type MessagesTexts = {
  readonly title: string;
  readonly note: string;
  readonly deskNote: string;
  readonly tabs: Readonly<Record<'all' | 'failed' | Channel, string>>;
  readonly tabsName: string;
  readonly columns: Readonly<Record<'what' | 'to' | 'order' | 'merchant' | 'when' | 'state', string>>;
  readonly channel: Readonly<Record<Channel, string>>;
  readonly kind: Readonly<Record<EmailKind, string>>;
  readonly state: Readonly<Record<MessageState, string>>;
  readonly reason: Readonly<Record<EmailReason, string>>;
  readonly smsFailed: string;
  readonly erased: string;
  readonly none: { readonly title: string; readonly text: string; readonly next: string };
  readonly noneFailed: string;
  readonly failedLately: (count: string) => string;
  readonly seeFailed: string;
  readonly facts: Readonly<
    Record<'to' | 'order' | 'merchant' | 'made' | 'due' | 'sent' | 'ended' | 'attempts' | 'reply', string>
  >;
  readonly text: string;
  readonly subject: string;
  readonly noText: Readonly<Record<MessageState, string>>;
  readonly testNote: string;
  readonly linkNote: string;
  readonly again: string;
  readonly againNote: string;
  readonly done: string;
};

export const MESSAGES_TEXTS: Readonly<Record<Language, MessagesTexts>> = {
  es: {
    title: 'Mensajes',
    note: 'Lo que se envió a tus clientes por correo y por SMS.',
    deskNote: 'Lo que se envió a los clientes de todos los comercios, por correo y por SMS.',
    tabs: { all: 'Todos', failed: 'Fallidos', email: 'Correos', sms: 'SMS' },
    tabsName: 'Qué mensajes se muestran',
    columns: { what: 'Mensaje', to: 'Para', order: 'Orden', merchant: 'Comercio', when: 'Fecha', state: 'Estado' },
    channel: { email: 'Correo', sms: 'SMS' },
    kind: {
      instructions: 'Cómo pagar',
      paid: 'Pago recibido',
      expiring: 'Está por vencer',
      refund: 'Reembolso',
    },
    state: { queued: 'Por enviar', sent: 'Enviado', failed: 'Falló', canceled: 'No se envió' },
    reason: {
      refused: 'El servidor de correo del cliente lo rechazó: la dirección no existe o no acepta correo.',
      unreachable: 'El servidor de correo no respondió en varios intentos.',
      address: 'La dirección de la orden no es un correo al que se pueda escribir.',
      limit: 'Se llegó al límite de correos de un día, de esa dirección o de la cuenta.',
      over: 'Ya no hacía falta: la orden cambió antes de enviarlo.',
      stale: 'Esperó más de un día y ya no se envió.',
      erased: 'Se borraron los datos del cliente.',
      off: 'Ese tipo de correo se apagó antes de enviarlo.',
    },
    smsFailed: 'El proveedor de SMS no lo aceptó.',
    erased: 'borrado',
    none: {
      title: 'Todavía no hay mensajes',
      text: 'Tus clientes pueden recibir por correo cómo pagar, su comprobante y avisos. Nada se envía hasta que lo actives.',
      next: 'Elegir qué se envía',
    },
    noneFailed: 'Ningún mensaje ha fallado.',
    failedLately: (count) =>
      count === '1'
        ? 'Un mensaje de los últimos 7 días no se pudo entregar.'
        : `${count} mensajes de los últimos 7 días no se pudieron entregar.`,
    seeFailed: 'Ver los fallidos',
    facts: {
      to: 'Para',
      order: 'Orden',
      merchant: 'Comercio',
      made: 'Se creó',
      due: 'Se enviará',
      sent: 'Se envió',
      ended: 'Terminó',
      attempts: 'Intentos',
      reply: 'Respuesta del servidor',
    },
    text: 'Texto',
    subject: 'Asunto',
    noText: {
      queued: 'El texto se escribe al momento de enviarlo, con lo que sea cierto entonces.',
      sent: 'El texto se borró con los datos del cliente.',
      failed: 'No se llegó a escribir.',
      canceled: 'No se llegó a escribir.',
    },
    testNote: 'Modo de prueba: se guardó como se enviaría, pero no salió a nadie.',
    linkNote: 'La liga secreta del cliente no se guarda; aquí aparece cortada.',
    again: 'Enviar otra vez',
    againNote: 'Va a la dirección de la orden. Cada correo se puede repetir dos veces.',
    done: 'El correo quedó en la fila para enviarse.',
  },
  en: {
    title: 'Messages',
    note: 'What your customers were sent by e-mail and by SMS.',
    deskNote: 'What customers of all merchants were sent, by e-mail and by SMS.',
    tabs: { all: 'All', failed: 'Failed', email: 'E-mails', sms: 'SMS' },
    tabsName: 'Which messages are shown',
    columns: { what: 'Message', to: 'To', order: 'Order', merchant: 'Merchant', when: 'Date', state: 'State' },
    channel: { email: 'E-mail', sms: 'SMS' },
    kind: {
      instructions: 'How to pay',
      paid: 'Payment received',
      expiring: 'About to expire',
      refund: 'Refund',
    },
    state: { queued: 'To be sent', sent: 'Sent', failed: 'Failed', canceled: 'Not sent' },
    reason: {
      refused: 'The customer’s mail server refused it: the address does not exist or takes no mail.',
      unreachable: 'The mail server did not answer in several tries.',
      address: 'The address of the order is none that can be written to.',
      limit: 'The limit of e-mails of a day was reached, of that address or of the account.',
      over: 'It was not needed any more: the order changed before it was sent.',
      stale: 'It waited for more than a day and was not sent any more.',
      erased: 'The customer’s data was erased.',
      off: 'That kind of e-mail was switched off before it was sent.',
    },
    smsFailed: 'The SMS gateway did not take it.',
    erased: 'erased',
    none: {
      title: 'There are no messages yet',
      text: 'Your customers can get how to pay, their receipt and reminders by e-mail. Nothing is sent until you switch it on.',
      next: 'Choose what is sent',
    },
    noneFailed: 'No message has failed.',
    failedLately: (count) =>
      count === '1'
        ? 'One message of the last 7 days could not be delivered.'
        : `${count} messages of the last 7 days could not be delivered.`,
    seeFailed: 'See those that failed',
    facts: {
      to: 'To',
      order: 'Order',
      merchant: 'Merchant',
      made: 'Made',
      due: 'Will be sent',
      sent: 'Sent',
      ended: 'Ended',
      attempts: 'Tries',
      reply: 'Reply of the server',
    },
    text: 'Text',
    subject: 'Subject',
    noText: {
      queued: 'The text is written at the moment of sending, from what is true then.',
      sent: 'The text was erased with the customer’s data.',
      failed: 'It was never written.',
      canceled: 'It was never written.',
    },
    testNote: 'Test mode: it was kept as it would be sent, and went to nobody.',
    linkNote: 'The customer’s secret link is not kept; here it is cut.',
    again: 'Send again',
    againNote: 'It goes to the address of the order. Each e-mail can be repeated twice.',
    done: 'The e-mail waits to be sent.',
  },
};
