// Every text of the customer page that the domain does not provide, in both languages (D59).
import type { Language } from '../../domain/language.js';
import type { Status } from '../../domain/order.js';
import type { ShownDetail } from '../../domain/payment-point.js';
import type { PointKind } from '../../domain/points/kind.js';

export type PayTexts = {
  readonly payTo: string;
  readonly otherLanguage: { readonly language: Language; readonly name: string };
  readonly testMode: string;
  readonly testModeNote: string;
  readonly status: Readonly<Record<Status, string>>;
  readonly amountLabel: Readonly<Record<Status, string>>;
  readonly partlyPaid: (received: string) => string;
  readonly statusNotes: Readonly<Record<Exclude<Status, 'pending'>, (merchant: string) => readonly string[]>>;
  readonly product: string;
  readonly folio: string;
  readonly point: string;
  readonly payBefore: string;
  readonly wasPayableUntil: string;
  readonly timeLeft: string;
  readonly dataHeading: string;
  readonly stepsHeading: string;
  readonly notesHeading: string;
  readonly speiIntroduction: string;
  readonly exactAmount: string;
  readonly coinAmount: string;
  /** What the customer pays to, by the way a point identifies an order. */
  readonly destination: Readonly<Record<'clabe' | PointKind['identifiedBy'], string>>;
  /** Details of a point that a payer may be asked for; others are not shown. */
  readonly details: Readonly<Record<ShownDetail, string>>;
  readonly copy: string;
  readonly copied: string;
  readonly barcodeOf: (name: string) => string;
  readonly showAtTill: string;
  readonly saveImage: string;
  readonly print: string;
  readonly backToShop: string;
  readonly doubts: (merchant: string, folio: string) => string;
  readonly privacy: string;
  readonly liveNote: string;
  readonly notFound: { readonly title: string; readonly lines: readonly string[] };
  readonly trouble: { readonly title: string; readonly lines: readonly string[] };
};

export const PAY_TEXTS: Readonly<Record<Language, PayTexts>> = {
  es: {
    payTo: 'Pago a',
    otherLanguage: { language: 'en', name: 'English' },
    testMode: 'MODO DE PRUEBA / TEST MODE',
    testModeNote: 'No pagues: esta orden no es real.',
    status: { pending: 'Pendiente de pago', paid: 'Pagado', expired: 'Vencido', canceled: 'Cancelado' },
    amountLabel: { pending: 'Total a pagar', paid: 'Monto', expired: 'Monto', canceled: 'Monto' },
    partlyPaid: (received) => `Ya recibimos ${received}: esto es lo que falta.`,
    statusNotes: {
      paid: (merchant) => [
        'Recibimos tu pago y ya no tienes que hacer nada.',
        `${merchant} se encarga de lo que sigue.`,
      ],
      expired: (merchant) => [
        'El plazo para pagar terminó: ya no pagues esta orden.',
        'Si pagaste a tiempo, tu pago aparecerá aquí en cuanto se informe.',
        `Si aún lo necesitas, pide una orden nueva a ${merchant}.`,
      ],
      canceled: (merchant) => ['Esta orden se canceló: no la pagues.', `Si tienes dudas, habla con ${merchant}.`],
    },
    product: 'Concepto',
    folio: 'Folio',
    point: 'Medio de pago',
    payBefore: 'Paga antes del',
    wasPayableUntil: 'Se podía pagar hasta el',
    timeLeft: 'Tiempo restante',
    dataHeading: 'Datos para pagar',
    stepsHeading: 'Pasos',
    notesHeading: 'Ten en cuenta',
    speiIntroduction: 'Paga con una transferencia SPEI desde la aplicación o la banca en línea de tu banco.',
    exactAmount: 'Monto exacto',
    coinAmount: 'Cantidad exacta',
    destination: { clabe: 'CLABE', reference: 'Referencia', card: 'Número de tarjeta', address: 'Dirección' },
    details: {
      company_reference_number: 'Convenio',
      company_bank_number: 'Número de banco',
      bank_name: 'Banco',
      account_number: 'Cuenta',
      account_holder: 'Titular',
    },
    copy: 'Copiar',
    copied: 'Copiado',
    barcodeOf: (name) => `Código de barras: ${name}`,
    showAtTill: 'Muestra este código en la caja.',
    saveImage: 'Guardar como imagen',
    print: 'Imprimir',
    backToShop: 'Volver a la tienda',
    doubts: (merchant, folio) => `¿Dudas? Habla con ${merchant} y menciona el folio ${folio}.`,
    privacy: 'Comparte esta página solo con quien vaya a pagar.',
    liveNote: 'Esta página se actualiza sola cuando llega tu pago.',
    notFound: {
      title: 'No encontramos esta orden',
      lines: [
        'Revisa que la dirección esté completa, tal como la recibiste.',
        'Si sigue sin aparecer, pide la liga de nuevo a la tienda.',
      ],
    },
    trouble: {
      title: 'No podemos mostrar tu orden en este momento',
      lines: ['Tu orden sigue como estaba.', 'Espera un momento y vuelve a cargar la página.'],
    },
  },
  en: {
    payTo: 'Payment to',
    otherLanguage: { language: 'es', name: 'Español' },
    testMode: 'TEST MODE / MODO DE PRUEBA',
    testModeNote: 'Do not pay: this order is not real.',
    status: { pending: 'Waiting for payment', paid: 'Paid', expired: 'Expired', canceled: 'Canceled' },
    amountLabel: { pending: 'Total to pay', paid: 'Amount', expired: 'Amount', canceled: 'Amount' },
    partlyPaid: (received) => `We have received ${received}: this is what is left.`,
    statusNotes: {
      paid: (merchant) => [
        'Your payment has arrived and there is nothing more to do.',
        `${merchant} takes it from here.`,
      ],
      expired: (merchant) => [
        'The time to pay is over: do not pay this order any more.',
        'If you paid in time, your payment shows here as soon as it is reported.',
        `If you still need it, ask ${merchant} for a new order.`,
      ],
      canceled: (merchant) => ['This order was canceled: do not pay it.', `If in doubt, talk to ${merchant}.`],
    },
    product: 'For',
    folio: 'Folio',
    point: 'Payment method',
    payBefore: 'Pay before',
    wasPayableUntil: 'It could be paid until',
    timeLeft: 'Time left',
    dataHeading: 'What you need to pay',
    stepsHeading: 'Steps',
    notesHeading: 'Keep in mind',
    speiIntroduction: 'Pay with a SPEI transfer from the app or the online banking of your bank.',
    exactAmount: 'Exact amount',
    coinAmount: 'Exact quantity',
    destination: { clabe: 'CLABE', reference: 'Reference', card: 'Card number', address: 'Address' },
    details: {
      company_reference_number: 'Agreement',
      company_bank_number: 'Bank number',
      bank_name: 'Bank',
      account_number: 'Account',
      account_holder: 'Account holder',
    },
    copy: 'Copy',
    copied: 'Copied',
    barcodeOf: (name) => `Barcode: ${name}`,
    showAtTill: 'Show this code at the till.',
    saveImage: 'Save as an image',
    print: 'Print',
    backToShop: 'Back to the shop',
    doubts: (merchant, folio) => `Questions? Talk to ${merchant} and give the folio ${folio}.`,
    privacy: 'Share this page only with whoever is going to pay.',
    liveNote: 'This page updates by itself when your payment arrives.',
    notFound: {
      title: 'We cannot find this order',
      lines: [
        'Check that the address is complete, just as you received it.',
        'If it still does not show, ask the shop for the link again.',
      ],
    },
    trouble: {
      title: 'We cannot show your order right now',
      lines: ['Your order is as it was.', 'Wait a moment and load the page again.'],
    },
  },
};
