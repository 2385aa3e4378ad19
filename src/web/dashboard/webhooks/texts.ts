// The texts of the pages about webhooks, by language.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { Delivery } from '../../../domain/webhooks/endpoint.js';
import type { Health } from '../../../domain/webhooks/endpoint-health.js';

export const WEBHOOKS_TEXTS = inBoth({
  title: { es: 'Webhooks', en: 'Webhooks' },
  none: { es: 'No hay ninguna dirección', en: 'There is no address' },
  noneNote: {
    es: 'Agrega la dirección de tu servidor que debe enterarse cuando pagan una orden.',
    en: 'Add the address of your server that must know when an order is paid.',
  },
  add: { es: 'Agregar dirección', en: 'Add an address' },
  newTitle: { es: 'Nueva dirección', en: 'New address' },
  editTitle: { es: 'Editar la dirección', en: 'Edit the address' },
  edit: { es: 'Editar', en: 'Edit' },
  url: { es: 'Dirección', en: 'Address' },
  urlHint: {
    es: 'Con https, por ejemplo https://tienda.mx/webhook',
    en: 'With https, for example https://shop.mx/webhook',
  },
  urlHintTest: {
    es: 'Por ejemplo https://tienda.mx/webhook; en modo de prueba también http',
    en: 'For example https://shop.mx/webhook; in test mode http, too',
  },
  version: { es: 'Versión de la API', en: 'API version' },
  versionHint: { es: 'El formato de los avisos.', en: 'The format of webhooks.' },
  versionKept: (version: string) => ({ es: `${version} (la de ahora)`, en: `${version} (current)` }),
  events: { es: 'Eventos que recibe', en: 'Events that it gets' },
  eventsHint: {
    es: 'Los de estado de la orden bastan para casi todas las tiendas.',
    en: 'Events of an order’s state are enough for nearly every shop.',
  },
  save: { es: 'Guardar', en: 'Save' },
  create: { es: 'Agregar la dirección', en: 'Add the address' },
  health: {
    new: { es: 'Sin envíos recientes', en: 'Nothing sent lately' },
    good: { es: 'Responde bien', en: 'Answers well' },
    stumbling: { es: 'Falla a veces', en: 'Fails at times' },
    dead: { es: 'No recibe nada', en: 'Receives nothing' },
    off: { es: 'Apagada', en: 'Switched off' },
    'given-up': { es: 'Apagada tras fallas', en: 'Off after failures' },
    gone: { es: 'Apagada: respondió 410', en: 'Off: it answered 410' },
  } satisfies Record<Health, Both>,
  state: { es: 'Estado', en: 'State' },
  lastSuccess: { es: 'Última entrega', en: 'Last delivery' },
  never: { es: 'Nunca', en: 'Never' },
  failingSince: { es: 'Falla desde', en: 'Failing since' },
  nextTry: { es: 'Siguiente intento', en: 'Next try' },
  now: { es: 'Ahora', en: 'Now' },
  dayFailures: { es: 'Fallas en 24 horas', en: 'Failures in 24 hours' },
  share: (failures: number, attempts: number) => {
    const percent = (failures / attempts) * 100;
    const isUnderOne = percent > 0 && percent < 1;
    return {
      es: `${isUnderOne ? 'menos de 1' : Math.round(percent)} % (${failures} de ${attempts})`,
      en: `${isUnderOne ? 'under 1' : Math.round(percent)}% (${failures} of ${attempts})`,
    };
  },
  noAttempts: { es: 'Sin intentos', en: 'No attempts' },
  queue: { es: 'En espera', en: 'Waiting' },
  troubles: {
    dead: { es: 'Esta dirección no recibe nada', en: 'This address receives nothing' },
    stumbling: { es: 'Los últimos intentos fallaron', en: 'The last attempts failed' },
    off: { es: 'Esta dirección está apagada', en: 'This address is switched off' },
    'given-up': {
      es: 'Está apagada, y todos los intentos habían fallado. Tras cinco días así, la apagamos nosotros.',
      en: 'It is off, and every attempt had failed. After five days of that we switch an address off ourselves.',
    },
    gone: {
      es: 'La apagamos: respondió 410, que significa que ya no existe',
      en: 'We switched it off: it answered 410, which means that it is gone',
    },
  } satisfies Record<Exclude<Health, 'new' | 'good'>, Both>,
  offNote: {
    es: 'Los avisos nuevos se guardan y salen en orden cuando la enciendas.',
    en: 'New webhooks are kept, and go out in order when you switch it on.',
  },
  deadNote: {
    es: 'Seguimos intentando cada vez con más espacio. Después de cinco días sin éxito la apagamos.',
    en: 'We go on trying, with longer pauses each time. After five days without success we switch it off.',
  },
  why: { es: 'Por qué', en: 'Why' },
  todo: { es: 'Qué hacer', en: 'What to do' },
  on: { es: 'Encender', en: 'Switch on' },
  off: { es: 'Apagar', en: 'Switch off' },
  offAsk: {
    es: 'No recibe nada hasta que la enciendas. Los avisos se guardan y salen después, en orden.',
    en: 'It gets nothing until you switch it on. Webhooks are kept and go out afterwards, in order.',
  },
  offSure: { es: 'Apagar la dirección', en: 'Switch the address off' },
  ping: { es: 'Probar', en: 'Test' },
  pingTitle: { es: 'Resultado de la prueba', en: 'Result of the test' },
  pingGood: (status: number, ms: number) => ({
    es: `Lo aceptó: HTTP ${status} en ${ms} ms.`,
    en: `It was accepted: HTTP ${status} in ${ms} ms.`,
  }),
  pingBad: (ms: number) => ({ es: `No lo aceptó, después de ${ms} ms.`, en: `It was not accepted, after ${ms} ms.` }),
  answer: { es: 'Respuesta', en: 'Reply' },
  noAnswer: { es: 'La respuesta no tenía cuerpo.', en: 'The reply had no body.' },
  rotate: { es: 'Cambiar el secreto', en: 'Change the secret' },
  rotateNote: {
    es: 'Crea un secreto nuevo y lo muestra una vez. El de ahora también firma durante un día, para que cambies tu servidor sin cortes.',
    en: 'Makes a new secret and shows it once. The one of now also signs for a day, so that you can change your server without a gap.',
  },
  rotateSure: { es: 'Crear un secreto nuevo', en: 'Make a new secret' },
  secretTitle: { es: 'Guarda el secreto ahora', en: 'Keep the secret now' },
  secretNote: {
    es: 'Con él tu servidor comprueba que un aviso es nuestro. Solo se muestra esta vez; si lo pierdes, cámbialo.',
    en: 'With it your server checks that a webhook is ours. It is shown this once; if you lose it, change it.',
  },
  secretRotated: {
    es: 'El secreto anterior también firma durante un día.',
    en: 'The secret before also signs for a day.',
  },
  secretKnown: {
    es: 'Esta dirección ya estaba registrada: sigue con su secreto y quedó encendida.',
    en: 'This address was registered already: it goes on with its secret, and is switched on.',
  },
  copy: { es: 'Copiar el secreto', en: 'Copy the secret' },
  copied: { es: 'Secreto copiado', en: 'Secret copied' },
  kept: { es: 'Ya lo guardé', en: 'I have kept it' },
  remove: { es: 'Borrar', en: 'Delete' },
  removeNote: {
    es: 'No recibe nada más y lo que está en espera no se envía. No se puede deshacer.',
    en: 'It gets nothing more, and what waits is not sent. This cannot be undone.',
  },
  removeSure: { es: 'Borrar la dirección', en: 'Delete the address' },
  replay: { es: 'Reenviar avisos', en: 'Send webhooks again' },
  replayNote: {
    es: 'Manda otra vez los avisos de un tiempo, o todos los que siguen a un evento. Tu servidor los reconoce por su identificador.',
    en: 'Sends the webhooks of a span of time once more, or all that follow an event. Your server knows them by their id.',
  },
  replayFrom: { es: 'Desde', en: 'From' },
  replayTo: { es: 'Hasta', en: 'To' },
  replayToHint: { es: 'Vacío: hasta ahora.', en: 'Empty: until now.' },
  replayAfter: { es: 'O después del evento', en: 'Or after the event' },
  replayAfterHint: { es: 'El identificador de un evento, evt_…', en: 'The id of an event, evt_…' },
  replaySure: { es: 'Reenviar', en: 'Send again' },
  replayEmpty: { es: 'Escribe desde cuándo, o después de qué evento.', en: 'Say since when, or after which event.' },
  badTime: { es: 'No es una fecha con hora.', en: 'It is no date with a time.' },
  attempts: { es: 'Intentos', en: 'Attempts' },
  attemptsNone: {
    es: 'Todavía no se le ha enviado nada, o fue hace más de 30 días.',
    en: 'Nothing was sent to it yet, or it was more than 30 days ago.',
  },
  time: { es: 'Hora', en: 'Time' },
  event: { es: 'Evento', en: 'Event' },
  result: { es: 'Resultado', en: 'Result' },
  duration: { es: 'Duración', en: 'Duration' },
  outcomes: {
    delivered: { es: 'Entregado', en: 'Delivered' },
    retry: { es: 'Se reintenta:', en: 'To be retried:' },
    tried: { es: 'Falló', en: 'Failed' },
    failed: { es: 'Falló, sin más intentos', en: 'Failed, given up' },
  },
  deliveryStates: {
    due: { es: 'En camino', en: 'On its way' },
    waiting: { es: 'Espera a otro de la orden', en: 'Waits for another of the order' },
    held: { es: 'Guardado', en: 'Kept' },
    delivered: { es: 'Entregado', en: 'Delivered' },
    failed: { es: 'Falló', en: 'Failed' },
    superseded: { es: 'Reemplazado por uno más nuevo', en: 'Replaced by a newer one' },
  } satisfies Record<Delivery['state'], Both>,
  stale: {
    es: 'Alguien la cambió mientras editabas. Revisa lo que dice ahora y guarda otra vez.',
    en: 'Somebody changed it while you were editing. Look at what it says now and save again.',
  },
  guides: {
    webhooks: { es: 'Recibir webhooks', en: 'Receiving webhooks' },
    versions: { es: 'Versiones', en: 'Versions' },
  },
});

/** What the next page says after a form. */
export const WEBHOOKS_DONE = {
  saved: { es: 'Se guardó.', en: 'Saved.' },
  switchedOn: {
    es: 'La dirección está encendida; lo guardado va en camino.',
    en: 'The address is on; what was kept is on its way.',
  },
  switchedOff: { es: 'La dirección está apagada.', en: 'The address is off.' },
  replayed: { es: 'Los avisos van otra vez en camino.', en: 'The webhooks are on their way once more.' },
  removed: { es: 'La dirección se borró.', en: 'The address was deleted.' },
};
