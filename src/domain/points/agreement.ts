// Stores where the customer pays with an agreement number and a reference.
import type { PointKind } from './kind.js';

export const agreement = {
  shownName: { es: 'Convenio', en: 'Agreement' },
  mark: 'store',
  method: 'cash',
  type: 'Convenience Store',
  details: {
    company_reference_number: {
      name: { es: 'Número de convenio', en: 'Agreement number' },
      shownAs: { es: 'Convenio', en: 'Convenio (agreement)' },
    },
    company_bank_number: {
      name: { es: 'Número del banco en la tienda', en: 'Number of the bank at the store' },
      shownAs: null, // no cashier asks for it
    },
  },
  identifiedBy: 'reference',
  isScanned: true,
  instructions({ pointName, bring, reference, details }) {
    const agreementNumber = details['company_reference_number'] ?? '';
    const bankNumber = details['company_bank_number'] ?? '';
    const fields = {
      company_reference_number: agreementNumber,
      company_bank_number: bankNumber,
      order_reference_number: reference,
      bank_reference: reference,
    };
    return {
      description: { es: `Paga en efectivo en ${pointName}.`, en: `Pay in cash at ${pointName}.` },
      steps: [
        {
          es: `Acude a cualquier ${pointName} y pide al cajero pagar un servicio con el convenio ${agreementNumber}.`,
          en: `Go to any ${pointName} and ask the cashier to pay a service with convenio (agreement) ${agreementNumber}.`,
        },
        {
          es: `Da la referencia ${reference} y paga ${bring} en efectivo.`,
          en: `Give the reference ${reference} and pay ${bring} in cash.`,
        },
        {
          es: 'Guarda tu comprobante hasta que tu pago se confirme.',
          en: 'Keep the receipt until your payment is confirmed.',
        },
      ],
      scanSteps: [
        {
          es: `Muestra este código de barras en la caja. Si no pasa, di la referencia ${reference}.`,
          en: `Show this bar code at the till. If it does not scan, say the reference ${reference}.`,
        },
        { es: `Paga ${bring} en efectivo.`, en: `Pay ${bring} in cash.` },
      ],
      details: fields,
      payTo: reference,
    };
  },
} as const satisfies PointKind;
