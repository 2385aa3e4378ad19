// The texts of the catalogue of payment points.
import type { Language } from '../../../domain/base/language.js';
import type { PointKindName } from '../../../domain/points/payment-point.js';

export const POINT_FIELDS = [
  'name',
  'availability',
  'transaction_limit',
  'limit_per_transaction',
  'commission',
] as const;
export type PointField = (typeof POINT_FIELDS)[number];

type PointsTexts = {
  readonly title: string;
  readonly intro: string;
  readonly readOnly: string;
  readonly none: string;
  readonly point: string;
  readonly hours: string;
  readonly limit: string;
  readonly kind: Readonly<Record<PointKindName, string>>;
  readonly active: string;
  readonly inactive: string;
  readonly notLive: string;
  readonly place: string;
  readonly up: (name: string) => string;
  readonly down: (name: string) => string;
  readonly facts: string;
  readonly fields: Readonly<Record<PointField, string>>;
  readonly unknownCommission: string;
  readonly isActive: string;
  readonly saved: string;
  readonly moved: string;
  readonly changed: string;
  readonly live: string;
  readonly liveIntro: string;
  readonly noLive: string;
  readonly needsSecond: string;
  readonly waits: string;
  readonly details: Readonly<Record<string, string>>;
  readonly saveLive: (name: string) => string;
  readonly liveSaved: string;
  readonly cards: string;
  readonly cardUse: (used: number, total: number) => string;
  readonly addCards: string;
  readonly cardsHint: string;
  readonly importCards: string;
  readonly cardsAdded: string;
  readonly firstCards: string;
  readonly preview: string;
  readonly previewLive: string;
  readonly previewTest: string;
};

export const POINTS_TEXTS: Readonly<Record<Language, PointsTexts>> = {
  es: {
    title: 'Puntos de pago',
    intro: 'Tiendas, bancos y monedas donde paga el cliente, en el orden en que se ofrecen.',
    readOnly: 'Aquí ves los que puedes usar.',
    none: 'No hay puntos de pago.',
    point: 'Punto',
    hours: 'Horario',
    limit: 'Máximo por orden',
    kind: { agreement: 'Convenio', card: 'Tarjeta', account: 'Cuenta', crypto: 'Criptomoneda' },
    active: 'Activo',
    inactive: 'Apagado',
    notLive: 'Sin datos reales',
    place: 'Lugar',
    up: (name) => `Subir ${name}`,
    down: (name) => `Bajar ${name}`,
    facts: 'Datos generales',
    fields: {
      name: 'Nombre',
      availability: 'Horario',
      transaction_limit: 'Máximo por orden, en pesos',
      limit_per_transaction: 'Máximo por operación en caja, en pesos',
      commission: 'Comisión al cliente, en pesos',
    },
    unknownCommission: 'Se desconoce',
    isActive: 'Se ofrece a los clientes',
    saved: 'Se guardó.',
    moved: 'Cambió de lugar.',
    changed: 'Alguien cambió este punto mientras tanto. Revisa lo que se ve ahora: no se guardó nada.',
    live: 'Datos reales',
    liveIntro: 'A esto pagan los clientes en modo real. Las órdenes que ya existen conservan los suyos.',
    noLive: 'Todavía no tiene: no se ofrece en modo real.',
    needsSecond: 'Otra persona debe aprobar el cambio antes de que valga.',
    waits: 'Hay un cambio que espera la aprobación de otra persona.',
    details: {
      company_reference_number: 'Número de convenio',
      company_bank_number: 'Número del banco en la tienda',
      bank_name: 'Banco',
      account_number: 'Número de cuenta',
      account_holder: 'Titular de la cuenta',
      address: 'Dirección que recibe las monedas',
      coin: 'Código de la moneda',
      pesos_per_coin: 'Precio de una moneda, en pesos',
    },
    saveLive: (name) => `Cambiar los datos reales de ${name}`,
    liveSaved: 'Los datos reales ya valen para órdenes nuevas.',
    cards: 'Tarjetas',
    cardUse: (used, total) => `${used} de ${total} en uso o en descanso`,
    addCards: 'Agregar tarjetas',
    cardsHint: 'Un número por línea. Las que ya están no cambian.',
    importCards: 'Agregar',
    cardsAdded: 'Las tarjetas ya están en la reserva.',
    firstCards: 'Tarjetas, una por línea',
    preview: 'Cómo lo ve el cliente',
    previewLive: 'Página del cliente, modo real',
    previewTest: 'Página del cliente, modo de prueba',
  },
  en: {
    title: 'Payment points',
    intro: 'Stores, banks and coins where customers pay, in the order in which they are offered.',
    readOnly: 'These are the ones that you can use.',
    none: 'There are no payment points.',
    point: 'Point',
    hours: 'Hours',
    limit: 'Most per order',
    kind: { agreement: 'Agreement', card: 'Card', account: 'Account', crypto: 'Cryptocurrency' },
    active: 'Active',
    inactive: 'Off',
    notLive: 'No live details',
    place: 'Place',
    up: (name) => `Move ${name} up`,
    down: (name) => `Move ${name} down`,
    facts: 'General facts',
    fields: {
      name: 'Name',
      availability: 'Hours',
      transaction_limit: 'Most per order, in pesos',
      limit_per_transaction: 'Most per operation at the till, in pesos',
      commission: 'Commission to the customer, in pesos',
    },
    unknownCommission: 'Unknown',
    isActive: 'Offered to customers',
    saved: 'Saved.',
    moved: 'Moved.',
    changed: 'Somebody changed this point in the meantime. Look at it again: nothing was saved.',
    live: 'Live details',
    liveIntro: 'This is what customers pay to in live mode. Orders that exist keep theirs.',
    noLive: 'There are none yet: it is not offered in live mode.',
    needsSecond: 'Another person has to approve the change before it counts.',
    waits: 'A change waits for the approval of another person.',
    details: {
      company_reference_number: 'Agreement number',
      company_bank_number: 'Number of the bank at the store',
      bank_name: 'Bank',
      account_number: 'Account number',
      account_holder: 'Holder of the account',
      address: 'Address that takes the coins',
      coin: 'Code of the coin',
      pesos_per_coin: 'Price of a coin, in pesos',
    },
    saveLive: (name) => `Change the live details of ${name}`,
    liveSaved: 'The live details count for new orders now.',
    cards: 'Cards',
    cardUse: (used, total) => `${used} of ${total} in use or resting`,
    addCards: 'Add cards',
    cardsHint: 'One number a line. Those that are there do not change.',
    importCards: 'Add',
    cardsAdded: 'The cards are in the pool.',
    firstCards: 'Cards, one a line',
    preview: 'As the customer sees it',
    previewLive: 'Customer’s page, live mode',
    previewTest: 'Customer’s page, test mode',
  },
};
