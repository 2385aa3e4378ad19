// The texts of the pages about events.
import type { Language } from '../../../domain/base/language.js';

export type EventsTexts = {
  readonly title: string;
  readonly note: string;
  readonly none: string;
  readonly noneNote: string;
  readonly noneOfType: string;
  readonly type: string;
  readonly allTypes: string;
  readonly filter: string;
  readonly time: string;
  readonly order: string;
  readonly deliveries: string;
  readonly noDeliveries: string;
  readonly delivered: (delivered: number, all: number) => string;
  readonly newer: string;
  readonly older: string;
  readonly id: string;
  readonly body: string;
  readonly bodyNote: string;
  readonly bodyOf: (version: string) => string;
  readonly endpoint: string;
  readonly state: string;
  readonly nothing: string;
  readonly unsubscribed: string;
  readonly noEndpoints: string;
  readonly attempts: string;
  readonly attempt: (number: number) => string;
  readonly redeliver: string;
  readonly redeliverNote: string;
  readonly redeliverNone: string;
  readonly redeliveredDone: string;
  readonly gone: string;
  readonly result: string;
  readonly duration: string;
  readonly url: string;
  readonly nextTry: string;
  readonly request: string;
  readonly requestHeaders: string;
  readonly requestBody: string;
  readonly reply: string;
  readonly replyHeaders: string;
  readonly replyBody: string;
  readonly noReply: string;
  readonly noBody: string;
  readonly cut: string;
  readonly replayFrom: string;
  readonly guides: { readonly webhooks: string; readonly reference: string };
};

export const EVENTS_TEXTS: Readonly<Record<Language, EventsTexts>> = {
  es: {
    title: 'Eventos',
    note: 'Todo lo que ha pasado con tus órdenes, lo más nuevo primero. Cada evento sale como webhook a las direcciones que lo piden.',
    none: 'Todavía no hay eventos',
    noneNote: 'Con tu primera orden aparece aquí el primero.',
    noneOfType: 'No hay eventos de este tipo.',
    type: 'Tipo',
    allTypes: 'Todos',
    filter: 'Ver',
    time: 'Hora',
    order: 'Orden',
    deliveries: 'Entregas',
    noDeliveries: 'Ninguna',
    delivered: (delivered, all) => `${delivered} de ${all}`,
    newer: 'Más nuevos',
    older: 'Más antiguos',
    id: 'Identificador',
    body: 'Cuerpo',
    bodyNote: 'Así lo recibe una dirección, según su versión de la interfaz.',
    bodyOf: (version) => `Versión ${version}`,
    endpoint: 'Dirección',
    state: 'Estado',
    nothing: 'Sin entrega: la dirección se agregó después, o fue hace mucho',
    unsubscribed: 'No pide este tipo de evento',
    noEndpoints: 'No hay ninguna dirección que reciba webhooks.',
    attempts: 'Intentos',
    attempt: (number) => `Intento ${number}`,
    redeliver: 'Enviar otra vez',
    redeliverNote: 'Va a todas las direcciones encendidas que piden este tipo.',
    redeliverNone: 'Ninguna dirección encendida pide este tipo de evento: no se envió nada.',
    redeliveredDone: 'El evento va otra vez en camino.',
    gone: 'Dirección borrada',
    result: 'Resultado',
    duration: 'Duración',
    url: 'Dirección',
    nextTry: 'Siguiente intento',
    request: 'Lo que enviamos',
    requestHeaders: 'Encabezados',
    requestBody: 'Cuerpo',
    reply: 'Lo que respondió',
    replyHeaders: 'Encabezados de la respuesta',
    replyBody: 'Cuerpo de la respuesta',
    noReply: 'No hubo respuesta.',
    noBody: 'La respuesta no tenía cuerpo.',
    cut: 'Se guarda el primer KiB de la respuesta, 30 días.',
    replayFrom: 'Para reenviar todo lo que siguió, abre la dirección y usa este identificador.',
    guides: { webhooks: 'Recibir webhooks', reference: 'Referencia' },
  },
  en: {
    title: 'Events',
    note: 'All that has happened to your orders, the newest first. Each event goes out as a webhook to the addresses that ask for it.',
    none: 'There are no events yet',
    noneNote: 'With your first order the first one appears here.',
    noneOfType: 'There are no events of this type.',
    type: 'Type',
    allTypes: 'All',
    filter: 'Show',
    time: 'Time',
    order: 'Order',
    deliveries: 'Deliveries',
    noDeliveries: 'None',
    delivered: (delivered, all) => `${delivered} of ${all}`,
    newer: 'Newer',
    older: 'Older',
    id: 'Id',
    body: 'Body',
    bodyNote: 'This is how an address gets it, by its interface version.',
    bodyOf: (version) => `Version ${version}`,
    endpoint: 'Address',
    state: 'State',
    nothing: 'No delivery: the address was added later, or it was long ago',
    unsubscribed: 'Does not ask for this type of event',
    noEndpoints: 'There is no address that receives webhooks.',
    attempts: 'Attempts',
    attempt: (number) => `Attempt ${number}`,
    redeliver: 'Send again',
    redeliverNote: 'It goes to every address that is on and asks for this type.',
    redeliverNone: 'No address that is on asks for this type of event: nothing was sent.',
    redeliveredDone: 'The event is on its way once more.',
    gone: 'Deleted address',
    result: 'Result',
    duration: 'Duration',
    url: 'Address',
    nextTry: 'Next try',
    request: 'What we sent',
    requestHeaders: 'Headers',
    requestBody: 'Body',
    reply: 'What came back',
    replyHeaders: 'Headers of the reply',
    replyBody: 'Body of the reply',
    noReply: 'There was no reply.',
    noBody: 'The reply had no body.',
    cut: 'The first KiB of the reply is kept, for 30 days.',
    replayFrom: 'To send all that followed again, open the address and use this id.',
    guides: { webhooks: 'Receiving webhooks', reference: 'Reference' },
  },
};
