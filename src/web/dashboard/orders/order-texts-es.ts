// The page of one order in Spanish, and the pages that change it. The English texts have the same shape.

import type { Scenario } from '../../../domain/money/scenario.js';
import type { EventType } from '../../../domain/orders/event.js';
import type { TransferReason, TransferStatus } from '../../../domain/transfers/transfer.js';

type ShownDelivery = 'delivered' | 'due' | 'waiting' | 'held' | 'superseded' | 'failed';

const SCENARIOS: Record<Scenario, string> = {
  exact: 'Paga la cantidad exacta',
  short: 'Paga solo la mitad',
  over: 'Paga 10 pesos de más',
  twice: 'Paga dos veces',
  replayed: 'Paga, y la red lo informa tres veces',
  late: 'Paga una hora después del vencimiento',
  paid_before_expiry_notified_after: 'Paga a tiempo, y la red lo informa tarde',
  wrong_reference: 'Paga con una referencia equivocada',
};

const TRANSFER_STATES: Record<TransferStatus, string> = {
  needs_destination: 'Falta la CLABE de tu cliente',
  to_send: 'Por enviar',
  sent: 'Enviada',
  confirmed: 'Confirmada por el banco',
  bounced: 'Devuelta por el banco',
};

const TRANSFER_REASONS: Record<TransferReason, string> = {
  refund: 'Reembolso',
  return: 'Devolución',
  payout: 'Pago a tu cuenta',
};

const DELIVERIES: Record<ShownDelivery, string> = {
  delivered: 'entregado',
  due: 'en camino',
  waiting: 'espera a uno anterior',
  held: 'retenido: la dirección está apagada',
  superseded: 'se envió uno más nuevo',
  failed: 'sin éxito',
};

const EVENTS: Record<EventType, string> = {
  'charge.pending': 'Se creó la orden',
  'charge.success': 'La orden quedó pagada',
  'charge.expired': 'La orden venció',
  'charge.canceled': 'La orden se canceló',
  'charge.partial': 'Llegó un pago parcial',
  'charge.overpaid': 'Se pagó de más',
  'charge.late': 'Se pagó tarde',
  'charge.refunded': 'Se pidió un reembolso',
  'charge.held': 'Llegó dinero que espera una decisión',
  'charge.transfer_sent': 'Salió una transferencia',
  'charge.transfer_bounced': 'El banco devolvió una transferencia',
};

export const ORDER_SPANISH = {
  refund: 'Reembolsar',
  cancel: 'Cancelar la orden',
  back: (folio: string) => `Orden ${folio}`,
  paidOf: (received: string, amount: string) => `${received} de ${amount}`,
  review: {
    text: (sum: string) => `${sum} de esta orden esperan tu decisión.`,
    link: 'Decidir',
  },
  money: {
    title: 'Dinero',
    gross: 'Monto',
    fee: 'Comisión',
    iva: 'IVA de la comisión',
    net: 'Neto para ti',
    kept: 'Te queda',
    received: 'Recibido',
    left: 'Falta',
    surplus: 'De más',
    held: 'En revisión',
    refunded: 'Reembolsado',
    price: 'Precio pedido',
    rate: (currency: string) => `Tipo de cambio, pesos por ${currency}`,
    rateTaken: 'Tomado',
    available: 'El neto ya es tuyo',
    pending: 'El neto se libera pronto',
  },
  facts: {
    title: 'Detalles',
    product: 'Producto',
    ownNumber: 'Tu número',
    customer: 'Cliente',
    email: 'Correo',
    phone: 'Teléfono',
    method: 'Forma de pago',
    payTo: 'Se paga a',
    created: 'Creada',
    expires: 'Vence',
    paid: 'Pagada',
    id: 'Id',
    extras: 'Datos adicionales',
  },
  share: {
    title: 'Liga para tu cliente',
    note: 'Ahí ve cómo pagar y si su pago llegó.',
    open: 'Abrir',
    email: 'Enviar por correo',
    whatsapp: 'Enviar por WhatsApp',
    subject: (shop: string) => `Tu pago a ${shop}`,
    message: (product: string, sum: string, url: string) => `${product}, ${sum}. Así puedes pagar: ${url}`,
    phone: 'Teléfono para el SMS',
    sms: 'Enviar SMS',
    again: { instructions: 'Correo con instrucciones', paid: 'Correo con comprobante' },
  },
  timeline: {
    title: 'Historia',
    events: EVENTS,
    payment: (sum: string) => `Llegaron ${sum}`,
    network: 'Red',
    trackingKey: 'Clave de rastreo',
    payer: 'Pagó',
    paidAt: 'Pagado',
    sms: 'SMS',
    email: 'Correo',
    messageState: { sending: 'en camino', sent: 'enviado', failed: 'no se pudo enviar', canceled: 'ya no hacía falta' },
    kinds: { instructions: 'cómo pagar', paid: 'pago recibido', expiring: 'está por vencer', refund: 'reembolso' },
    note: 'Nota',
    by: (name: string) => `de ${name}`,
    webhooks: (number: number) => (number === 1 ? '1 webhook' : `${number} webhooks`),
    noWebhooks: 'Ninguna dirección lo recibe',
    deliveries: DELIVERIES,
    attempt: (number: number) => `Intento ${number}`,
    took: (ms: number) => `${ms} ms`,
    request: 'Lo que enviamos',
    reply: 'Lo que respondió',
    noReply: 'No respondió',
    nextAt: 'Siguiente intento',
    resend: 'Enviar otra vez',
  },
  transfers: {
    reasons: TRANSFER_REASONS,
    states: TRANSFER_STATES,
    to: 'A',
    trackingKey: 'Clave de rastreo',
    bounced: 'Motivo del banco',
    newLink: 'Crear una liga nueva para tu cliente',
    newLinkNote: 'La liga anterior deja de servir.',
  },
  link: {
    title: 'Liga para que tu cliente escriba su CLABE',
    note: 'Mándasela ahora: por seguridad no la volvemos a mostrar. Sirve 30 días, una sola vez.',
    message: (shop: string, url: string) =>
      `${shop} te va a devolver dinero. Escribe aquí la CLABE de tu cuenta: ${url}`,
    subject: 'Tu reembolso',
    done: 'Ver la orden',
    refundDone: (sum: string) => `El reembolso de ${sum} quedó registrado.`,
    returnDone: (sum: string) => `La devolución de ${sum} quedó registrada.`,
  },
  notes: {
    title: 'Notas',
    label: 'Nota para tu equipo',
    hint: 'Tu cliente no la ve.',
    add: 'Agregar nota',
    none: 'Todavía no hay notas.',
  },
  tests: {
    title: 'Herramientas de prueba',
    note: 'Solo en modo de prueba. Lo que pasa aquí pasa igual que en la vida real, con webhooks incluidos.',
    scenario: 'Qué hace tu cliente',
    scenarios: SCENARIOS,
    pay: 'Simular el pago',
    clock: 'Reloj de prueba',
    clockAt: 'Ahora marca',
    noClock: 'Esta orden vive con el tiempo real. Con el encabezado Test-Clock una orden vive con un reloj tuyo.',
    advance: 'Adelantar',
    steps: { hour: '1 hora', day: '1 día', expiry: 'hasta que venza la orden' },
  },
  refundPage: {
    title: 'Reembolsar',
    amount: 'Cuánto se devuelve',
    amountHint: (left: string) => `Como máximo ${left}`,
    lessBalance: (available: string) => `Proponemos ${available} porque es lo que tienes disponible ahora.`,
    noBalance: (available: string) => `No proponemos ningún monto: tu saldo disponible es de ${available}.`,
    negative: (left: string, after: string) =>
      `También puedes devolver más: con ${left} tu saldo queda en ${after} hasta que otros pagos lo cubran.`,
    reason: 'Motivo, para ti (opcional)',
    what: 'Qué va a pasar',
    balance: (available: string) =>
      `El monto sale de tu saldo disponible, que ahora es de ${available}. La comisión no se devuelve.`,
    known: (holder: string, bank: string, end: string) =>
      `Enviamos la transferencia a la cuenta que pagó: ${holder}, ${bank}, CLABE terminada en ${end}.`,
    unknown:
      'No sabemos a qué cuenta devolver el dinero: se pagó en efectivo o desde varias cuentas. Te damos una liga para que tu cliente escriba su CLABE; después enviamos la transferencia.',
    told: 'Tu cliente lo ve en su página de pago. Tus webhooks reciben charge.refunded.',
    undo: 'Un reembolso no se puede deshacer.',
    none: 'No queda nada por devolver en esta orden.',
    button: 'Reembolsar',
    back: 'No reembolsar',
  },
  cancelPage: {
    title: 'Cancelar la orden',
    what: 'Qué va a pasar',
    pay: 'Tu cliente ya no puede pagarla: su página se lo dice.',
    money: (sum: string) =>
      `Ya llegaron ${sum}: ese dinero queda en revisión, y tú decides si te lo quedas o lo devuelves.`,
    late: 'Si de todos modos llega dinero, espera tu decisión.',
    told: 'Tus webhooks reciben charge.canceled. No mandamos ningún mensaje a tu cliente.',
    undo: 'Una orden cancelada no se puede abrir otra vez.',
    none: 'Esta orden ya no se puede cancelar.',
    button: 'Cancelar la orden',
    back: 'No cancelar',
  },
  done: {
    canceled: 'La orden está cancelada.',
    refunded: 'El reembolso quedó registrado.',
    paid: 'Se avisó del pago de prueba.',
    resent: 'El webhook va otra vez en camino.',
    sms: 'El SMS va en camino.',
    email: 'El correo va en camino.',
    noted: 'La nota quedó guardada.',
    moved: 'El reloj de prueba avanzó.',
    made: 'La orden está lista: manda la liga a tu cliente.',
  },
};

export type OrderTexts = typeof ORDER_SPANISH;
