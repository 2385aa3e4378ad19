// What the customer is told to do, in his language (spec, payment object of an order; D60).
import type { Language } from './language.js';
import { formatAmount } from './money.js';

export type Step = { readonly step: number; readonly description: string };

/** The three steps of a SPEI transfer: add the account, transfer the exact amount, done. */
export function speiSteps(clabe: string, amount: bigint, language: Language): Step[] {
  const sum = `$${formatAmount(amount)} MXN`;
  const texts =
    language === 'en'
      ? [
          `In your online banking, add the CLABE account ${clabe} as a beneficiary.`,
          `Transfer exactly ${sum} to that account by SPEI.`,
          'That is all: your payment is confirmed automatically as soon as it arrives.',
        ]
      : [
          `Da de alta la cuenta CLABE ${clabe} en tu banca en línea.`,
          `Transfiere por SPEI la cantidad exacta de ${sum} a esa cuenta.`,
          'Listo: tu pago se confirma automáticamente en cuanto llega.',
        ];
  return texts.map((description, index) => ({ step: index + 1, description }));
}
