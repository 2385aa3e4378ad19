// The texts of the page where a customer chooses another store to pay at, in both languages.
import { inBoth } from '../../../domain/base/in-both.js';

export const POINT_TEXTS = inBoth({
  title: { es: '¿En qué tienda quieres pagar?', en: 'At which store do you want to pay?' },
  lines: (point: string, sum: string) => [
    {
      es: `Tu orden está hecha para pagar en ${point}: ahí son ${sum} en total. Tu referencia y tu plazo no cambian.`,
      en: `Your order is made to be paid at ${point}: ${sum} in all. Your reference and your deadline stay the same.`,
    },
    {
      es: `Si ya pagaste en ${point}, no cambies nada: tu pago llegará igual.`,
      en: `If you have paid at ${point} already, change nothing: your payment arrives all the same.`,
    },
  ],
  legend: { es: 'Tiendas que reciben este monto', en: 'Stores that take this amount' },
  missing: { es: 'Elige una tienda.', en: 'Choose a store.' },
  send: { es: 'Pagar en esta tienda', en: 'Pay at this store' },
  back: (point: string) => ({ es: `Seguir con ${point}`, en: `Stay with ${point}` }),
  refused: {
    title: { es: 'Esta orden ya no puede cambiar de tienda', en: 'This order cannot change to another store any more' },
    lines: [
      {
        es: 'Ya recibió dinero, se pagó, venció o se canceló. En su página ves cómo va.',
        en: 'It has taken money, was paid, has expired or was canceled. Its page shows how it stands.',
      },
    ],
  },
});
