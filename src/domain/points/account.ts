// Banks where the customer pays into an account with a reference, at the counter or in online banking.
import type { PointKind } from './kind.js';

export const account = {
  method: 'bank_deposit',
  type: 'Bank',
  details: {
    bank_name: { what: 'bank of the account', isShown: true },
    account_number: { what: 'account that takes the deposits', isShown: true },
    account_holder: { what: 'who holds the account', isShown: true },
  },
  identifiedBy: 'reference',
  isScanned: false,
  instructions({ pointName, sum, reference, details }, language) {
    const accountNumber = details['account_number'] ?? '';
    const holder = details['account_holder'] ?? '';
    const fields = {
      order_reference_number: reference,
      bank_reference: reference,
      bank_name: details['bank_name'] ?? '',
    };
    if (language === 'en') {
      return {
        description: `Pay with a deposit at ${pointName}.`,
        steps: [
          `Go to a branch of ${pointName}, or use its online banking, and choose a referenced payment to account ${accountNumber} of ${holder}.`,
          `Give the reference ${reference} and deposit exactly ${sum}.`,
          'Keep the receipt until your payment is confirmed.',
        ],
        details: fields,
        payTo: reference,
      };
    }
    return {
      description: `Paga con un depósito en ${pointName}.`,
      steps: [
        `Acude a una sucursal de ${pointName}, o entra a su banca en línea, y elige un pago referenciado a la cuenta ${accountNumber} de ${holder}.`,
        `Da la referencia ${reference} y deposita exactamente ${sum}.`,
        'Guarda tu comprobante hasta que tu pago se confirme.',
      ],
      details: fields,
      payTo: reference,
    };
  },
} as const satisfies PointKind;
