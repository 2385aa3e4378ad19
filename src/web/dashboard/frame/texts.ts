// The texts of the frame around every page, and words that several sections share, in both languages.
import type { Method } from '../../../domain/accounts/fee.js';
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { PaymentState } from '../../../domain/money/payment.js';
import type { Status } from '../../../domain/orders/order.js';
import type { MerchantRole, OperatorRole } from '../../../domain/people/role.js';

export const FRAME_TEXTS = inBoth({
  title: { es: 'Panel', en: 'Dashboard' },
  desk: { es: 'Operación', en: 'Operations' },
  mode: { test: { es: 'Prueba', en: 'Test' }, live: { es: 'Real', en: 'Live' } },
  /** In the bar over every page in test mode. */
  testBar: { es: 'Prueba: sin dinero real.', en: 'Test: no real money.' },
  seeLive: { es: 'Ver lo real', en: 'View live data' },
  menu: { es: 'Menú', en: 'Menu' },
  closeMenu: { es: 'Cerrar el menú', en: 'Close the menu' },
  skip: { es: 'Ir al contenido', en: 'Skip to the content' },
  search: { es: 'Buscar', en: 'Search' },
  searchHint: { es: 'Folio, nombre, correo, CLABE, monto…', en: 'Folio, name, e-mail, CLABE, amount…' },
  deskSearchHint: { es: 'Monto, nombre, correo, CLABE, clave…', en: 'Amount, name, e-mail, CLABE, key…' },
  keys: {
    title: { es: 'Atajos del teclado', en: 'Keys' },
    search: { es: 'Buscar', en: 'Search' },
    rows: { es: 'Bajar y subir en una lista', en: 'Down and up in a list' },
    close: { es: 'Cerrar', en: 'Close' },
  },
  signOut: { es: 'Salir', en: 'Sign out' },
  profile: { es: 'Tu cuenta', en: 'Your account' },
  roles: {
    owner: { es: 'Administración', en: 'Owner' },
    developer: { es: 'Desarrollo', en: 'Developer' },
    support: { es: 'Atención', en: 'Support' },
    viewer: { es: 'Consulta', en: 'Viewer' },
    admin: { es: 'Administración', en: 'Administrator' },
    treasurer: { es: 'Tesorería', en: 'Treasurer' },
  } satisfies Record<MerchantRole | OperatorRole, Both>,
  status: {
    pending: { es: 'Por pagar', en: 'Waiting' },
    paid: { es: 'Pagada', en: 'Paid' },
    expired: { es: 'Vencida', en: 'Expired' },
    canceled: { es: 'Cancelada', en: 'Canceled' },
  } satisfies Record<Status, Both>,
  method: {
    spei: { es: 'SPEI', en: 'SPEI' },
    cash: { es: 'Efectivo', en: 'Cash' },
    bank_deposit: { es: 'Depósito bancario', en: 'Bank deposit' },
    crypto: { es: 'Criptomoneda', en: 'Cryptocurrency' },
  } satisfies Record<Method, Both>,
  paymentState: {
    applied: { es: 'Aplicado', en: 'Applied' },
    surplus: { es: 'Excedente', en: 'Surplus' },
    held: { es: 'Por decidir', en: 'To decide' },
    unmatched: { es: 'Sin identificar', en: 'No order' },
    returned: { es: 'Devuelto', en: 'Returned' },
  } satisfies Record<PaymentState, Both>,
  copy: { es: 'Copiar', en: 'Copy' },
  copied: { es: 'Copiado', en: 'Copied' },
  sure: { es: 'Sí, hazlo', en: 'Yes, do it' },
  notSure: {
    es: 'Marca la casilla para confirmar: no se hizo nada.',
    en: 'Tick the box to confirm: nothing was done.',
  },
  more: { es: 'Más acciones', en: 'More actions' },
  today: { es: 'hoy', en: 'today' },
  yesterday: { es: 'ayer', en: 'yesterday' },
  zone: { es: 'Las horas son de la Ciudad de México.', en: 'Times are Mexico City time.' },
  guides: { es: 'Guías', en: 'Guides' },
  notFound: { es: 'Aquí no hay nada.', en: 'There is nothing here.' },
  trouble: {
    es: 'Por ahora no podemos mostrarlo. Intenta de nuevo en un momento.',
    en: 'We cannot show this right now. Try again in a moment.',
  },
  foreign: {
    es: 'La petición no vino de este panel y no se hizo nada.',
    en: 'The request did not come from this dashboard, and nothing was done.',
  },
  tooOften: { es: 'Demasiados intentos seguidos: espera un momento.', en: 'Too many tries in a row: wait a moment.' },
  /** On every page of a suspended account. */
  suspended: {
    es: 'Esta cuenta está suspendida: puedes verlo todo, pero no cambiar nada. Habla con quien opera el servicio.',
    en: 'This account is suspended: you can see everything, but change nothing. Talk to the operator of the service.',
  },
  /** Above a form with faults at its fields. */
  faults: { es: 'Revisa los campos marcados: no se guardó nada.', en: 'Check the marked fields: nothing was saved.' },
});
