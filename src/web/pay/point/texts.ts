// The texts of the page where a customer chooses another store to pay at, in both languages.
import { inBoth } from '../../../domain/base/in-both.js';

export const POINT_TEXTS = inBoth({
  title: { es: '¿En qué tienda quieres pagar?', en: 'At which store do you want to pay?' },
  line: {
    es: 'Tu código no cambia. Si ya pagaste, no cambies nada: tu pago llegará igual.',
    en: 'Your code stays the same. If you have paid, change nothing: your payment arrives all the same.',
  },
  now: { es: 'Tu tienda de ahora: seguir aquí', en: 'Your store now: stay here' },
  missing: { es: 'Elige una tienda.', en: 'Choose a store.' },
  send: { es: 'Pagar en esta tienda', en: 'Pay at this store' },
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
