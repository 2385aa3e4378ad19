// The texts of the pages about orders: the list, one order, and the form for a new one.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { Language } from '../../../domain/base/language.js';
import type { Scenario } from '../../../domain/money/scenario.js';
import type { TransferReason, TransferStatus } from '../../../domain/transfers/transfer.js';

/** Of the list of orders. */
export const ORDERS_TEXTS = inBoth({
  title: { es: 'Órdenes', en: 'Orders' },
  newOrder: { es: 'Nueva orden', en: 'New order' },
  tabsLabel: { es: 'Estado de las órdenes', en: 'State of the orders' },
  tabs: {
    all: { es: 'Todas', en: 'All' },
    waiting: { es: 'Por pagar', en: 'Waiting' },
    part_paid: { es: 'Pago parcial', en: 'Part paid' },
    paid: { es: 'Pagadas', en: 'Paid' },
    to_review: { es: 'Por revisar', en: 'To review' },
    refunded: { es: 'Reembolsadas', en: 'Refunded' },
    expired: { es: 'Vencidas', en: 'Expired' },
    canceled: { es: 'Canceladas', en: 'Canceled' },
  },
  /** How one order stands. */
  standings: {
    waiting: { es: 'Por pagar', en: 'Waiting' },
    part_paid: { es: 'Pago parcial', en: 'Part paid' },
    paid: { es: 'Pagada', en: 'Paid' },
    refunded: { es: 'Reembolsada', en: 'Refunded' },
    expired: { es: 'Vencida', en: 'Expired' },
    canceled: { es: 'Cancelada', en: 'Canceled' },
  },
  partRefunded: { es: 'Reembolso parcial', en: 'Part refunded' },
  toReview: { es: 'Por revisar', en: 'To review' },
  filters: {
    title: { es: 'Filtros', en: 'Filters' },
    search: { es: 'Buscar', en: 'Search' },
    searchHint: {
      es: 'Folio, id, tu número, nombre, correo, teléfono, CLABE, referencia, clave de rastreo o monto',
      en: 'Folio, id, your number, name, e-mail, telephone, CLABE, reference, tracking key or amount',
    },
    method: { es: 'Forma de pago', en: 'Paid by' },
    point: { es: 'Punto de pago', en: 'Payment point' },
    anyPoint: { es: 'Todos', en: 'Any' },
    min: { es: 'Monto mínimo', en: 'Least amount' },
    max: { es: 'Monto máximo', en: 'Greatest amount' },
  },
  columns: {
    folio: { es: 'Orden', en: 'Order' },
    customer: { es: 'Cliente', en: 'Customer' },
    method: { es: 'Forma de pago', en: 'Paid by' },
    created: { es: 'Creada', en: 'Created' },
    state: { es: 'Estado', en: 'State' },
    amount: { es: 'Monto', en: 'Amount' },
  },
  none: {
    title: { es: 'Todavía no hay órdenes', en: 'There are no orders yet' },
    text: {
      es: 'Crea la primera aquí, con la API o con una liga de pago.',
      en: 'Make the first one here, with the API or with a payment link.',
    },
    unmatched: { es: 'Ninguna orden coincide', en: 'No order matches' },
    unmatchedText: {
      es: 'Prueba con otra parte del folio, del nombre o del correo.',
      en: 'Try another part of the folio, the name or the e-mail.',
    },
    tab: { es: 'No hay órdenes en este estado', en: 'No order is in this state' },
  },
  cut: {
    es: 'Hay más resultados de los que se muestran: escribe algo más o elige fechas.',
    en: 'There are more results than these: write some more, or choose dates.',
  },
  csv: {
    id: { es: 'id', en: 'id' },
    folio: { es: 'folio', en: 'folio' },
    ownNumber: { es: 'numero_propio', en: 'own_number' },
    product: { es: 'producto', en: 'product' },
    state: { es: 'estado', en: 'state' },
    amount: { es: 'monto_mxn', en: 'amount_mxn' },
    received: { es: 'recibido_mxn', en: 'received_mxn' },
    refunded: { es: 'reembolsado_mxn', en: 'refunded_mxn' },
    fee: { es: 'comision_mxn', en: 'fee_mxn' },
    iva: { es: 'iva_mxn', en: 'iva_mxn' },
    net: { es: 'neto_mxn', en: 'net_mxn' },
    price: { es: 'precio', en: 'price' },
    currency: { es: 'moneda', en: 'currency' },
    method: { es: 'forma_de_pago', en: 'method' },
    point: { es: 'punto_de_pago', en: 'point' },
    payTo: { es: 'pagar_a', en: 'pay_to' },
    customer: { es: 'cliente', en: 'customer' },
    email: { es: 'correo', en: 'email' },
    phone: { es: 'telefono', en: 'phone' },
    created: { es: 'creada', en: 'created' },
    paid: { es: 'pagada', en: 'paid' },
    expires: { es: 'vence', en: 'expires' },
  },
});

export type OrdersTexts = (typeof ORDERS_TEXTS)[Language];

/** Of the page of one order, and of the pages that change it. */
export const ORDER_TEXTS = inBoth({
  refund: { es: 'Reembolsar', en: 'Refund' },
  cancel: { es: 'Cancelar la orden', en: 'Cancel the order' },
  back: (folio: string) => ({ es: `Orden ${folio}`, en: `Order ${folio}` }),
  paidOf: (received: string, amount: string) => ({ es: `${received} de ${amount}`, en: `${received} of ${amount}` }),
  review: {
    text: (sum: string) => ({
      es: `${sum} de esta orden esperan tu decisión.`,
      en: `${sum} of this order wait for your decision.`,
    }),
    link: { es: 'Decidir', en: 'Decide' },
  },
  money: {
    title: { es: 'Dinero', en: 'Money' },
    gross: { es: 'Monto', en: 'Amount' },
    fee: { es: 'Comisión', en: 'Fee' },
    iva: { es: 'IVA de la comisión', en: 'IVA on the fee' },
    net: { es: 'Neto para ti', en: 'Net for you' },
    kept: { es: 'Te queda', en: 'You keep' },
    received: { es: 'Recibido', en: 'Received' },
    left: { es: 'Falta', en: 'Still to pay' },
    surplus: { es: 'De más', en: 'Surplus' },
    held: { es: 'En revisión', en: 'In review' },
    refunded: { es: 'Reembolsado', en: 'Refunded' },
    price: { es: 'Precio pedido', en: 'Price asked' },
    rate: (currency: string) => ({
      es: `Tipo de cambio, pesos por ${currency}`,
      en: `Exchange rate, pesos per ${currency}`,
    }),
    rateTaken: { es: 'Tomado', en: 'Taken' },
    available: { es: 'El neto ya es tuyo', en: 'The net is yours already' },
    pending: { es: 'El neto se libera pronto', en: 'The net is released soon' },
  },
  facts: {
    title: { es: 'Detalles', en: 'Details' },
    product: { es: 'Producto', en: 'Product' },
    ownNumber: { es: 'Tu número', en: 'Your number' },
    customer: { es: 'Cliente', en: 'Customer' },
    email: { es: 'Correo', en: 'E-mail' },
    phone: { es: 'Teléfono', en: 'Telephone' },
    method: { es: 'Forma de pago', en: 'Paid by' },
    payTo: { es: 'Se paga a', en: 'Paid to' },
    created: { es: 'Creada', en: 'Created' },
    expires: { es: 'Vence', en: 'Expires' },
    paid: { es: 'Pagada', en: 'Paid' },
    id: { es: 'Id', en: 'Id' },
    extras: { es: 'Datos adicionales', en: 'Extras' },
  },
  share: {
    title: { es: 'Liga para tu cliente', en: 'Link for your customer' },
    note: { es: 'Ahí ve cómo pagar y si su pago llegó.', en: 'It shows how to pay, and whether the payment came.' },
    open: { es: 'Abrir', en: 'Open' },
    email: { es: 'Enviar por correo', en: 'Send by e-mail' },
    whatsapp: { es: 'Enviar por WhatsApp', en: 'Send by WhatsApp' },
    subject: (shop: string) => ({ es: `Tu pago a ${shop}`, en: `Your payment to ${shop}` }),
    message: (product: string, sum: string, url: string) => ({
      es: `${product}, ${sum}. Así puedes pagar: ${url}`,
      en: `${product}, ${sum}. This is how you can pay: ${url}`,
    }),
    phone: { es: 'Teléfono para el SMS', en: 'Telephone for the SMS' },
    sms: { es: 'Enviar SMS', en: 'Send SMS' },
    again: {
      instructions: { es: 'Correo con instrucciones', en: 'E-mail instructions' },
      paid: { es: 'Correo con comprobante', en: 'E-mail receipt' },
    },
  },
  timeline: {
    title: { es: 'Historia', en: 'History' },
    payment: (sum: string) => ({ es: `Llegaron ${sum}`, en: `${sum} arrived` }),
    network: { es: 'Red', en: 'Network' },
    trackingKey: { es: 'Clave de rastreo', en: 'Tracking key' },
    payer: { es: 'Pagó', en: 'Paid by' },
    paidAt: { es: 'Pagado', en: 'Paid' },
    sms: { es: 'SMS', en: 'SMS' },
    email: { es: 'Correo', en: 'E-mail' },
    messageState: {
      sending: { es: 'en camino', en: 'on its way' },
      sent: { es: 'enviado', en: 'sent' },
      failed: { es: 'no se pudo enviar', en: 'could not be sent' },
      canceled: { es: 'ya no hacía falta', en: 'no longer needed' },
    },
    kinds: {
      instructions: { es: 'cómo pagar', en: 'how to pay' },
      paid: { es: 'pago recibido', en: 'payment received' },
      expiring: { es: 'está por vencer', en: 'about to expire' },
      refund: { es: 'reembolso', en: 'refund' },
    },
    note: { es: 'Nota', en: 'Note' },
    by: (name: string) => ({ es: `de ${name}`, en: `by ${name}` }),
    webhooks: (number: number) => ({
      es: number === 1 ? '1 webhook' : `${number} webhooks`,
      en: number === 1 ? '1 webhook' : `${number} webhooks`,
    }),
    noWebhooks: { es: 'Ninguna dirección lo recibe', en: 'No address gets it' },
    deliveries: {
      delivered: { es: 'entregado', en: 'delivered' },
      due: { es: 'en camino', en: 'on its way' },
      waiting: { es: 'espera a uno anterior', en: 'waits for an earlier one' },
      held: { es: 'retenido: la dirección está apagada', en: 'held: the address is off' },
      superseded: { es: 'se envió uno más nuevo', en: 'a newer one was sent' },
      failed: { es: 'sin éxito', en: 'failed' },
    },
    attempt: (number: number) => ({ es: `Intento ${number}`, en: `Attempt ${number}` }),
    took: (ms: number) => ({ es: `${ms} ms`, en: `${ms} ms` }),
    request: { es: 'Lo que enviamos', en: 'What we sent' },
    reply: { es: 'Lo que respondió', en: 'What it answered' },
    noReply: { es: 'No respondió', en: 'It did not answer' },
    nextAt: { es: 'Siguiente intento', en: 'Next attempt' },
    resend: { es: 'Enviar otra vez', en: 'Send again' },
  },
  transfers: {
    reasons: {
      refund: { es: 'Reembolso', en: 'Refund' },
      return: { es: 'Devolución', en: 'Return' },
      payout: { es: 'Pago a tu cuenta', en: 'Payout' },
    } satisfies Record<TransferReason, Both>,
    states: {
      needs_destination: { es: 'Falta la CLABE de tu cliente', en: "Your customer's CLABE is missing" },
      to_send: { es: 'Por enviar', en: 'To be sent' },
      sent: { es: 'Enviada', en: 'Sent' },
      confirmed: { es: 'Confirmada por el banco', en: 'Confirmed by the bank' },
      bounced: { es: 'Devuelta por el banco', en: 'Returned by the bank' },
    } satisfies Record<TransferStatus, Both>,
    to: { es: 'A', en: 'To' },
    trackingKey: { es: 'Clave de rastreo', en: 'Tracking key' },
    bounced: { es: 'Motivo del banco', en: "The bank's reason" },
    newLink: { es: 'Crear una liga nueva para tu cliente', en: 'Make a new link for your customer' },
    newLinkNote: { es: 'La liga anterior deja de servir.', en: 'The link before stops working.' },
  },
  link: {
    title: { es: 'Liga para que tu cliente escriba su CLABE', en: 'Link for your customer to give a CLABE' },
    note: {
      es: 'Mándasela ahora: por seguridad no la volvemos a mostrar. Sirve 30 días, una sola vez.',
      en: 'Send it now: for safety we do not show it again. It works for 30 days, once.',
    },
    message: (shop: string, url: string) => ({
      es: `${shop} te va a devolver dinero. Escribe aquí la CLABE de tu cuenta: ${url}`,
      en: `${shop} is going to send you money back. Give the CLABE of your account here: ${url}`,
    }),
    subject: { es: 'Tu reembolso', en: 'Your refund' },
    done: { es: 'Ver la orden', en: 'Show the order' },
    refundDone: (sum: string) => ({
      es: `El reembolso de ${sum} quedó registrado.`,
      en: `The refund of ${sum} is booked.`,
    }),
    returnDone: (sum: string) => ({
      es: `La devolución de ${sum} quedó registrada.`,
      en: `The return of ${sum} is booked.`,
    }),
  },
  notes: {
    title: { es: 'Notas', en: 'Notes' },
    label: { es: 'Nota para tu equipo', en: 'Note for your team' },
    hint: { es: 'Tu cliente no la ve.', en: 'Your customer does not see it.' },
    add: { es: 'Agregar nota', en: 'Add note' },
    none: { es: 'Todavía no hay notas.', en: 'There are no notes yet.' },
  },
  tests: {
    title: { es: 'Herramientas de prueba', en: 'Test tools' },
    note: {
      es: 'Solo en modo de prueba. Lo que pasa aquí pasa igual que en la vida real, con webhooks incluidos.',
      en: 'In test mode only. What happens here happens as in real life, webhooks included.',
    },
    scenario: { es: 'Qué hace tu cliente', en: 'What your customer does' },
    scenarios: {
      exact: { es: 'Paga la cantidad exacta', en: 'Pays the exact amount' },
      short: { es: 'Paga solo la mitad', en: 'Pays only half of it' },
      over: { es: 'Paga 10 pesos de más', en: 'Pays 10 pesos too much' },
      twice: { es: 'Paga dos veces', en: 'Pays twice' },
      replayed: { es: 'Paga, y la red lo informa tres veces', en: 'Pays, and the network tells of it three times' },
      late: { es: 'Paga una hora después del vencimiento', en: 'Pays an hour after expiry' },
      paid_before_expiry_notified_after: {
        es: 'Paga a tiempo, y la red lo informa tarde',
        en: 'Pays in time, and the network tells of it late',
      },
      wrong_reference: { es: 'Paga con una referencia equivocada', en: 'Pays with a wrong reference' },
    } satisfies Record<Scenario, Both>,
    pay: { es: 'Simular el pago', en: 'Simulate the payment' },
    clock: { es: 'Reloj de prueba', en: 'Test clock' },
    clockAt: { es: 'Ahora marca', en: 'It shows' },
    noClock: {
      es: 'Esta orden vive con el tiempo real. Con el encabezado Test-Clock una orden vive con un reloj tuyo.',
      en: 'This order lives in real time. With the header Test-Clock an order lives by a clock of yours.',
    },
    advance: { es: 'Adelantar', en: 'Move forward' },
    steps: {
      hour: { es: '1 hora', en: '1 hour' },
      day: { es: '1 día', en: '1 day' },
      expiry: { es: 'hasta que venza la orden', en: 'until the order expires' },
    },
  },
  refundPage: {
    title: { es: 'Reembolsar', en: 'Refund' },
    amount: { es: 'Cuánto se devuelve', en: 'How much goes back' },
    amountHint: (left: string) => ({ es: `Como máximo ${left}`, en: `At most ${left}` }),
    lessBalance: (available: string) => ({
      es: `Proponemos ${available} porque es lo que tienes disponible ahora.`,
      en: `We propose ${available} because that is what you have available now.`,
    }),
    noBalance: (available: string) => ({
      es: `No proponemos ningún monto: tu saldo disponible es de ${available}.`,
      en: `We propose no amount: your available balance is ${available}.`,
    }),
    negative: (left: string, after: string) => ({
      es: `También puedes devolver más: con ${left} tu saldo queda en ${after} hasta que otros pagos lo cubran.`,
      en: `You can refund more: ${left} would leave your balance at ${after} until other payments cover it.`,
    }),
    reason: { es: 'Motivo, para ti (opcional)', en: 'Reason, for yourself (optional)' },
    what: { es: 'Qué va a pasar', en: 'What will happen' },
    balance: (available: string) => ({
      es: `El monto sale de tu saldo disponible, que ahora es de ${available}. La comisión no se devuelve.`,
      en: `The amount comes out of your available balance, which is ${available} now. The fee is not returned.`,
    }),
    known: (holder: string, bank: string, end: string) => ({
      es: `Enviamos la transferencia a la cuenta que pagó: ${holder}, ${bank}, CLABE terminada en ${end}.`,
      en: `We send the transfer to the account that paid: ${holder}, ${bank}, CLABE ending in ${end}.`,
    }),
    unknown: {
      es: 'No sabemos a qué cuenta devolver el dinero: se pagó en efectivo o desde varias cuentas. Te damos una liga para que tu cliente escriba su CLABE; después enviamos la transferencia.',
      en: 'We do not know which account to send the money to: it was paid in cash or from several accounts. You get a link for your customer to give a CLABE; then we send the transfer.',
    },
    told: {
      es: 'Tu cliente lo ve en su página de pago. Tus webhooks reciben charge.refunded.',
      en: 'Your customer sees it on the payment page. Your webhooks get charge.refunded.',
    },
    undo: { es: 'Un reembolso no se puede deshacer.', en: 'A refund cannot be undone.' },
    none: { es: 'No queda nada por devolver en esta orden.', en: 'Nothing is left to refund on this order.' },
    button: { es: 'Reembolsar', en: 'Refund' },
    back: { es: 'No reembolsar', en: 'Do not refund' },
  },
  cancelPage: {
    title: { es: 'Cancelar la orden', en: 'Cancel the order' },
    what: { es: 'Qué va a pasar', en: 'What will happen' },
    pay: {
      es: 'Tu cliente ya no puede pagarla: su página se lo dice.',
      en: 'Your customer can no longer pay it: the payment page says so.',
    },
    money: (sum: string) => ({
      es: `Ya llegaron ${sum}: ese dinero queda en revisión, y tú decides si te lo quedas o lo devuelves.`,
      en: `${sum} came already: that money goes into review, and you decide whether to keep it or send it back.`,
    }),
    late: {
      es: 'Si de todos modos llega dinero, espera tu decisión.',
      en: 'If money comes all the same, it waits for your decision.',
    },
    told: {
      es: 'Tus webhooks reciben charge.canceled. No mandamos ningún mensaje a tu cliente.',
      en: 'Your webhooks get charge.canceled. We send your customer no message.',
    },
    undo: { es: 'Una orden cancelada no se puede abrir otra vez.', en: 'A canceled order cannot be opened again.' },
    none: { es: 'Esta orden ya no se puede cancelar.', en: 'This order can no longer be canceled.' },
    button: { es: 'Cancelar la orden', en: 'Cancel the order' },
    back: { es: 'No cancelar', en: 'Do not cancel' },
  },
  done: {
    canceled: { es: 'La orden está cancelada.', en: 'The order is canceled.' },
    refunded: { es: 'El reembolso quedó registrado.', en: 'The refund is booked.' },
    paid: { es: 'Se avisó del pago de prueba.', en: 'The test payment was reported.' },
    resent: { es: 'El webhook va otra vez en camino.', en: 'The webhook is on its way again.' },
    sms: { es: 'El SMS va en camino.', en: 'The SMS is on its way.' },
    email: { es: 'El correo va en camino.', en: 'The e-mail is on its way.' },
    noted: { es: 'La nota quedó guardada.', en: 'The note is saved.' },
    moved: { es: 'El reloj de prueba avanzó.', en: 'The test clock moved forward.' },
    made: {
      es: 'La orden está lista: manda la liga a tu cliente.',
      en: 'The order is ready: send your customer the link.',
    },
  },
});

/** The results of forms in both languages, as the frame wants them. */
export function orderDone(word: keyof (typeof ORDER_TEXTS)['es']['done']): Both {
  return { es: ORDER_TEXTS.es.done[word], en: ORDER_TEXTS.en.done[word] };
}

/** Of the form for a new order. */
export const NEW_ORDER_TEXTS = inBoth({
  product: { es: 'Qué se paga', en: 'What is paid for' },
  price: { es: 'Precio', en: 'Price' },
  currency: { es: 'Moneda', en: 'Currency' },
  customer: { es: 'Nombre del cliente', en: "Customer's name" },
  email: { es: 'Correo del cliente', en: "Customer's e-mail" },
  phone: { es: 'Teléfono del cliente (opcional)', en: "Customer's telephone (optional)" },
  phoneHint: { es: '10 dígitos, para mandarle un SMS', en: '10 digits, for an SMS' },
  way: { es: 'Cómo paga', en: 'How it is paid' },
  ownNumber: { es: 'Tu número de orden (opcional)', en: 'Your order number (optional)' },
  ownNumberHint: { es: 'Si lo dejas vacío, te damos uno', en: 'Leave it empty and you get one' },
  lastDay: { es: 'Último día para pagar (opcional)', en: 'Last day to pay (optional)' },
  lastDayHint: { es: 'Como máximo 30 días', en: 'At most 30 days' },
  make: { es: 'Crear la orden', en: 'Make the order' },
});
