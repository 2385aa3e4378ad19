// The texts of the catalogue of payment points.
import type { Method } from '../../../domain/accounts/fee.js';
import { type Both, inBoth } from '../../../domain/base/in-both.js';

export const POINTS_TEXTS = inBoth({
  title: { es: 'Puntos de pago', en: 'Payment points' },
  intro: (live: string) => ({
    es: `Dónde pueden pagar tus clientes. Con dinero real: ${live}.`,
    en: `Where your customers can pay. With live money: ${live}.`,
  }),
  fee: (percent: string, fixed: string) => ({
    es: `Comisión: ${percent} % + ${fixed}, más IVA.`,
    en: `Fee: ${percent} % + ${fixed}, plus IVA.`,
  }),
  /** What a merchant reads of a kind of points. */
  groups: {
    cash: { es: 'Tiendas', en: 'Stores' },
    spei: { es: 'Transferencia SPEI', en: 'SPEI transfer' },
    bank_deposit: { es: 'Bancos', en: 'Banks' },
    crypto: { es: 'Criptomonedas', en: 'Crypto' },
  } satisfies Record<Method, Both>,
  taken: {
    all: { es: 'Reciben dinero real', en: 'Take live money' },
    some: (live: number, all: number) => ({
      es: `${live} de ${all} con dinero real`,
      en: `${live} of ${all} with live money`,
    }),
    one: { es: 'Dinero real', en: 'Live money' },
    testOnly: { es: 'Solo en prueba', en: 'Test mode only' },
    none: { es: 'Ninguno', en: 'None' },
  },
  transferNote: {
    es: 'Desde la app o la banca en línea de cualquier banco, las 24 horas, a la CLABE de la orden.',
    en: 'From the app or the online banking of any bank, 24 hours a day, to the CLABE of the order.',
  },
  noneOfGroup: {
    es: 'Todavía no se ofrece en este modo. Quien opera el servicio lo activa.',
    en: 'Not offered in this mode yet. The operator of the service switches it on.',
  },
  none: { es: 'No hay puntos de pago.', en: 'There are no payment points.' },
  point: { es: 'Punto', en: 'Point' },
  hours: { es: 'Horario', en: 'Hours' },
  limit: { es: 'Límite por orden', en: 'Limit per order' },
  upTo: (sum: string) => ({ es: `Hasta ${sum}`, en: `Up to ${sum}` }),
  active: { es: 'Activo', en: 'Active' },
  inactive: { es: 'Apagado', en: 'Off' },
  notLive: { es: 'Sin configurar', en: 'Not set up' },
  all: { es: 'Todos', en: 'All' },
  customersRead: (text: string) => ({ es: `El cliente lee: ${text}`, en: `Customers read: ${text}` }),
  place: { es: 'Lugar', en: 'Place' },
  up: (name: string) => ({ es: `Subir ${name}`, en: `Move ${name} up` }),
  down: (name: string) => ({ es: `Bajar ${name}`, en: `Move ${name} down` }),
  facts: { es: 'Datos generales', en: 'General facts' },
  fields: {
    name: { es: 'Nombre', en: 'Name' },
    availability: { es: 'Horario', en: 'Hours' },
    transaction_limit: { es: 'Límite por orden, en pesos', en: 'Limit per order, in pesos' },
    limit_per_transaction: {
      es: 'Límite por operación en caja, en pesos',
      en: 'Limit per operation at the till, in pesos',
    },
    commission: { es: 'Comisión al cliente, en pesos', en: 'Commission to the customer, in pesos' },
  },
  unknownCommission: { es: 'Se desconoce', en: 'Unknown' },
  isActive: { es: 'Se ofrece a los clientes', en: 'Offered to customers' },
  changed: {
    es: 'Alguien cambió este punto mientras tanto. Revisa lo que se ve ahora: no se guardó nada.',
    en: 'Somebody changed this point in the meantime. Look at it again: nothing was saved.',
  },
  live: { es: 'Datos reales', en: 'Live details' },
  liveIntro: {
    es: 'A esto pagan los clientes en modo real. Las órdenes que ya existen conservan los suyos.',
    en: 'This is what customers pay to in live mode. Orders that exist keep theirs.',
  },
  firstAddresses: {
    es: 'Primeras direcciones: compáralas con las de tu cartera',
    en: 'First addresses: compare them with those of your wallet',
  },
  noLive: {
    es: 'Todavía no tiene: no se ofrece en modo real.',
    en: 'There are none yet: it is not offered in live mode.',
  },
  needsSecond: {
    es: 'Otra persona debe aprobar el cambio antes de que valga.',
    en: 'Another person has to approve the change before it counts.',
  },
  waits: {
    es: 'Hay un cambio que espera la aprobación de otra persona.',
    en: 'A change waits for the approval of another person.',
  },
  saveLive: (name: string) => ({ es: `Cambiar los datos reales de ${name}`, en: `Change the live details of ${name}` }),
  cards: { es: 'Tarjetas', en: 'Cards' },
  cardUse: (used: number, total: number) => ({
    es: `${used} de ${total} en uso o en descanso`,
    en: `${used} of ${total} in use or resting`,
  }),
  addCards: { es: 'Agregar tarjetas', en: 'Add cards' },
  cardsHint: {
    es: 'Un número por línea. Las que ya están no cambian.',
    en: 'One number a line. Those that are there do not change.',
  },
  importCards: { es: 'Agregar', en: 'Add' },
  firstCards: { es: 'Tarjetas, una por línea', en: 'Cards, one a line' },
  mark: { es: 'Logotipo', en: 'Logo' },
  hasMark: {
    es: 'Los clientes ven este logotipo en sus páginas y en su ficha.',
    en: 'Customers see this logo on their pages and their voucher.',
  },
  noMark: {
    es: 'Los clientes ven este cuadro dibujado. Sube el logotipo si tienes permiso de usarlo.',
    en: 'Customers see this drawn tile. Upload the logo if you may use it.',
  },
  newMark: { es: 'Elegir logotipo', en: 'Choose a logo' },
  markHint: { es: 'PNG o JPEG de hasta 100 KB.', en: 'PNG or JPEG of up to 100 KB.' },
  removeMark: { es: 'Quitarlo y volver al cuadro dibujado', en: 'Remove it and show the drawn tile again' },
  preview: { es: 'Cómo lo ve el cliente', en: 'As the customer sees it' },
  previewLive: { es: 'Ver en real', en: 'See in live mode' },
  previewTest: { es: 'Ver en prueba', en: 'See in test mode' },
  saveMark: { es: 'Guardar el logotipo', en: 'Save the logo' },
  saveFacts: { es: 'Guardar los datos', en: 'Save the details' },
});

/** What the next page says after a form. */
export const POINTS_DONE = {
  saved: { es: 'Se guardó.', en: 'Saved.' },
  marked: {
    es: 'Se guardó el logotipo. Los clientes lo ven en unos minutos.',
    en: 'The logo is saved. Customers see it within minutes.',
  },
  moved: { es: 'Cambió de lugar.', en: 'Moved.' },
  liveSaved: { es: 'Los datos reales ya valen para órdenes nuevas.', en: 'The live details count for new orders now.' },
  cardsAdded: { es: 'Las tarjetas ya están en la reserva.', en: 'The cards are in the pool.' },
};
