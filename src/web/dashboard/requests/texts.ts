// The texts of the pages about API requests.
import type { Language } from '../../../domain/base/language.js';

export type RequestsTexts = {
  readonly title: string;
  readonly note: (days: number) => string;
  readonly limits: string;
  readonly switchedOff: string;
  readonly tabs: Readonly<Record<'all' | 'refused' | 'failed', string>>;
  readonly tabsLabel: string;
  readonly none: string;
  readonly noneNote: string;
  readonly noneRefused: string;
  readonly noneFound: string;
  readonly find: string;
  readonly findHint: string;
  readonly findButton: string;
  readonly request: string;
  readonly status: string;
  readonly duration: string;
  readonly key: string;
  readonly time: string;
  readonly newer: string;
  readonly older: string;
  readonly requestId: string;
  readonly error: string;
  readonly address: string;
  readonly agent: string;
  readonly body: string;
  readonly bodyNote: string;
  readonly noBody: string;
  readonly reply: string;
  readonly noReply: string;
  readonly notKept: string;
  readonly goneKey: string;
  readonly errorGuide: string;
  readonly guides: { readonly errors: string; readonly api: string; readonly reference: string };
};

export const REQUESTS_TEXTS: Readonly<Record<Language, RequestsTexts>> = {
  es: {
    title: 'Peticiones',
    note: (days) => `Lo que tus programas pidieron a la API en los últimos ${days} días, lo más nuevo primero.`,
    limits:
      'Una petición aparece en un par de segundos. De muchas en el mismo segundo se guardan 100 con éxito y 100 rechazadas.',
    switchedOff: 'En este servicio no se guardan las peticiones.',
    tabs: { all: 'Todas', refused: 'Rechazadas', failed: 'Fallas nuestras' },
    tabsLabel: 'Qué peticiones',
    none: 'Todavía no hay peticiones',
    noneNote: 'Cuando un programa use una de tus llaves en este modo, lo ves aquí.',
    noneRefused: 'No hay ninguna.',
    noneFound: 'Ninguna petición guardada tiene ese identificador.',
    find: 'Identificador de la petición',
    findHint: 'El encabezado Request-Id de la respuesta',
    findButton: 'Buscar',
    request: 'Petición',
    status: 'Respuesta',
    duration: 'Duración',
    key: 'Llave',
    time: 'Hora',
    newer: 'Más nuevas',
    older: 'Más antiguas',
    requestId: 'Identificador',
    error: 'Error',
    address: 'Desde',
    agent: 'Programa',
    body: 'Lo que enviaste',
    bodyNote: 'Los datos personales y los secretos no se guardan: en su lugar dice cuántos caracteres tenían.',
    noBody: 'No tenía cuerpo, o se rechazó antes de leerlo.',
    reply: 'Lo que respondimos',
    noReply: 'No se guardó.',
    notKept: 'De una petición con éxito no se guardan los cuerpos.',
    goneKey: 'Llave que ya no existe',
    errorGuide: 'Qué significa',
    guides: { errors: 'Errores', api: 'La API', reference: 'Referencia' },
  },
  en: {
    title: 'Requests',
    note: (days) => `What your programs asked of the API in the last ${days} days, the newest first.`,
    limits: 'A request appears within a few seconds. Of many in one second, 100 successes and 100 refusals are kept.',
    switchedOff: 'This service keeps no requests.',
    tabs: { all: 'All', refused: 'Refused', failed: 'Our failures' },
    tabsLabel: 'Which requests',
    none: 'There are no requests yet',
    noneNote: 'When a program uses one of your keys in this mode, you see it here.',
    noneRefused: 'There are none.',
    noneFound: 'No request that is kept has this id.',
    find: 'Id of the request',
    findHint: 'The header Request-Id of the reply',
    findButton: 'Find',
    request: 'Request',
    status: 'Reply',
    duration: 'Duration',
    key: 'Key',
    time: 'Time',
    newer: 'Newer',
    older: 'Older',
    requestId: 'Id',
    error: 'Error',
    address: 'From',
    agent: 'Program',
    body: 'What you sent',
    bodyNote: 'Personal data and secrets are not kept: how many characters they had stands in their place.',
    noBody: 'It had no body, or was refused before it was read.',
    reply: 'What we answered',
    noReply: 'It was not kept.',
    notKept: 'The bodies of a request that succeeded are not kept.',
    goneKey: 'A key that is gone',
    errorGuide: 'What it means',
    guides: { errors: 'Errors', api: 'The API', reference: 'Reference' },
  },
};
