// Banks where the customer pays into an account with a reference, at the counter or in online banking.
import { KEEP_RECEIPT, type PointKind } from './kind.js';

export const account = {
  shownName: { es: 'Cuenta', en: 'Account' },
  mark: 'bank',
  method: 'bank_deposit',
  type: 'Bank',
  details: {
    bank_name: { name: { es: 'Banco', en: 'Bank' }, shownAs: null }, // the point has its name
    account_number: {
      name: { es: 'Número de cuenta', en: 'Account number' },
      shownAs: { es: 'Cuenta', en: 'Account' },
    },
    account_holder: {
      name: { es: 'Titular de la cuenta', en: 'Holder of the account' },
      shownAs: { es: 'Titular', en: 'Account holder' },
    },
  },
  identifiedBy: 'reference',
  isScanned: false,
  isDeposit: true,
  instructions({ pointName, sum, bring, reference, details }) {
    const accountNumber = details['account_number'] ?? '';
    const holder = details['account_holder'] ?? '';
    const fields = {
      order_reference_number: reference,
      bank_reference: reference,
      bank_name: details['bank_name'] ?? '',
    };
    return {
      description: { es: `Paga con un depósito en ${pointName}.`, en: `Pay with a deposit at ${pointName}.` },
      steps: [
        {
          es: `Acude a una sucursal de ${pointName}, o entra a su banca en línea, y elige un pago referenciado a la cuenta ${accountNumber} de ${holder}.`,
          en: `Go to a branch of ${pointName}, or use its online banking, and choose a referenced payment to account ${accountNumber} of ${holder}.`,
        },
        {
          es: `Da la referencia ${reference} y deposita exactamente ${sum}.${bring === sum ? '' : ` Lleva ${bring}.`}`,
          en: `Give the reference ${reference} and deposit exactly ${sum}.${bring === sum ? '' : ` Bring ${bring}.`}`,
        },
        KEEP_RECEIPT,
      ],
      shownSteps: [
        {
          es: `Ve a una sucursal de ${pointName}, o entra a su banca en línea, y elige un pago referenciado.`,
          en: `Go to a branch of ${pointName}, or use its online banking, and choose a referenced payment.`,
        },
        {
          es: 'Da la cuenta, la referencia y el monto exacto.',
          en: 'Give the account, the reference and the exact amount.',
        },
        {
          es: 'Guarda tu comprobante: tu pago se confirma en cuanto el banco nos avisa.',
          en: 'Keep the receipt: your payment is confirmed as soon as the bank tells us.',
        },
      ],
      details: fields,
      payTo: reference,
    };
  },
} as const satisfies PointKind;
