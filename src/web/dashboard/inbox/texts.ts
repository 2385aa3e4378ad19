// The texts of the inbox: money that waits for a decision.
import { inBoth } from '../../../domain/base/in-both.js';

export const INBOX_TEXTS = inBoth({
  title: { es: 'Por decidir', en: 'To decide' },
  who: { es: 'Quién decide', en: 'Who decides' },
  deciders: {
    operator: { es: 'Nosotros', en: 'Ours' },
    merchant: { es: 'Esperan al comercio', en: 'Waiting for the merchant' },
  },
  reason: { es: 'Motivo', en: 'Reason' },
  rail: { es: 'Riel', en: 'Rail' },
  age: { es: 'Espera desde hace', en: 'Waiting for' },
  ages: {
    1: { es: 'más de 1 día', en: 'more than 1 day' },
    3: { es: 'más de 3 días', en: 'more than 3 days' },
    7: { es: 'más de 7 días', en: 'more than 7 days' },
    30: { es: 'más de 30 días', en: 'more than 30 days' },
  },
  waits: { es: 'Espera', en: 'Waits' },
  since: (span: string) => ({ es: `desde hace ${span}`, en: `for ${span}` }),
  like: (order: string) => ({ es: `Se parece a ${order}`, en: `Looks like ${order}` }),
  why: { es: 'Por qué espera', en: 'Why it waits' },
  none: { es: 'Nada por decidir', en: 'Nothing to decide' },
  noneText: { es: 'Todo el dinero que llegó tiene su lugar.', en: 'All money that arrived has its place.' },
  noneFiltered: { es: 'Nada con estos filtros', en: 'Nothing with these filters' },
  total: (count: string, sum: string) => ({ es: `${count} · ${sum}`, en: `${count} · ${sum}` }),
  back: { es: 'Por decidir', en: 'To decide' },
  payment: { es: 'Pago', en: 'Payment' },
  candidate: { es: '¿Es de esta orden?', en: 'Is it for this order?' },
  candidates: (at: number, all: number) => ({ es: `Candidata ${at} de ${all}`, en: `Candidate ${at} of ${all}` }),
  otherCandidate: { es: 'Ver otra candidata', en: 'See another candidate' },
  noCandidate: { es: 'Ninguna orden se le parece', en: 'No order looks like it' },
  noCandidateText: {
    es: 'Busca la orden por su folio o su id, o devuelve el dinero.',
    en: 'Find the order by its folio or its id, or return the money.',
  },
  find: { es: 'Buscar orden', en: 'Find the order' },
  findLabel: { es: 'Otra orden', en: 'Another order' },
  findHint: { es: 'Folio, id, CLABE o referencia', en: 'Folio, id, CLABE or reference' },
  notFound: (text: string) => ({
    es: `Ninguna orden en este modo tiene «${text}».`,
    en: `No order in this mode has “${text}”.`,
  }),
  facts: {
    number: { es: 'Número', en: 'Number' },
    amount: { es: 'Monto', en: 'Amount' },
    name: { es: 'Nombre', en: 'Name' },
    rail: { es: 'Riel', en: 'Rail' },
    time: { es: 'Plazo', en: 'Deadline' },
  },
  verdict: {
    same: { es: 'Coincide', en: 'Matches' },
    near: { es: 'Se parece', en: 'Similar' },
    differs: { es: 'Difiere', en: 'Differs' },
  },
  ofPayment: { es: 'El pago', en: 'The payment' },
  ofOrder: { es: 'La orden', en: 'The order' },
  owes: (sum: string) => ({ es: `Falta ${sum}`, en: `${sum} missing` }),
  trackingKey: { es: 'Clave de rastreo', en: 'Tracking key' },
  payer: { es: 'Ordenante', en: 'Payer' },
  destination: { es: 'Cuenta beneficiaria', en: 'To account' },
  order: { es: 'Orden', en: 'Order' },
  give: (sum: string, to: string) => ({ es: `Asignar ${sum} a ${to}`, en: `Assign ${sum} to ${to}` }),
  theOrder: (folio: string) => ({ es: `la orden ${folio}`, en: `order ${folio}` }),
  notAssigned: { es: 'Por asignar', en: 'Not assigned' },
  acceptTitle: { es: 'Asignar al comercio', en: 'Assign it to the merchant' },
  acceptText: {
    es: 'El comercio lo recibe. Si paga su orden, la orden queda pagada; si no, queda disponible, menos su comisión.',
    en: 'The merchant gets it. If it pays their order, the order is paid; otherwise it is available, less its fee.',
  },
  returnTitle: { es: 'Devolver', en: 'Return it' },
  giveBack: (sum: string, payer: string) => ({ es: `Devolver ${sum} a ${payer}`, en: `Return ${sum} to ${payer}` }),
  returnText: (account: string) => ({
    es: `Se hace una transferencia de salida a ${account}.`,
    en: `An outgoing transfer to ${account} is made.`,
  }),
  noteOf: {
    give: { es: 'Nota de la asignación', en: 'Note for the assignment' },
    return: { es: 'Nota de la devolución', en: 'Note for the return' },
  },
  until: { es: 'hasta', en: 'until' },
  payerUnknown: { es: 'quien pagó', en: 'the payer' },
  decided: { es: 'Ya no espera decisión', en: 'It needs no decision any more' },
  decidedText: { es: 'Este dinero ya tiene su lugar.', en: 'This money has its place.' },
  nextOne: { es: 'Ir al siguiente', en: 'Go to the next' },
  fullPayment: { es: 'Ver todo del pago', en: 'See all of the payment' },
});

/** What the next page says after a form. */
export const INBOX_DONE = {
  matched: { es: 'El dinero ya es de esa orden.', en: 'The money is that order’s now.' },
  accepted: { es: 'El dinero ya es del comercio.', en: 'The money is the merchant’s now.' },
  returned: {
    es: 'El dinero se devolverá: la transferencia está por enviar.',
    en: 'The money goes back: its transfer is to be sent.',
  },
};
