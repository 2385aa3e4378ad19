// Stores where the customer deposits to a bank card. The card identifies the order, so each open order has its own
// (D60).

import { KEEP_RECEIPT, type PointKind, payInCash } from './kind.js';
import { grouped } from './number-groups.js';

export const card = {
  shownName: { es: 'Tarjeta', en: 'Card' },
  mark: 'store',
  method: 'cash',
  type: 'Convenience Store',
  details: { bank_name: { name: { es: 'Banco', en: 'Bank' }, shownAs: { es: 'Banco', en: 'Bank' } } },
  identifiedBy: 'card',
  isScanned: false,
  isDeposit: true,
  instructions({ pointName, sum, bring, total, cardNumber, details }) {
    const digits = cardNumber || (details['card_number'] ?? '');
    const number = grouped(digits);
    const bank = details['bank_name'] ?? '';
    const fields = { bank_account_number: number, bank_name: bank };
    return {
      description: {
        es: `Paga en efectivo en ${pointName} con un depósito a tarjeta.`,
        en: `Pay in cash at ${pointName} with a deposit to a card.`,
      },
      steps: [
        {
          es: `Acude a cualquier ${pointName} y pide al cajero un depósito a una tarjeta de ${bank}.`,
          en: `Go to any ${pointName} and ask the cashier for a deposit to a ${bank} card.`,
        },
        {
          es: `Da el número de tarjeta ${number} y deposita exactamente ${sum} en efectivo.${bring === sum ? '' : ` Lleva ${bring}.`}`,
          en: `Give the card number ${number} and deposit exactly ${sum} in cash.${bring === sum ? '' : ` Bring ${bring}.`}`,
        },
        KEEP_RECEIPT,
      ],
      shownSteps: [
        {
          es: `Ve a ${pointName} y pide un depósito a tarjeta.`,
          en: `Go to ${pointName} and ask for a deposit to a card.`,
        },
        {
          es: `Da el número de tarjeta y deposita exactamente ${sum}.`,
          en: `Give the card number and deposit exactly ${sum}.`,
        },
        payInCash(total, pointName),
      ],
      details: fields,
      payTo: digits,
    };
  },
} as const satisfies PointKind;

/** The digits of a number as people write it, with spaces or hyphens between the groups; null unless there are 12 to 19 of them. */
export function parseCardNumber(text: string): string | null {
  const digits = text.replace(/[ -]/g, '');
  return /^\d{12,19}$/.test(digits) ? digits : null;
}
