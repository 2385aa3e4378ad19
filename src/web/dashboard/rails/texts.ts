// The texts of rails and their notices.
import type { Language } from '../../../domain/base/language.js';
import type { RailKindName } from '../../../domain/rails/kinds.js';
import type { NoticeState } from '../../../store/rails/notices.js';

type RailsTexts = {
  readonly title: string;
  readonly intro: string;
  readonly kind: string;
  readonly kinds: Readonly<Record<RailKindName, string>>;
  readonly name: string;
  readonly nameHint: string;
  readonly user: string;
  readonly password: string;
  readonly allow: string;
  readonly allowHint: string;
  readonly anyAddress: string;
  readonly points: string;
  readonly pointsHint: string;
  readonly everyOrder: string;
  readonly on: string;
  readonly off: string;
  readonly none: string;
  readonly add: string;
  readonly addButton: string;
  readonly once: string;
  readonly badNetwork: (text: string) => string;
  readonly missingName: string;
  readonly switchOff: string;
  readonly switchOffText: string;
  readonly switchOn: string;
  readonly switchOnText: string;
  readonly saved: string;
  readonly notices: string;
  readonly noticesIntro: string;
  readonly noticeState: Readonly<Record<NoticeState, string>>;
  readonly stateText: Readonly<Record<NoticeState, string>>;
  readonly all: string;
  readonly noNotices: string;
  readonly received: string;
  readonly problem: string;
  readonly rail: string;
  readonly anyRail: string;
  readonly simulated: string;
  readonly raw: string;
  readonly became: string;
  readonly payments: string;
  readonly noPayment: string;
};

export const RAILS_TEXTS: Readonly<Record<Language, RailsTexts>> = {
  es: {
    title: 'Rieles',
    intro: 'Quién puede avisarnos de dinero: la red bancaria y las redes de efectivo.',
    kind: 'Tipo',
    kinds: { spei: 'Banco (SPEI)', cash: 'Red de efectivo' },
    name: 'Nombre',
    nameHint: 'De una red de efectivo, el nombre que dan sus avisos',
    user: 'Usuario',
    password: 'Contraseña',
    allow: 'Direcciones permitidas',
    allowHint: 'Una dirección o red por línea, como 10.1.0.0/16. Vacío: cualquiera.',
    anyAddress: 'Cualquiera',
    points: 'Puntos de pago',
    pointsHint: 'Códigos separados por comas, como OXXO,EXTRA. Solo de redes de efectivo.',
    everyOrder: 'Toda orden',
    on: 'Encendido',
    off: 'Apagado',
    none: 'Todavía no hay rieles',
    add: 'Nuevo riel',
    addButton: 'Crear riel',
    once: 'Copia la contraseña ahora: no se vuelve a mostrar.',
    badNetwork: (text) => `«${text}» no es una dirección como 10.1.2.3 ni una red como 10.1.0.0/16.`,
    missingName: 'Escribe un nombre.',
    switchOff: 'Apagar',
    switchOffText: 'Sus avisos se rechazan en dos segundos.',
    switchOn: 'Encender',
    switchOnText: 'Sus avisos se vuelven a aceptar con la misma contraseña.',
    saved: 'Se guardó.',
    notices: 'Avisos',
    noticesIntro: 'Lo que dijeron los rieles, tal como llegó.',
    noticeState: {
      malformed: 'No se entienden',
      differs: 'Contradicen',
      waiting: 'Reversos en espera',
      ignored: 'Ignorados',
      stored: 'Sin procesar',
      reversing: 'Reversando',
      matched: 'Procesados',
    },
    stateText: {
      malformed: 'No se pudo leer y se rechazó.',
      differs: 'Repite un pago conocido y dice otra cosa de él.',
      waiting: 'Revierte un pago que todavía no llega.',
      ignored: 'No habla de un depósito, o se rechazó.',
      stored: 'Guardado; se procesa en segundos.',
      reversing: 'Revierte un pago; se procesa en segundos.',
      matched: 'Procesado.',
    },
    all: 'Todos',
    noNotices: 'No hay avisos así',
    received: 'Llegó',
    problem: 'Qué tiene',
    rail: 'Riel',
    anyRail: 'Todos los rieles',
    simulated: 'Simulado',
    raw: 'Tal como llegó',
    became: 'Qué fue de él',
    payments: 'Pagos con esta clave',
    noPayment: 'No hay ningún pago con su clave.',
  },
  en: {
    title: 'Rails',
    intro: 'Who may tell us of money: the bank network and the cash networks.',
    kind: 'Kind',
    kinds: { spei: 'Bank (SPEI)', cash: 'Cash network' },
    name: 'Name',
    nameHint: 'Of a cash network, the name that its notices give',
    user: 'User',
    password: 'Password',
    allow: 'Allowed addresses',
    allowHint: 'One address or network a line, such as 10.1.0.0/16. Empty: any.',
    anyAddress: 'Any',
    points: 'Payment points',
    pointsHint: 'Codes with commas, such as OXXO,EXTRA. Only of cash networks.',
    everyOrder: 'Every order',
    on: 'On',
    off: 'Off',
    none: 'There are no rails yet',
    add: 'New rail',
    addButton: 'Create the rail',
    once: 'Copy the password now: it is not shown again.',
    badNetwork: (text) => `“${text}” is no address such as 10.1.2.3 and no network such as 10.1.0.0/16.`,
    missingName: 'Give a name.',
    switchOff: 'Switch off',
    switchOffText: 'Its notices are refused within two seconds.',
    switchOn: 'Switch on',
    switchOnText: 'Its notices are taken again with the same password.',
    saved: 'Saved.',
    notices: 'Notices',
    noticesIntro: 'What the rails said, exactly as it came.',
    noticeState: {
      malformed: 'Unreadable',
      differs: 'Contradicting',
      waiting: 'Waiting reversals',
      ignored: 'Ignored',
      stored: 'Not handled yet',
      reversing: 'Reversing',
      matched: 'Handled',
    },
    stateText: {
      malformed: 'It could not be read and was refused.',
      differs: 'It repeats a known payment and says something else of it.',
      waiting: 'It reverses a payment that has not come yet.',
      ignored: 'It tells of no deposit, or was refused.',
      stored: 'Stored; it is handled within seconds.',
      reversing: 'It reverses a payment; it is handled within seconds.',
      matched: 'Handled.',
    },
    all: 'All',
    noNotices: 'There are no such notices',
    received: 'Arrived',
    problem: 'What is wrong',
    rail: 'Rail',
    anyRail: 'All rails',
    simulated: 'Simulated',
    raw: 'As it came',
    became: 'What became of it',
    payments: 'Payments with this key',
    noPayment: 'No payment has its key.',
  },
};
