// The texts of the search over orders, payments and transfers of all merchants.
import { MOST_SHOWN } from '../../../actions/money/search/find-money.js';
import { inBoth } from '../../../domain/base/in-both.js';

export const SEARCH_TEXTS = inBoth({
  title: { es: 'Buscar dinero', en: 'Find money' },
  what: { es: 'Qué se busca', en: 'What to look for' },
  hint: {
    es: 'Monto, quien pagó, cliente, correo, número de orden del comercio, CLABE, referencia o parte de la clave de rastreo',
    en: 'Amount, payer, customer, e-mail, merchant’s order number, CLABE, reference or a part of the tracking key',
  },
  payments: (count: number) => ({ es: `Pagos (${count})`, en: `Payments (${count})` }),
  transfers: (count: number) => ({ es: `Transferencias (${count})`, en: `Transfers (${count})` }),
  orders: (count: number) => ({ es: `Órdenes (${count})`, en: `Orders (${count})` }),
  search: { es: 'Buscar', en: 'Search' },
  none: { es: 'No se encontró nada', en: 'Nothing was found' },
  noneText: {
    es: 'Prueba con el monto exacto, una parte de la clave de rastreo, o el nombre de quien pagó.',
    en: 'Try the exact amount, a part of the tracking key, or the name of the payer.',
  },
  empty: { es: '¿Dónde están los $1,250?', en: 'Where are the $1,250?' },
  emptyText: {
    es: 'Escribe lo que sabes: encuentra órdenes, pagos y transferencias de todos los comercios, también pagos sin orden.',
    en: 'Type what you know: it finds orders, payments and transfers of all merchants, and payments without an order.',
  },
  cut: {
    es: `Hay más de ${MOST_SHOWN}. Escribe algo más preciso para ver los demás.`,
    en: `There are more than ${MOST_SHOWN}. Type something more precise to see the others.`,
  },
});
