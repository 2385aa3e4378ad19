// Words that many sections share.
import { inBoth } from '../../../domain/base/in-both.js';

/** Of every list. */
export const LIST_TEXTS = inBoth({
  filters: { es: 'Filtros', en: 'Filters' },
  show: { es: 'Aplicar', en: 'Apply' },
  find: { es: 'Buscar', en: 'Search' },
  clear: { es: 'Quitar todo', en: 'Clear all' },
  any: { es: 'Todos', en: 'All' },
  from: { es: 'Desde', en: 'From' },
  to: { es: 'Hasta', en: 'To' },
  notUnderstood: { es: 'No entendimos esto: no filtra nada.', en: 'We did not understand this: it filters nothing.' },
  previous: { es: 'Página anterior', en: 'Previous page' },
  next: { es: 'Página siguiente', en: 'Next page' },
  /** A walk over many rows stops after a while. */
  stopped: (day: string) => ({
    es: `Buscamos hasta el ${day}. Puede haber más antes.`,
    en: `We looked back to ${day}. There may be more before that.`,
  }),
  goOn: { es: 'Seguir buscando', en: 'Look further back' },
  download: { es: 'Descargar CSV', en: 'Download CSV' },
});

/** Of the operator's desk. */
export const DESK_TEXTS = inBoth({
  live: { es: 'Real', en: 'Live' },
  test: { es: 'Prueba', en: 'Test' },
  mode: { es: 'Modo', en: 'Mode' },
  merchant: { es: 'Comercio', en: 'Merchant' },
  anyMerchant: { es: 'Todos los comercios', en: 'All merchants' },
  nobody: { es: 'Sin comercio', en: 'No merchant' },
  amount: { es: 'Monto', en: 'Amount' },
  time: { es: 'Hora', en: 'Time' },
  state: { es: 'Estado', en: 'State' },
  any: { es: 'Todos', en: 'All' },
  note: { es: 'Nota', en: 'Note' },
  noteHint: { es: 'Por qué. Es obligatoria y queda en la auditoría.', en: 'Why. Required, and kept in the audit log.' },
  noteMissing: { es: 'Escribe por qué: queda en la auditoría.', en: 'Say why: it is kept in the audit log.' },
  stale: {
    es: 'Alguien cambió esto mientras tanto. Revisa lo que se ve ahora: no se hizo nada.',
    en: 'Somebody changed this in the meantime. Look at it again: nothing was done.',
  },
  details: { es: 'Detalle', en: 'Details' },
  never: { es: 'Nunca', en: 'Never' },
  none: { es: 'nada', en: 'none' },
  yes: { es: 'Sí', en: 'Yes' },
  no: { es: 'No', en: 'No' },
  save: { es: 'Guardar', en: 'Save' },
  ago: (time: string) => ({ es: `hace ${time}`, en: `${time} ago` }),
  moment: { es: '<1 min', en: '<1 min' },
  units: {
    minute: [
      { es: 'minuto', en: 'minute' },
      { es: 'minutos', en: 'minutes' },
    ],
    hour: [
      { es: 'hora', en: 'hour' },
      { es: 'horas', en: 'hours' },
    ],
    day: [
      { es: 'día', en: 'day' },
      { es: 'días', en: 'days' },
    ],
  },
});

/** What the next page says after a form that needs a second person (D78). */
export const DESK_DONE = {
  proposed: {
    es: 'Quedó propuesto: se hará cuando otra persona lo apruebe.',
    en: 'Proposed: it is done when another person approves it.',
  },
};
