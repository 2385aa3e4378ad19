// The texts of the customer page (D59).
import { type Both, inBoth } from '../../domain/base/in-both.js';
import type { Language } from '../../domain/base/language.js';
import type { Status } from '../../domain/orders/order.js';
import type { PointKind } from '../../domain/points/kind.js';
import type { TransferStatus } from '../../domain/transfers/transfer.js';

/** About the order, and how to pay it. */
export const PAY_TEXTS = inBoth({
  payTo: { es: 'Pago a', en: 'Payment to' },
  testMode: { es: 'MODO DE PRUEBA', en: 'TEST MODE' },
  testModeNote: { es: 'No pagues: esta orden no es real.', en: 'Do not pay: this order is not real.' },
  testMoneyNote: { es: 'Aquí no hay dinero real.', en: 'There is no real money here.' },
  bringCash: (point: string) => ({ es: `Lleva en efectivo a ${point}`, en: `Cash to take to ${point}` }),
  sendCoins: { es: 'Envía exactamente', en: 'Send exactly' },
  toPay: { es: 'Total a pagar', en: 'Total to pay' },
  toTransfer: { es: 'Transfiere por SPEI', en: 'To transfer by SPEI' },
  depositAt: (bank: string) => ({ es: `Deposita en ${bank}`, en: `To deposit at ${bank}` }),
  bringRest: (point: string) => ({ es: `Lleva a ${point} lo que falta`, en: `Rest to take to ${point}` }),
  leftToPay: { es: 'Te falta pagar', en: 'Left to pay' },
  /** Of an order of which a part came: whoever saved a voucher before has another sum. */
  changed: (sum: string) => ({
    es: `Mismos datos, nuevo monto: paga ${sum} y ya no uses la ficha anterior.`,
    en: `Same data, new amount: pay ${sum}, and no longer use the earlier voucher.`,
  }),
  amount: { es: 'Monto', en: 'Amount' },
  orderWasOf: (sum: string) => ({ es: `de los ${sum} de tu orden`, en: `of the ${sum} of your order` }),
  tooMuch: (point: string, most: string) => ({
    es: `${point} recibe como máximo ${most} por operación y este comercio no acepta pagos en partes. Paga de otra forma.`,
    en: `${point} takes at most ${most} at a time, and this shop takes no payment in parts. Pay in another way.`,
  }),
  way: {
    commission: (made: string) => ({ es: `+ ${made} de comisión`, en: `+ ${made} fee` }),
    inParts: (times: number) => ({ es: `en ${times} partes`, en: `in ${times} parts` }),
    noCommission: { es: 'Sin comisión', en: 'No fee' },
    networkFee: { es: 'Más la comisión de la red', en: 'Plus the network fee' },
  },
  /** The rows of what is left of an order, and of its parts. */
  receipt: {
    order: { es: 'Tu orden', en: 'Your order' },
    received: { es: 'Ya recibimos', en: 'Received' },
    coming: { es: 'En camino', en: 'On its way' },
    missing: { es: 'Falta', en: 'Left' },
    depositTo: {
      card: { es: 'Depósito a la tarjeta', en: 'Deposit to the card' },
      reference: { es: 'Depósito a la cuenta', en: 'Deposit to the account' },
    },
    commission: (point: string) => ({ es: `Comisión de ${point}`, en: `${point} fee` }),
    part: (first: number, last: number) => ({
      es: first === last ? `Pago ${first}` : `Pagos ${first} a ${last}, cada uno`,
      en: first === last ? `Payment ${first}` : `Payments ${first} to ${last}, each`,
    }),
    total: { es: 'Total', en: 'Total' },
  },
  exchange: (price: string, rate: string, currency: string) => ({
    es: `Equivale a ${price} (1 ${currency} = $${rate} MXN)`,
    en: `Equals ${price} (1 ${currency} = $${rate} MXN)`,
  }),
  product: { es: 'Compra', en: 'Purchase' },
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
  /** The time until the first of the deadlines. */
  timeLeft: {
    anywhere: { es: 'Tiempo restante:', en: 'Time left:' },
    branch: { es: 'Tiempo restante en sucursal:', en: 'Time left at a branch:' },
  },
  dataHeading: { es: 'Datos para pagar', en: 'What you need to pay' },
  stepsHeading: { es: 'Pasos', en: 'Steps' },
  exactAmount: { es: 'Monto exacto', en: 'Exact amount' },
  destinationTag: {
    es: 'Etiqueta de destino (sin ella el pago no llega a tu orden)',
    en: 'Destination tag (without it the payment does not reach your order)',
  },
  bank: { es: 'Banco', en: 'Bank' },
  network: { es: 'Red', en: 'Network' },
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
  /** Of a price that always holds. */
  lasting: (coin: string) => ({
    es: `Esta cantidad de ${coin} vale hasta que termine tu plazo.`,
    en: `This quantity of ${coin} holds until your time is over.`,
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
  enlargeNumber: { es: 'Ampliar número', en: 'Enlarge number' },
  turn: {
    es: 'Muestra el teléfono de lado y sube el brillo.',
    en: 'Hold the phone sideways and raise the brightness.',
  },
  enlargeCode: { es: 'Ampliar código', en: 'Enlarge code' },
  close: { es: 'Cerrar', en: 'Close' },
  savePicture: { es: 'Guardar imagen', en: 'Save picture' },
  savePdf: { es: 'PDF', en: 'PDF' },
  print: { es: 'Imprimir', en: 'Print' },
  share: { es: 'Compartir', en: 'Share' },
  changePoint: { es: 'Pagar en otra tienda', en: 'Pay at another store' },
  newOrder: { es: 'Hacer una orden nueva', en: 'Make a new order' },
  toShop: { es: 'Ir a la tienda', en: 'Go to the shop' },
  backToShop: { es: 'Volver a la tienda', en: 'Back to the shop' },
  /** Of what is on paper, which grows old. */
  issued: (time: string) => ({ es: `Ficha del ${time}`, en: `Voucher of ${time}` }),
  doubts: (merchant: string, folio: string | null) => ({
    es: `¿Dudas? Habla con ${merchant}${folio === null ? '' : ` y menciona el folio ${folio}`}.`,
    en: `Questions? Talk to ${merchant}${folio === null ? '' : ` and give the folio ${folio}`}.`,
  }),
  liveNote: {
    es: 'Esta página te lo dirá: puedes cerrarla y volver con la misma liga.',
    en: 'This page will say so: you may close it and come back by the same link.',
  },
  /** For a page that is shown without a connection. */
  offline: (time: string) => ({
    es: `Sin señal: así estaba tu orden el ${time}`, // which ends with a full stop: "9:10 p.m."
    en: `No signal: this is how your order was on ${time}.`,
  }),
  over: {
    es: 'El plazo para pagar terminó: ya no pagues esta orden. Conéctate para ver cómo quedó.',
    en: 'The time to pay is over: do not pay this order. Connect to see what became of it.',
  },
  notFound: {
    title: { es: 'No encontramos esta orden', en: 'We cannot find this order' },
    lines: [
      {
        es: 'Revisa que la liga esté completa, como la recibiste. Si sigue sin aparecer, pídela de nuevo al negocio que te la mandó.',
        en: 'Check that the link is complete, as it came. If it still does not show, ask for it again from the shop that sent it to you.',
      },
      {
        es: 'Si ya pagaste, tu dinero no se pierde: guarda tu comprobante y muéstraselo al negocio.',
        en: 'If you have paid, your money is not lost: keep your receipt and show it to the shop.',
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
    refunded: { es: 'Devuelto', en: 'Refunded' },
    refunded_in_part: { es: 'Devuelto en parte', en: 'Partly refunded' },
    needs_account: { es: 'Falta tu CLABE', en: 'Your CLABE is missing' },
    needs_address: { es: 'Falta tu dirección', en: 'Your address is missing' },
    refund_in_preparation: { es: 'Devolución en preparación', en: 'Refund being prepared' },
    expired: { es: 'Vencida', en: 'Expired' },
    canceled: { es: 'Cancelada', en: 'Canceled' },
  } satisfies Record<Status | 'part_paid' | 'refunded' | 'refunded_in_part', Both> & Record<string, Both>,
  /** Coins that were seen and are not final yet. */
  seen: (coins: string, confirmations: number, needed: number) => ({
    es: `Vimos ${coins}: ${confirmations} de ${needed} ${needed === 1 ? 'confirmación' : 'confirmaciones'} de la red.`,
    en: `We have seen ${coins}: ${confirmations} of ${needed} ${needed === 1 ? 'confirmation' : 'confirmations'} of the network.`,
  }),
  covered: {
    es: 'No pagues otra vez: en cuanto la red lo confirme, esta página lo dirá.',
    en: 'Do not pay again: as soon as the network confirms it, this page says so.',
  },
  paid: {
    es: 'Recibimos tu pago y ya no tienes que hacer nada.',
    en: 'Your payment has arrived and there is nothing more to do.',
  },
  overpaid: (received: string, due: string) => ({
    es: `Recibimos ${received}; tu orden era de ${due}.`,
    en: `We have received ${received}; your order was ${due}.`,
  }),
  held: (sum: string, merchant: string) => ({
    es: `Tus ${sum} están a salvo: ${merchant} te los devolverá o acordará contigo qué hacer.`,
    en: `Your ${sum} are safe: ${merchant} will refund them or contact you about them.`,
  }),
  refundedWhole: { es: 'El total de tu orden', en: 'The whole of your order' },
  refunded: (paid: string) => ({
    es: `Una parte de los ${paid} que pagaste`,
    en: `A part of the ${paid} that you paid`,
  }),
  feeStays: (point: string, fee: string) => ({
    es: `La comisión de ${point} (${fee}) no se devuelve.`,
    en: `The fee of ${point} (${fee}) is not refunded.`,
  }),
  /** The link is the customer's alone, and goes to the address on the order (D85). */
  askedFor: (what: string, mail: string) => [
    {
      es: `Para mandarte tu dinero necesitamos tu ${what}: abre el correo que te enviamos a ${mail}.`,
      en: `To send your money we need your ${what}: open the e-mail that we sent to ${mail}.`,
    },
    { es: 'Si no lo ves, mira en el correo no deseado.', en: 'If you do not see it, look in your spam folder.' },
  ],
  noAccount: (merchant: string) => ({
    es: `¿No tienes cuenta de banco? Las tarjetas de débito y las cuentas digitales también tienen CLABE. Si no tienes ninguna, habla con ${merchant}.`,
    en: `No bank account? Debit cards and digital accounts have a CLABE, too. If you have none, talk to ${merchant}.`,
  }),
  sendLink: { es: 'No me llegó: reenviar correo', en: 'It did not arrive: send the e-mail again' },
  ended: (time: string) => ({
    es: `El plazo para pagar terminó el ${time}: ya no pagues esta orden.`,
    en: `The time to pay ended on ${time}: do not pay this order.`,
  }),
  expired: (merchant: string) => [
    {
      es: `¿Ya pagaste, a tiempo o tarde? Tu dinero no se pierde: aparecerá aquí, y si llegó tarde, ${merchant} te lo devolverá o acordará contigo qué hacer.`,
      en: `Already paid, on time or late? Your money is not lost: it will show here, and if it came late, ${merchant} will refund it or contact you about it.`,
    },
    {
      es: `Si aún quieres comprar, pide una orden nueva a ${merchant}.`,
      en: `If you still want to buy, ask ${merchant} for a new order.`,
    },
  ],
  canceled: (merchant: string) => [
    { es: 'Esta orden se canceló: no la pagues.', en: 'This order was canceled: do not pay it.' },
    {
      es: `¿Ya la habías pagado? Tu dinero no se pierde: aparecerá aquí, y ${merchant} te lo devolverá o acordará contigo qué hacer.`,
      en: `Already paid? Your money is not lost: it will show here, and ${merchant} will refund it or contact you about it.`,
    },
  ],
  doNotPay: { es: 'No pagues esta orden otra vez.', en: 'Do not pay this order again.' },
  keptLabel: { es: 'Recibimos', en: 'We have received' },
  kept: (merchant: string) => ({
    es: `Tu dinero está a salvo: ${merchant} te lo devolverá o acordará contigo qué hacer.`,
    en: `Your money is safe: ${merchant} will refund it or contact you about it.`,
  }),
  paidOn: { es: 'Fecha de pago', en: 'Paid on' },
  refundLabel: { es: 'Devolución', en: 'Refund' },
  paymentHeading: { es: 'Tu pago', en: 'Your payment' },
  /** Of an order of which a part is left to pay. */
  partsHeading: { es: 'Lo que ya recibimos', en: 'What we have received' },
  paymentsHeading: { es: 'Pagos recibidos', en: 'Payments received' },
  returnHeading: { es: 'Tu devolución', en: 'Your refund' },
  returnsHeading: { es: 'Devoluciones', en: 'Refunds' },
  trackingKey: { es: 'Clave de rastreo', en: 'Tracking key' },
  /** What a payment, or a part of it, became if it does not count towards the order. */
  payment: {
    held: { es: 'por acordar con el negocio', en: 'to be agreed with the shop' },
    surplus: { es: 'de más', en: 'too much' },
    returned: { es: 'se devuelve', en: 'is sent back' },
  },
  transfer: {
    to_fund: { es: 'En preparación por el negocio.', en: 'Being prepared by the shop.' },
    needs_destination: { es: 'Falta tu CLABE.', en: 'Your CLABE is missing.' },
    to_send: {
      es: 'Puede tardar unos días; aquí verás cuándo sale.',
      en: 'It may take a few days; this page will show when it is sent.',
    },
    sent: { es: 'Enviada por SPEI a tu cuenta.', en: 'Sent to your account by SPEI.' },
    confirmed: { es: 'Enviada por SPEI y confirmada por el banco.', en: 'Sent by SPEI and confirmed by the bank.' },
    bounced: {
      es: 'El banco no la aceptó. Habla con el negocio para acordar otra cuenta.',
      en: 'The bank did not accept it. Talk to the shop about another account.',
    },
  } satisfies Record<TransferStatus, Both>,
  /** The same of coins, where the words differ. */
  coinTransfer: {
    needs_destination: { es: 'Falta tu dirección.', en: 'Your address is missing.' },
    sent: { es: 'Enviada a tu dirección.', en: 'Sent to your address.' },
    confirmed: {
      es: 'Enviada a tu dirección y confirmada por la red.',
      en: 'Sent to your address and confirmed by the network.',
    },
    bounced: {
      es: 'No se pudo enviar. Habla con el negocio para acordar otra dirección.',
      en: 'It could not be sent. Talk to the shop about another address.',
    },
  } satisfies Partial<Record<TransferStatus, Both>>,
  transaction: { es: 'Transacción', en: 'Transaction' },
  goesTo: { es: 'Destino', en: 'Destination' },
  /** Without its number: anyone with the link sees the page. */
  account: (bank: string) => ({
    payer: { es: `${bank}, la cuenta desde la que pagaste`, en: `${bank}, the account that you paid from` },
    named: { es: `${bank}, la cuenta que nos diste`, en: `${bank}, the account that you gave us` },
  }),
  canChange: {
    es: 'Con la liga de tu correo puedes ver a qué cuenta va, y cambiarla.',
    en: 'With the link in your e-mail you can see which account it goes to, and change it.',
  },
  transferOn: {
    sent: { es: 'Enviada el', en: 'Sent on' },
    confirmed: { es: 'Confirmada el', en: 'Confirmed on' },
  },
  printReceipt: { es: 'Imprimir o guardar', en: 'Print or save' },
});

export type MoneyTexts = (typeof MONEY_TEXTS)[Language];
