// The texts of the customer page about the order and how to pay it, in both languages (D59). money-texts.ts has those
// about money that has arrived or goes back.
import type { Language } from '../../domain/base/language.js';
import type { PointKind } from '../../domain/points/kind.js';
import type { ShownDetail } from '../../domain/points/payment-point.js';

export type PayTexts = {
  readonly payTo: string;
  readonly otherLanguage: { readonly language: Language; readonly name: string };
  readonly testMode: string;
  readonly testModeNote: string;
  readonly bringCash: (point: string) => string;
  readonly toPay: string;
  readonly leftToPay: string;
  readonly amount: string;
  /** What the amount is made of, where the point takes a commission; `times` is how often it does. */
  readonly withCommission: (sum: string, commission: string, times: number) => string;
  readonly noCommission: (point: string) => string;
  readonly unknownCommission: (point: string) => string;
  readonly inParts: (times: number, sums: string) => string;
  readonly inPartsCharged: (times: number, sums: string) => string;
  readonly partLimit: (point: string, most: string) => string;
  readonly tooMuch: (point: string, most: string) => string;
  readonly exchange: (price: string, rate: string, currency: string) => string;
  readonly product: string;
  readonly folio: string;
  readonly point: string;
  readonly hours: string;
  readonly allDay: string;
  readonly payBefore: string;
  readonly wasPayableUntil: string;
  readonly timeLeft: string;
  readonly dataHeading: string;
  readonly stepsHeading: string;
  readonly notesHeading: string;
  readonly orderHeading: string;
  readonly speiIntroduction: string;
  readonly bank: string;
  readonly beneficiary: string;
  readonly testBank: string;
  readonly testBeneficiary: string;
  readonly exactAmount: string;
  readonly coinAmount: string;
  readonly noCoinAmount: string;
  readonly openWallet: string;
  readonly qrOf: (name: string) => string;
  /** What the customer pays to, by the way a point identifies an order. */
  readonly destination: Readonly<Record<'clabe' | PointKind['identifiedBy'], string>>;
  /** Details of a point that a payer may be asked for; others are not shown. */
  readonly details: Readonly<Record<ShownDetail, string>>;
  readonly copy: string;
  readonly copied: string;
  readonly barcodeOf: (name: string) => string;
  readonly showAtTill: string;
  readonly saveHeading: string;
  readonly savePicture: string;
  readonly savePdf: string;
  readonly print: string;
  readonly changePoint: string;
  readonly backToShop: string;
  readonly doubts: (merchant: string, folio: string) => string;
  readonly privacy: string;
  readonly liveNote: string;
  /** For a page that is shown without a connection. */
  readonly offline: (time: string) => string;
  readonly over: string;
  readonly notFound: { readonly title: string; readonly lines: readonly string[] };
  readonly trouble: { readonly title: string; readonly lines: readonly string[] };
};

export const PAY_TEXTS: Readonly<Record<Language, PayTexts>> = {
  es: {
    payTo: 'Pago a',
    otherLanguage: { language: 'en', name: 'English' },
    testMode: 'MODO DE PRUEBA / TEST MODE',
    testModeNote: 'No pagues: esta orden no es real.',
    bringCash: (point) => `Lleva en efectivo a ${point}`,
    toPay: 'Total a pagar',
    leftToPay: 'Te falta pagar',
    amount: 'Monto',
    withCommission: (sum, commission, times) => `${sum} más ${times > 1 ? `${times} × ` : ''}${commission} de comisión`,
    noCommission: (point) => `${point} no cobra comisión.`,
    unknownCommission: (point) => `${point} puede cobrar una comisión adicional.`,
    inParts: (times, sums) => `Paga en ${times} partes: ${sums}.`,
    inPartsCharged: (times, sums) => `Paga en ${times} partes, ya con comisión: ${sums}.`,
    partLimit: (point, most) =>
      `${point} recibe como máximo ${most} por operación. Usa la misma referencia en cada parte; la comisión se cobra en cada una.`,
    tooMuch: (point, most) =>
      `${point} recibe como máximo ${most} por operación y este comercio no acepta pagos en partes. Paga de otra forma.`,
    exchange: (price, rate, currency) => `${price} a ${rate} MXN por ${currency}.`,
    product: 'Concepto',
    folio: 'Folio',
    point: 'Medio de pago',
    hours: 'Horario',
    allDay: 'Las 24 horas',
    payBefore: 'Paga antes del',
    wasPayableUntil: 'Se podía pagar hasta el',
    timeLeft: 'Tiempo restante',
    dataHeading: 'Datos para pagar',
    stepsHeading: 'Pasos',
    notesHeading: 'Ten en cuenta',
    orderHeading: 'Tu orden',
    speiIntroduction: 'Paga con una transferencia SPEI desde la aplicación o la banca en línea de tu banco.',
    bank: 'Banco',
    beneficiary: 'Beneficiario',
    testBank: 'Banco de Pruebas',
    testBeneficiary: 'Cobro Pruebas',
    exactAmount: 'Monto exacto',
    coinAmount: 'Cantidad exacta',
    noCoinAmount: 'No sabemos cuánto es en esta moneda: antes de pagar, pregunta la cantidad exacta a la tienda.',
    openWallet: 'Abrir en mi cartera',
    qrOf: (name) => `Código QR para pagar con ${name}`,
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
    showAtTill: 'Muestra el código de barras en la caja, o di la referencia.',
    saveHeading: 'Guarda o imprime tu ficha',
    savePicture: 'Imagen',
    savePdf: 'PDF',
    print: 'Imprimir',
    changePoint: 'Pagar en otra tienda',
    backToShop: 'Volver a la tienda',
    doubts: (merchant, folio) => `¿Dudas? Habla con ${merchant} y menciona el folio ${folio}.`,
    privacy: 'Comparte esta página solo con quien vaya a pagar.',
    liveNote: 'Esta página se actualiza sola cuando llega tu pago.',
    offline: (time) => `Sin señal: así estaba tu orden a las ${time}.`,
    over: 'El plazo para pagar terminó: ya no pagues esta orden. Conéctate para ver cómo quedó.',
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
    bringCash: (point) => `Bring in cash to ${point}`,
    toPay: 'Total to pay',
    leftToPay: 'Left to pay',
    amount: 'Amount',
    withCommission: (sum, commission, times) => `${sum} plus ${times > 1 ? `${times} × ` : ''}${commission} commission`,
    noCommission: (point) => `${point} charges no commission.`,
    unknownCommission: (point) => `${point} may charge a commission of its own.`,
    inParts: (times, sums) => `Pay in ${times} parts: ${sums}.`,
    inPartsCharged: (times, sums) => `Pay in ${times} parts, commission included: ${sums}.`,
    partLimit: (point, most) =>
      `${point} takes at most ${most} at a time. Use the same reference for each part; the commission is charged each time.`,
    tooMuch: (point, most) =>
      `${point} takes at most ${most} at a time, and this shop takes no payment in parts. Pay in another way.`,
    exchange: (price, rate, currency) => `${price} at ${rate} MXN per ${currency}.`,
    product: 'For',
    folio: 'Folio',
    point: 'Payment method',
    hours: 'Hours',
    allDay: '24 hours',
    payBefore: 'Pay before',
    wasPayableUntil: 'It could be paid until',
    timeLeft: 'Time left',
    dataHeading: 'What you need to pay',
    stepsHeading: 'Steps',
    notesHeading: 'Keep in mind',
    orderHeading: 'Your order',
    speiIntroduction: 'Pay with a SPEI transfer from the app or the online banking of your bank.',
    bank: 'Bank',
    beneficiary: 'Beneficiary',
    testBank: 'Banco de Pruebas',
    testBeneficiary: 'Cobro Pruebas',
    exactAmount: 'Exact amount',
    coinAmount: 'Exact quantity',
    noCoinAmount: 'We do not know how much this is in the coin: ask the shop for the exact quantity before you pay.',
    openWallet: 'Open in my wallet',
    qrOf: (name) => `QR code to pay with ${name}`,
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
    showAtTill: 'Show the barcode at the till, or say the reference.',
    saveHeading: 'Save or print your voucher',
    savePicture: 'Picture',
    savePdf: 'PDF',
    print: 'Print',
    changePoint: 'Pay at another store',
    backToShop: 'Back to the shop',
    doubts: (merchant, folio) => `Questions? Talk to ${merchant} and give the folio ${folio}.`,
    privacy: 'Share this page only with whoever is going to pay.',
    liveNote: 'This page updates by itself when your payment arrives.',
    offline: (time) => `No signal: this is how your order was at ${time}.`,
    over: 'The time to pay is over: do not pay this order any more. Connect to see what became of it.',
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
