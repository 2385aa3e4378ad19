// The texts of rails and their notices.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { NoticeState } from '../../../store/rails/notices.js';

export const RAILS_TEXTS = inBoth({
  title: { es: 'Rieles', en: 'Rails' },
  kind: { es: 'Tipo', en: 'Kind' },
  name: { es: 'Nombre', en: 'Name' },
  nameHint: {
    es: 'De un banco, como quieras llamarlo; de una red de efectivo, el nombre que dan sus avisos',
    en: 'Of a bank, whatever you call it; of a cash network, the name that its notices give',
  },
  user: { es: 'Usuario', en: 'User' },
  password: { es: 'Contraseña', en: 'Password' },
  allow: { es: 'Direcciones IP permitidas', en: 'Allowed IP addresses' },
  allowHint: {
    es: 'Una dirección o red por línea, como 10.1.0.0/16. Vacío: cualquiera que tenga la contraseña puede avisar de dinero, desde donde sea.',
    en: 'One address or network a line, such as 10.1.0.0/16. Empty: whoever has the password can tell of money, from anywhere.',
  },
  anyAddress: { es: 'Cualquiera', en: 'Any' },
  points: { es: 'Puntos de pago', en: 'Payment points' },
  pointsHint: {
    es: 'Códigos separados por comas, como OXXO,EXTRA. Solo de redes de efectivo.',
    en: 'Codes with commas, such as OXXO,EXTRA. Only of cash networks.',
  },
  everyOrder: { es: 'Toda orden', en: 'Every order' },
  stateIs: {
    off: () => ({ es: 'Apagado', en: 'Off' }),
    unheard: () => ({ es: 'Sin avisos', en: 'No notices' }),
    silent: (span: string) => ({ es: `Callado hace ${span}`, en: `Silent for ${span}` }),
    failing: (_: string, failed: number) => ({
      es: failed === 1 ? '1 ilegible' : `${failed} ilegibles`,
      en: `${failed} unreadable`,
    }),
    low: () => ({ es: 'Pocos avisos', en: 'Few notices' }),
    well: () => ({ es: 'Bien', en: 'Good' }),
  },
  lastNotice: { es: 'Último aviso', en: 'Last notice' },
  /** `usual` is null if no other day has told of this hour. */
  volumeOf: (count: string, clock: string, usual: string | null) => ({
    es: `${count} ${count === '1' ? 'aviso' : 'avisos'} desde ${clock.startsWith('1:') ? 'la' : 'las'} ${clock} · normal: ${usual ?? 'aún no se sabe'}`,
    en: `${count} ${count === '1' ? 'notice' : 'notices'} since ${clock} · usual: ${usual ?? 'not known yet'}`,
  }),
  none: { es: 'Todavía no hay rieles', en: 'There are no rails yet' },
  add: { es: 'Nuevo riel', en: 'New rail' },
  addButton: { es: 'Crear riel', en: 'Create the rail' },
  once: {
    es: 'Copia la contraseña ahora: no se vuelve a mostrar.',
    en: 'Copy the password now: it is not shown again.',
  },
  badNetwork: (text: string) => ({
    es: `«${text}» no es una dirección como 10.1.2.3 ni una red como 10.1.0.0/16.`,
    en: `“${text}” is no address such as 10.1.2.3 and no network such as 10.1.0.0/16.`,
  }),
  missingName: { es: 'Escribe un nombre.', en: 'Give a name.' },
  switchOff: { es: 'Apagar', en: 'Switch off' },
  switchOffText: { es: 'Sus avisos se rechazan en dos segundos.', en: 'Its notices are refused within two seconds.' },
  switchOn: { es: 'Encender', en: 'Switch on' },
  switchOnText: {
    es: 'Sus avisos se vuelven a aceptar con la misma contraseña.',
    en: 'Its notices are taken again with the same password.',
  },
  notices: { es: 'Avisos', en: 'Notices' },
  noticeIs: {
    malformed: { es: 'Ilegible', en: 'Unreadable' },
    differs: { es: 'Contradice', en: 'Contradicts' },
    waiting: { es: 'Reverso en espera', en: 'Waiting reversal' },
    ignored: { es: 'Reverso rechazado', en: 'Refused reversal' },
    stored: { es: 'Sin procesar', en: 'Not handled yet' },
    reversing: { es: 'Reversando', en: 'Reversing' },
    matched: { es: 'Procesado', en: 'Handled' },
  } satisfies Record<NoticeState, Both>,
  stateText: {
    malformed: { es: 'No se pudo leer y se rechazó.', en: 'It could not be read and was refused.' },
    differs: {
      es: 'Repite un pago conocido y dice otra cosa de él.',
      en: 'It repeats a known payment and says something else of it.',
    },
    waiting: { es: 'Revierte un pago que todavía no llega.', en: 'It reverses a payment that has not come yet.' },
    ignored: {
      es: 'Una caja quiso revertir un pago y se le rechazó: el pago sigue en los libros. Aclara con la red si devolvió el dinero.',
      en: 'A till wanted to reverse a payment and was refused: the payment stands in the books. Ask the network whether it gave the money back.',
    },
    stored: { es: 'Guardado; se procesa en segundos.', en: 'Stored; it is handled within seconds.' },
    reversing: {
      es: 'Revierte un pago; se procesa en segundos.',
      en: 'It reverses a payment; it is handled within seconds.',
    },
    matched: { es: 'Procesado.', en: 'Handled.' },
  } satisfies Record<NoticeState, Both>,
  askAgain: {
    es: 'Pide al banco o a la red que lo envíe otra vez. Si trae dinero que falta, la conciliación de ese día lo encuentra.',
    en: 'Ask the bank or the network to send it again. If it tells of money that is missing, the reconciliation of that day finds it.',
  },
  lookAt: { es: 'Marcar como revisado', en: 'Mark as looked at' },
  all: { es: 'Todos', en: 'All' },
  to_look_at: { es: 'Por revisar', en: 'To look at' },
  noNotices: { es: 'No hay avisos así', en: 'There are no such notices' },
  received: { es: 'Llegó', en: 'Arrived' },
  problem: { es: 'Qué está mal', en: 'What is wrong' },
  rail: { es: 'Riel', en: 'Rail' },
  anyRail: { es: 'Todos los rieles', en: 'All rails' },
  simulated: { es: 'Simulado', en: 'Simulated' },
  raw: { es: 'Tal como llegó', en: 'As it came' },
  became: { es: 'Qué fue de él', en: 'What became of it' },
  payments: { es: 'Pagos con esta clave', en: 'Payments with this key' },
  noPayment: { es: 'No hay ningún pago con su clave.', en: 'No payment has its key.' },
  noKey: {
    es: 'El aviso no trae clave que se pueda leer: no se pudo buscar.',
    en: 'The notice has no key that can be read: there was nothing to search for.',
  },
});

/** What the next page says after a form. */
export const RAILS_DONE = { saved: { es: 'Se guardó.', en: 'Saved.' } };
