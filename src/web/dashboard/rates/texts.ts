// The texts of exchange rates.
import { inBoth } from '../../../domain/base/in-both.js';

export const RATES_TEXTS = inBoth({
  title: { es: 'Tipos de cambio', en: 'Exchange rates' },
  intro: (span: string) => ({ es: `Un tipo vale ${span}.`, en: `A rate is valid for ${span}.` }),
  refused: (currency: string) => ({
    es: `Las órdenes reales en ${currency} se rechazan hasta que haya un tipo reciente.`,
    en: `Live orders in ${currency} are refused until there is a recent rate.`,
  }),
  set: (currency: string) => ({ es: `Capturar el tipo de ${currency}`, en: `Set the rate of ${currency}` }),
  pesos: (currency: string) => ({ es: `Pesos por 1 ${currency}`, en: `Pesos for 1 ${currency}` }),
  validUntil: { es: 'vale hasta el', en: 'valid until' },
  history: { es: 'Los últimos', en: 'The last ones' },
  source: { es: 'De dónde viene', en: 'Where it comes from' },
  byHand: { es: 'Capturado a mano', en: 'Set by hand' },
  none: { es: 'Sin tipo', en: 'No rate' },
  valid: { es: 'Vigente', en: 'Valid' },
  old: { es: 'Vencido', en: 'Too old' },
  rate: { es: 'Tipo', en: 'Rate' },
  badRate: { es: 'Escribe un número mayor que cero, como 18.4512.', en: 'Give a number above zero, such as 18.4512.' },
});

/** What the next page says after a form. */
export const RATES_DONE = { set: { es: 'El tipo de cambio ya vale.', en: 'The rate counts now.' } };
