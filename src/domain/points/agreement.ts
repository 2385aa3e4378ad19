// Stores where the customer pays with an agreement number and a reference.
import { KEEP_RECEIPT, type PointKind, payInCash } from './kind.js';

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
  instructions({ pointName, bring, total, reference, details }) {
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
        KEEP_RECEIPT,
      ],
      shownSteps: [
        {
          es: `Ve a ${pointName} y pide pagar un servicio.`,
          en: `Go to ${pointName} and say “Quiero pagar un servicio” (I want to pay a bill).`,
        },
        {
          es: 'Muestra el código de barras. Si no pasa, da el convenio y la referencia.',
          en: 'Show the bar code. If it does not scan, give the convenio (agreement) and the reference.',
        },
        payInCash(total, pointName),
      ],
      details: fields,
      payTo: reference,
    };
  },
} as const satisfies PointKind;
