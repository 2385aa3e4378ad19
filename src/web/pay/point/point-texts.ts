// The texts of the page where a customer chooses another store to pay at, in both languages.
import type { Language } from '../../../domain/base/language.js';

export type PointTexts = {
  readonly title: string;
  readonly lines: (point: string) => readonly string[];
  readonly legend: string;
  readonly bring: (sum: string) => string;
  readonly commission: (sum: string) => string;
  readonly noCommission: string;
  readonly inParts: (times: number) => string;
  readonly missing: string;
  readonly send: string;
  readonly back: string;
  readonly refused: { readonly title: string; readonly lines: readonly string[] };
};

export const POINT_TEXTS: Readonly<Record<Language, PointTexts>> = {
  es: {
    title: '¿En qué tienda quieres pagar?',
    lines: (point) => [
      `Ahora tu orden es para ${point}. Tu referencia y tu plazo no cambian.`,
      `Si ya pagaste en ${point}, no cambies nada: tu pago llegará igual.`,
    ],
    legend: 'Tiendas que reciben este monto',
    bring: (sum) => `Lleva ${sum}`,
    commission: (sum) => `Comisión ${sum}`,
    noCommission: 'Sin comisión',
    inParts: (times) => `en ${times} partes`,
    missing: 'Elige una tienda.',
    send: 'Pagar en esta tienda',
    back: 'Dejarla como está',
    refused: {
      title: 'Esta orden ya no puede cambiar de tienda',
      lines: ['Ya recibió dinero, se pagó, venció o se canceló. En su página ves cómo va.'],
    },
  },
  en: {
    title: 'At which store do you want to pay?',
    lines: (point) => [
      `Your order is for ${point} now. Your reference and your deadline stay the same.`,
      `If you have paid at ${point} already, change nothing: your payment arrives all the same.`,
    ],
    legend: 'Stores that take this amount',
    bring: (sum) => `Bring ${sum}`,
    commission: (sum) => `Commission ${sum}`,
    noCommission: 'No commission',
    inParts: (times) => `in ${times} parts`,
    missing: 'Choose a store.',
    send: 'Pay at this store',
    back: 'Leave it as it is',
    refused: {
      title: 'This order cannot change to another store any more',
      lines: ['It has taken money, was paid, has expired or was canceled. Its page shows how it stands.'],
    },
  },
};
