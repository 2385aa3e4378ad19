// What a customer who paid too much is told, in the same words on the page and in the e-mail.
import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatAmount } from '../base/money.js';

/** "Pagaste $65.50 de más: La Favorita te los devolverá o acordará contigo qué hacer." */
export function surplusText(surplus: bigint, shop: string, language: Language): string {
  return TEXTS[language].inYourFavor(`$${formatAmount(surplus)}`, shop);
}

const TEXTS = inBoth({
  inYourFavor: (sum: string, shop: string) => ({
    es: `Pagaste ${sum} de más: ${shop} te los devolverá o acordará contigo qué hacer.`,
    en: `You paid ${sum} too much: ${shop} will refund it or contact you about it.`,
  }),
});
