// Stores where the customer deposits to a bank card. The card identifies the order, so each open order has its own
// (D60).
import type { PointKind } from './kind.js';

export const card = {
  method: 'cash',
  type: 'Convenience Store',
  details: { bank_name: { what: 'bank that issued the cards', isShown: true } },
  identifiedBy: 'card',
  isScanned: false,
  instructions({ pointName, sum, cardNumber, details }, language) {
    const digits = cardNumber || (details['card_number'] ?? '');
    const number = groupsOfFour(digits);
    const bank = details['bank_name'] ?? '';
    const fields = { bank_account_number: number, bank_name: bank };
    if (language === 'en') {
      return {
        description: `Pay in cash at ${pointName} with a deposit to a card.`,
        steps: [
          `Go to any ${pointName} and ask the cashier for a deposit to a ${bank} card.`,
          `Give the card number ${number} and deposit exactly ${sum} in cash.`,
          'Keep the receipt until your payment is confirmed.',
        ],
        details: fields,
        payTo: digits,
      };
    }
    return {
      description: `Paga en efectivo en ${pointName} con un depósito a tarjeta.`,
      steps: [
        `Acude a cualquier ${pointName} y pide al cajero un depósito a una tarjeta de ${bank}.`,
        `Da el número de tarjeta ${number} y deposita exactamente ${sum} en efectivo.`,
        'Guarda tu comprobante hasta que tu pago se confirme.',
      ],
      details: fields,
      payTo: digits,
    };
  },
} as const satisfies PointKind;

function groupsOfFour(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}
