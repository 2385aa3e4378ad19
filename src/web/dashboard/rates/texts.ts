// The texts of exchange rates.
import type { Language } from '../../../domain/base/language.js';

type RatesTexts = {
  readonly title: string;
  readonly intro: (span: string) => string;
  readonly refused: (currency: string) => string;
  readonly set: (currency: string) => string;
  readonly pesos: (currency: string) => string;
  readonly history: string;
  readonly source: string;
  readonly byHand: string;
  readonly rate: string;
  readonly badRate: string;
  readonly done: string;
};

export const RATES_TEXTS: Readonly<Record<Language, RatesTexts>> = {
  es: {
    title: 'Tipos de cambio',
    intro: (span) =>
      `Con ellos se convierten a pesos los precios reales en otras monedas. Uno de más de ${span} ya no se usa.`,
    refused: (currency) => `Las órdenes reales en ${currency} se rechazan hasta que haya un tipo reciente.`,
    set: (currency) => `Poner el tipo de ${currency}`,
    pesos: (currency) => `Pesos por 1 ${currency}`,
    history: 'Los últimos',
    source: 'De dónde viene',
    byHand: 'Puesto a mano',
    rate: 'Tipo',
    badRate: 'Escribe un número mayor que cero, como 18.4512.',
    done: 'El tipo de cambio ya vale.',
  },
  en: {
    title: 'Exchange rates',
    intro: (span) =>
      `Live prices in other currencies are converted to pesos with them. One of more than ${span} is not used any more.`,
    refused: (currency) => `Live orders in ${currency} are refused until there is a recent rate.`,
    set: (currency) => `Set the rate of ${currency}`,
    pesos: (currency) => `Pesos for 1 ${currency}`,
    history: 'The last ones',
    source: 'Where it comes from',
    byHand: 'Set by hand',
    rate: 'Rate',
    badRate: 'Give a number above zero, such as 18.4512.',
    done: 'The rate counts now.',
  },
};
