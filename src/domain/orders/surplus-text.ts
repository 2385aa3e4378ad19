// What a customer who paid too much is told, in the same words on the page and in the e-mail.
import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatAmount } from '../base/money.js';

/** "Tienes $65.50 a tu favor. La Favorita te los devolverá o acordará contigo qué hacer." */
export function surplusText(surplus: bigint, shop: string, language: Language): string {
  return TEXTS[language].inYourFavor(`$${formatAmount(surplus)}`, shop);
}

const TEXTS = inBoth({
  inYourFavor: (sum: string, shop: string) => ({
    es: `Tienes ${sum} a tu favor. ${shop} te los devolverá o acordará contigo qué hacer.`,
    en: `You have ${sum} in your favor. ${shop} will send them back to you or agree with you what to do.`,
  }),
});
