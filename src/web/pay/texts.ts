// The texts of the customer page (D59).
import { type Both, inBoth } from '../../domain/base/in-both.js';
import type { Language } from '../../domain/base/language.js';
import type { Status } from '../../domain/orders/order.js';
import type { PointKind } from '../../domain/points/kind.js';
import type { TransferStatus } from '../../domain/transfers/transfer.js';

/** About the order, and how to pay it. */
export const PAY_TEXTS = inBoth({
  payTo: { es: 'Pago a', en: 'Payment to' },
  testMode: { es: 'MODO DE PRUEBA / TEST MODE', en: 'TEST MODE / MODO DE PRUEBA' },
  testModeNote: { es: 'No pagues: esta orden no es real.', en: 'Do not pay: this order is not real.' },
  bringCash: (point: string) => ({ es: `Lleva en efectivo a ${point}`, en: `Bring in cash to ${point}` }),
  sendCoins: { es: 'Envía exactamente', en: 'Send exactly' },
  toPay: { es: 'Total a pagar', en: 'Total to pay' },
  leftToPay: { es: 'Te falta pagar', en: 'Left to pay' },
  deposit: (sum: string) => ({ es: `Deposita ${sum}.`, en: `Deposit ${sum}.` }),
  amount: { es: 'Monto', en: 'Amount' },
  orderWasOf: (sum: string) => ({ es: `Tu orden era de ${sum}.`, en: `Your order was of ${sum}.` }),
  tooMuch: (point: string, most: string) => ({
    es: `${point} recibe como máximo ${most} por operación y este comercio no acepta pagos en partes. Paga de otra forma.`,
    en: `${point} takes at most ${most} at a time, and this shop takes no payment in parts. Pay in another way.`,
  }),
  way: {
    commission: (made: string) => ({ es: `+ ${made} de comisión`, en: `+ ${made} fee` }),
    inParts: (times: number) => ({ es: `en ${times} partes`, en: `in ${times} parts` }),
    noCommission: { es: 'Sin comisión', en: 'No fee' },
    networkFee: { es: 'Más la comisión de la red', en: 'Plus the fee of the network' },
  },
  /** The rows of what is left of an order, and of its parts. */
  receipt: {
    order: { es: 'Tu orden', en: 'Your order' },
    received: { es: 'Ya recibimos', en: 'Received' },
    coming: { es: 'En camino', en: 'On its way' },
    commission: (point: string, times: number, each: string) => ({
      es: times > 1 ? `Comisión de ${point}, ${times} × ${each}` : `Comisión de ${point}`,
      en: times > 1 ? `Fee of ${point}, ${times} × ${each}` : `Fee of ${point}`,
    }),
    part: (first: number, last: number) => ({
      es: first === last ? `Pago ${first} en caja` : `Pagos ${first} a ${last} en caja, cada uno`,
      en: first === last ? `Payment ${first} at the till` : `Payments ${first} to ${last} at the till, each`,
    }),
  },
  exchange: (price: string, rate: string, currency: string) => ({
    es: `${price} a ${rate} MXN por ${currency}.`,
    en: `${price} at ${rate} MXN per ${currency}.`,
  }),
  product: { es: 'Compra', en: 'For' },
  payee: (company: string, shop: string, where: string) => ({
    es: `${company} cobra por ${shop}: es el nombre que verás en ${where}.`,
    en: `${company} collects for ${shop}: it is the name on ${where}.`,
  }),
  onBank: { es: 'tu banco', en: 'your bank’s screen' },
  onTicket: { es: 'tu comprobante', en: 'your receipt' },
  folio: { es: 'Folio', en: 'Folio' },
  point: { es: 'Medio de pago', en: 'Payment method' },
  open: (hours: string) => ({ es: `Abierto de ${hours}`, en: `Open ${hours}` }),
  /** Online banking has no hours. */
  branchHours: (hours: string) => ({
    es: `Sucursales abiertas de lunes a viernes, ${hours}`,
    en: `Branches open Monday to Friday, ${hours}`,
  }),
  allDay: { es: 'Las 24 horas', en: '24 hours' },
  openAllDay: { es: 'Abierto las 24 horas', en: 'Open 24 hours' },
  openFrom: (opens: string, closes: string) => ({ es: `${opens} a ${closes}`, en: `${opens} to ${closes}` }),
  /** Of an order that ends before the store opens again. */
  shut: (point: string) => ({
    es: `${point} suele estar cerrado hasta que termina tu plazo.`,
    en: `${point} is usually closed until your time is over.`,
  }),
  wasPayableUntil: { es: 'Se podía pagar hasta el', en: 'It could be paid until' },
  timeLeft: { es: 'Tiempo restante:', en: 'Time left:' },
  dataHeading: { es: 'Datos para pagar', en: 'What you need to pay' },
  stepsHeading: { es: 'Pasos', en: 'Steps' },
  notesHeading: { es: 'Ten en cuenta', en: 'Keep in mind' },
  orderHeading: { es: 'Tu orden', en: 'Your order' },
  speiIntroduction: {
    es: 'Paga con una transferencia SPEI desde la aplicación o la banca en línea de tu banco. Suele llegar en minutos.',
    en: 'Pay with a SPEI transfer from the app or the online banking of your bank. It usually arrives within minutes.',
  },
  exactAmount: { es: 'Monto exacto', en: 'Exact amount' },
  exactDeposit: { es: 'Depósito exacto', en: 'Exact deposit' },
  destinationTag: {
    es: 'Etiqueta de destino (sin ella el pago no llega a tu orden)',
    en: 'Destination tag (without it the payment does not reach your order)',
  },
  coinAmount: { es: 'Cantidad exacta', en: 'Exact quantity' },
  noCoinAmount: {
    es: 'Por ahora no sabemos cuánto es en esta moneda: vuelve a abrir esta página en unos minutos, antes de pagar.',
    en: 'At the moment we do not know how much this is in the coin: open this page again in some minutes, before you pay.',
  },
  /** Before the time that is left. */
  lock: (coin: string, time: string) => ({
    es: `Esta cantidad de ${coin} vale hasta las ${time}`,
    en: `This quantity of ${coin} holds until ${time}`,
  }),
  lockOnPaper: (lock: string) => ({
    es: `${lock} Después abre tu orden de nuevo: ahí está la nueva.`, // the time ends with a full stop: "9:10 p.m."
    en: `${lock}. After that open your order again: it shows the new one.`,
  }),
  lockOver: {
    es: 'Esa cantidad ya no vale. No pagues todavía: en un momento verás la nueva, en la misma dirección.',
    en: 'That quantity no longer holds. Do not pay yet: in a moment you see the new one, at the same address.',
  },
  openWallet: { es: 'Abrir en mi cartera', en: 'Open in my wallet' },
  qrOf: (name: string) => ({ es: `Código QR para pagar con ${name}`, en: `QR code to pay with ${name}` }),
  /** What the customer pays to, by the way a point identifies an order. */
  destination: {
    clabe: { es: 'CLABE', en: 'CLABE' },
    reference: { es: 'Referencia', en: 'Reference' },
    card: { es: 'Número de tarjeta', en: 'Card number' },
    address: { es: 'Dirección', en: 'Address' },
  } satisfies Record<'clabe' | PointKind['identifiedBy'], Both>,
  copy: { es: 'Copiar', en: 'Copy' },
  copied: { es: 'Copiado', en: 'Copied' },
  barcodeOf: (name: string) => ({ es: `Código de barras: ${name}`, en: `Barcode: ${name}` }),
  enlarge: { es: 'Ampliar', en: 'Enlarge' },
  enlargeCode: { es: 'Ampliar código', en: 'Enlarge code' },
  close: { es: 'Cerrar', en: 'Close' },
  saveHeading: { es: 'Guarda o imprime tu ficha', en: 'Save or print your voucher' },
  savePicture: { es: 'Imagen', en: 'Picture' },
  savePdf: { es: 'PDF', en: 'PDF' },
  print: { es: 'Imprimir', en: 'Print' },
  share: { es: 'Compartir', en: 'Share' },
  changePoint: { es: 'Pagar en otra tienda', en: 'Pay at another store' },
  newOrder: { es: 'Hacer una orden nueva', en: 'Make a new order' },
  toShop: { es: 'Ir a la tienda', en: 'Go to the shop' },
  backToShop: { es: 'Volver a la tienda', en: 'Back to the shop' },
  doubts: (merchant: string, folio: string) => ({
    es: `¿Dudas? Habla con ${merchant} y menciona el folio ${folio}.`,
    en: `Questions? Talk to ${merchant} and give the folio ${folio}.`,
  }),
  privacy: {
    es: 'Comparte esta página solo con quien vaya a pagar.',
    en: 'Share this page only with whoever is going to pay.',
  },
  liveNote: {
    es: 'Esta página se actualiza sola cuando llega tu pago.',
    en: 'This page updates by itself when your payment arrives.',
  },
  /** For a page that is shown without a connection. */
  offline: (time: string) => ({
    es: `Sin señal: así estaba tu orden a las ${time}`, // which ends with a full stop: "9:10 p.m."
    en: `No signal: this is how your order was at ${time}.`,
  }),
  over: {
    es: 'El plazo para pagar terminó: ya no pagues esta orden. Conéctate para ver cómo quedó.',
    en: 'The time to pay is over: do not pay this order any more. Connect to see what became of it.',
  },
  notFound: {
    title: { es: 'No encontramos esta orden', en: 'We cannot find this order' },
    lines: [
      {
        es: 'Revisa que la dirección esté completa, tal como la recibiste.',
        en: 'Check that the address is complete, just as you received it.',
      },
      {
        es: 'Si sigue sin aparecer, pide la liga de nuevo a la tienda.',
        en: 'If it still does not show, ask the shop for the link again.',
      },
    ],
  },
  trouble: {
    title: { es: 'No podemos mostrar tu orden en este momento', en: 'We cannot show your order right now' },
    lines: [
      { es: 'Tu orden sigue como estaba.', en: 'Your order is as it was.' },
      { es: 'Espera un momento y vuelve a cargar la página.', en: 'Wait a moment and load the page again.' },
    ],
  },
});

export type PayTexts = (typeof PAY_TEXTS)[Language];

/** About money: what has arrived, what became of it, and what goes back (D75). */
export const MONEY_TEXTS = inBoth({
  status: {
    pending: { es: 'Pendiente de pago', en: 'Waiting for payment' },
    on_its_way: { es: 'Pago en camino', en: 'Payment on its way' },
    part_paid: { es: 'Pagado en parte', en: 'Partly paid' },
    paid: { es: 'Pagado', en: 'Paid' },
    overpaid: { es: 'Pagado de más', en: 'Paid too much' },
    refunded: { es: 'Devuelto', en: 'Refunded' },
    refunded_in_part: { es: 'Devuelto en parte', en: 'Partly refunded' },
    needs_account: { es: 'Falta tu CLABE', en: 'Your CLABE is missing' },
    needs_address: { es: 'Falta tu dirección', en: 'Your address is missing' },
    refund_in_preparation: { es: 'Devolución en preparación', en: 'Refund being prepared' },
    expired: { es: 'Vencido', en: 'Expired' },
    canceled: { es: 'Cancelado', en: 'Canceled' },
  } satisfies Record<Status | 'part_paid' | 'overpaid' | 'refunded' | 'refunded_in_part', Both> & Record<string, Both>,
  /** Coins that were seen and are not final yet. */
  seen: (coins: string, confirmations: number, needed: number) => ({
    es: `Vimos ${coins}: ${confirmations} de ${needed} ${needed === 1 ? 'confirmación' : 'confirmaciones'} de la red.`,
    en: `We have seen ${coins}: ${confirmations} of ${needed} ${needed === 1 ? 'confirmation' : 'confirmations'} of the network.`,
  }),
  covered: {
    es: 'No pagues otra vez: en cuanto la red lo confirme, esta página lo dirá.',
    en: 'Do not pay again: as soon as the network confirms it, this page says so.',
  },
  paid: (merchant: string) => [
    {
      es: 'Recibimos tu pago y ya no tienes que hacer nada.',
      en: 'Your payment has arrived and there is nothing more to do.',
    },
    { es: `${merchant} se encarga de lo que sigue.`, en: `${merchant} takes it from here.` },
  ],
  overpaid: (received: string, extra: string) => ({
    es: `Recibimos ${received}: son ${extra} de más.`,
    en: `We have received ${received}: ${extra} too much.`,
  }),
  held: (sum: string, merchant: string) => ({
    es: `${sum} están en revisión: ${merchant} te los devolverá o acordará contigo qué hacer. Lo verás aquí.`,
    en: `${sum} are under review: ${merchant} will send them back to you or agree with you what to do. It shows here.`,
  }),
  refundedWhole: (sum: string, merchant: string) => ({
    es: `${merchant} te devuelve todo: ${sum}.`,
    en: `${merchant} gives you back all of it: ${sum}.`,
  }),
  refunded: (sum: string, paid: string, merchant: string) => ({
    es: `${merchant} te devuelve ${sum} de los ${paid} que pagaste.`,
    en: `${merchant} gives you back ${sum} of the ${paid} that you paid.`,
  }),
  /** The link is the customer's alone, and goes to the address on the order (D85). */
  askedFor: {
    clabe: (merchant: string) => ({
      es: `Busca en tu correo el mensaje con la liga para escribir tu CLABE. ¿No llegó? Pídele a ${merchant} que te lo mande otra vez.`,
      en: `Look in your e-mail for the message with the link where you type your CLABE. It did not come? Ask ${merchant} to send it again.`,
    }),
    address: (merchant: string) => ({
      es: `Busca en tu correo el mensaje con la liga para escribir tu dirección. ¿No llegó? Pídele a ${merchant} que te lo mande otra vez.`,
      en: `Look in your e-mail for the message with the link where you type your address. It did not come? Ask ${merchant} to send it again.`,
    }),
  },
  expired: (merchant: string) => [
    {
      es: 'El plazo para pagar terminó: ya no pagues esta orden.',
      en: 'The time to pay is over: do not pay this order any more.',
    },
    {
      es: 'Si pagaste a tiempo, tu pago aparecerá aquí en cuanto nos avisen.',
      en: 'If you paid in time, your payment shows here as soon as we are told.',
    },
    {
      es: `Si aún lo necesitas, pide una orden nueva a ${merchant}.`,
      en: `If you still need it, ask ${merchant} for a new order.`,
    },
  ],
  canceled: [
    { es: 'Esta orden se canceló: no la pagues.', en: 'This order was canceled: do not pay it.' },
    {
      es: '¿Ya la habías pagado? Tu dinero no se pierde: aparecerá aquí.',
      en: 'Had you paid it already? Your money is not lost: it will show here.',
    },
  ],
  doNotPay: {
    expired: {
      es: 'El plazo para pagar terminó: ya no pagues esta orden.',
      en: 'The time to pay is over: do not pay this order any more.',
    },
    canceled: { es: 'Esta orden se canceló: no pagues otra vez.', en: 'This order was canceled: do not pay again.' },
  },
  keptLabel: { es: 'Recibimos', en: 'We have received' },
  kept: (sum: string, merchant: string) => [
    {
      es: `Tu dinero no se perdió: recibimos ${sum} para esta orden.`,
      en: `Your money is not lost: we have received ${sum} for this order.`,
    },
    {
      es: `${merchant} te lo devolverá o acordará contigo qué hacer. Lo verás aquí.`,
      en: `${merchant} will send it back to you or agree with you what to do. It shows here.`,
    },
  ],
  paidOn: { es: 'Fecha de pago', en: 'Paid on' },
  refundLabel: { es: 'Devolución', en: 'Refund' },
  paymentsHeading: { es: 'Pagos recibidos', en: 'Payments received' },
  returnsHeading: { es: 'Devoluciones', en: 'Refunds' },
  trackingKey: { es: 'Clave de rastreo', en: 'Tracking key' },
  /** What a payment, or a part of it, became if it does not count towards the order. */
  payment: {
    held: { es: 'en revisión', en: 'under review' },
    surplus: { es: 'de más', en: 'too much' },
    returned: { es: 'se devuelve', en: 'is sent back' },
  },
  transfer: {
    to_fund: { es: 'En preparación por la tienda.', en: 'Being prepared by the shop.' },
    needs_destination: {
      es: 'Falta saber a qué cuenta.',
      en: 'We do not know which account yet.',
    },
    to_send: { es: 'En preparación. Puede tardar unos días.', en: 'Being prepared. It may take a few days.' },
    sent: { es: 'Enviada por SPEI a tu cuenta.', en: 'Sent to your account by SPEI.' },
    confirmed: { es: 'Enviada por SPEI y confirmada por el banco.', en: 'Sent by SPEI and confirmed by the bank.' },
    bounced: {
      es: 'El banco no la aceptó. Habla con la tienda para acordar otra cuenta.',
      en: 'The bank did not accept it. Talk to the shop about another account.',
    },
  } satisfies Record<TransferStatus, Both>,
  /** The same of coins, where the words differ. */
  coinTransfer: {
    needs_destination: {
      es: 'Falta saber a qué dirección.',
      en: 'We do not know which address yet.',
    },
    sent: { es: 'Enviada a tu dirección.', en: 'Sent to your address.' },
    confirmed: {
      es: 'Enviada a tu dirección y confirmada por la red.',
      en: 'Sent to your address and confirmed by the network.',
    },
    bounced: {
      es: 'No se pudo enviar. Habla con la tienda para acordar otra dirección.',
      en: 'It could not be sent. Talk to the shop about another address.',
    },
  } satisfies Partial<Record<TransferStatus, Both>>,
  transaction: { es: 'Transacción', en: 'Transaction' },
  transferOn: {
    sent: { es: 'Enviada el', en: 'Sent on' },
    confirmed: { es: 'Confirmada el', en: 'Confirmed on' },
  },
  requestedOn: { es: 'Autorizada el', en: 'Authorized on' },
  printReceipt: { es: 'Imprimir o guardar', en: 'Print or save' },
});

export type MoneyTexts = (typeof MONEY_TEXTS)[Language];
