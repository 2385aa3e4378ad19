// Words that every list of the dashboard uses.
import { inBoth } from '../../../domain/base/in-both.js';

export const LIST_TEXTS = inBoth({
  filters: { es: 'Filtros', en: 'Filters' },
  show: { es: 'Ver', en: 'Show' },
  clear: { es: 'Quitar filtros', en: 'Clear filters' },
  any: { es: 'Todos', en: 'All' },
  from: { es: 'Desde', en: 'From' },
  to: { es: 'Hasta', en: 'To' },
  notUnderstood: {
    es: 'No entendimos esto: no filtra nada.',
    en: 'We did not understand this: it filters nothing.',
  },
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
