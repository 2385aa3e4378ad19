// The texts of the pages about events.
import { inBoth } from '../../../domain/base/in-both.js';

export const EVENTS_TEXTS = inBoth({
  title: { es: 'Eventos', en: 'Events' },
  none: { es: 'Todavía no hay eventos', en: 'There are no events yet' },
  noneNote: { es: 'Aparecen con tu primera orden.', en: 'They appear with your first order.' },
  noneOfType: { es: 'No hay eventos de este tipo.', en: 'There are no events of this type.' },
  type: { es: 'Tipo', en: 'Type' },
  name: { es: 'Nombre', en: 'Name' },
  allTypes: { es: 'Todos', en: 'All' },
  time: { es: 'Hora', en: 'Time' },
  order: { es: 'Orden', en: 'Order' },
  deliveries: { es: 'Entregas', en: 'Deliveries' },
  noDeliveries: { es: 'Ninguna', en: 'None' },
  delivered: (delivered: number, all: number) => ({
    es: `Entregado ${delivered} de ${all}`,
    en: `Delivered ${delivered} of ${all}`,
  }),
  id: { es: 'Identificador', en: 'Id' },
  body: { es: 'Cuerpo', en: 'Body' },
  bodyNote: {
    es: 'Así lo recibe una dirección, según su versión de la API.',
    en: 'This is how an address gets it, by its API version.',
  },
  bodyOf: (version: string) => ({ es: `Versión ${version}`, en: `Version ${version}` }),
  nothing: {
    es: 'Sin entrega: la dirección se agregó después, o fue hace mucho',
    en: 'No delivery: the address was added later, or it was long ago',
  },
  unsubscribed: { es: 'No pide este tipo de evento', en: 'Does not ask for this type of event' },
  noEndpoints: {
    es: 'No hay ninguna dirección que reciba webhooks.',
    en: 'There is no address that receives webhooks.',
  },
  retried: { es: 'Se reintenta', en: 'To be retried' },
  attemptOf: (number: number, all: number) => ({
    es: `Intento ${number} de ${all}`,
    en: `Attempt ${number} of ${all}`,
  }),
  attempt: (number: number) => ({ es: `Intento ${number}`, en: `Attempt ${number}` }),
  redeliver: { es: 'Enviar otra vez', en: 'Send again' },
  redeliverNote: {
    es: 'Va a todas las direcciones encendidas que piden este tipo.',
    en: 'It goes to every address that is on and asks for this type.',
  },
  redeliverNone: {
    es: 'Ninguna dirección encendida pide este tipo de evento: no se envió nada.',
    en: 'No address that is on asks for this type of event: nothing was sent.',
  },
  request: { es: 'Lo que enviamos', en: 'What we sent' },
  requestHeaders: { es: 'Encabezados', en: 'Headers' },
  requestBody: { es: 'Cuerpo', en: 'Body' },
  reply: { es: 'Lo que respondió', en: 'What came back' },
  replyHeaders: { es: 'Encabezados de la respuesta', en: 'Headers of the reply' },
  replyBody: { es: 'Cuerpo de la respuesta', en: 'Body of the reply' },
  noReply: { es: 'No hubo respuesta.', en: 'There was no reply.' },
  earlier: (count: number) => ({ es: count === 1 ? '1 anterior' : `${count} anteriores`, en: `${count} earlier` }),
  guides: {
    webhooks: { es: 'Recibir webhooks', en: 'Receiving webhooks' },
    reference: { es: 'Referencia', en: 'Reference' },
  },
});

/** What the next page says after a form. */
export const EVENTS_DONE = {
  redelivered: { es: 'El evento va otra vez en camino.', en: 'The event is on its way once more.' },
};
