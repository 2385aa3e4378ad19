// The texts of the page where a customer chooses another store to pay at, in both languages.
import { inBoth } from '../../../domain/base/in-both.js';

export const POINT_TEXTS = inBoth({
  title: { es: '¿En qué tienda quieres pagar?', en: 'At which store do you want to pay?' },
  line: {
    es: 'Tu código no cambia; cambia el efectivo que debes llevar, por la comisión. Si ya pagaste, no cambies nada: tu pago llegará igual.',
    en: 'Your code stays the same; the cash to take changes with the fee. If you have paid, change nothing: your payment arrives all the same.',
  },
  now: { es: 'Tu tienda de ahora', en: 'Your store now' },
  missing: { es: 'Elige una tienda.', en: 'Choose a store.' },
  send: { es: 'Cambiar de tienda', en: 'Change the store' },
  sendTo: (store: string) => ({ es: `Cambiar a ${store}`, en: `Change to ${store}` }),
  back: { es: 'Volver sin cambiar', en: 'Back, without changing' },
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
