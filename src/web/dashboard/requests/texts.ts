// The texts of the pages about API requests.
import { inBoth } from '../../../domain/base/in-both.js';

export const REQUESTS_TEXTS = inBoth({
  title: { es: 'Peticiones', en: 'Requests' },
  switchedOff: { es: 'En este servicio no se guardan las peticiones.', en: 'This service keeps no requests.' },
  tabs: {
    all: { es: 'Todas', en: 'All' },
    refused: { es: 'Rechazadas', en: 'Refused' },
    failed: { es: 'Fallas nuestras', en: 'Our failures' },
  },
  tabsLabel: { es: 'Qué peticiones', en: 'Which requests' },
  none: { es: 'Todavía no hay peticiones', en: 'There are no requests yet' },
  noneNote: {
    es: 'Cuando un programa use una de tus llaves en este modo, lo ves aquí.',
    en: 'When a program uses one of your keys in this mode, you see it here.',
  },
  noneRefused: { es: 'No hay ninguna.', en: 'There are none.' },
  noneFound: { es: 'Ninguna petición guardada tiene ese identificador.', en: 'No request that is kept has this id.' },
  find: { es: 'Request-Id de la respuesta', en: 'Request-Id of the reply' },
  method: { es: 'Método', en: 'Method' },
  request: { es: 'Petición', en: 'Request' },
  status: { es: 'Respuesta', en: 'Reply' },
  duration: { es: 'Duración', en: 'Duration' },
  key: { es: 'Llave', en: 'Key' },
  time: { es: 'Hora', en: 'Time' },
  requestId: { es: 'Identificador', en: 'Id' },
  error: { es: 'Error', en: 'Error' },
  address: { es: 'Desde', en: 'From' },
  agent: { es: 'Programa', en: 'Program' },
  body: { es: 'Lo que enviaste', en: 'What you sent' },
  bodyNote: {
    es: 'Sin datos personales ni secretos: en su lugar, cuántos caracteres tenían.',
    en: 'Without personal data and secrets: in their place, how many characters they had.',
  },
  noBody: {
    es: 'No tenía cuerpo, o se rechazó antes de leerlo.',
    en: 'It had no body, or was refused before it was read.',
  },
  reply: { es: 'Lo que respondimos', en: 'What we answered' },
  noReply: { es: 'No se guardó.', en: 'It was not kept.' },
  notKept: {
    es: 'De una petición con éxito no se guardan los cuerpos.',
    en: 'The bodies of a request that succeeded are not kept.',
  },
  goneKey: { es: 'Llave que ya no existe', en: 'A key that is gone' },
  errorGuide: { es: 'Qué significa', en: 'What it means' },
  guides: {
    errors: { es: 'Errores', en: 'Errors' },
    api: { es: 'La API', en: 'The API' },
    reference: { es: 'Referencia', en: 'Reference' },
  },
});
