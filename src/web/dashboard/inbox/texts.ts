// The texts of the inbox: money that waits for a decision.
import type { Language } from '../../../domain/base/language.js';

type InboxTexts = {
  readonly title: string;
  readonly intro: string;
  readonly reason: string;
  readonly rail: string;
  readonly age: string;
  readonly ages: Readonly<Record<'1' | '3' | '7' | '30', string>>;
  readonly from: string;
  readonly why: string;
  readonly waitsSince: string;
  readonly none: string;
  readonly noneText: string;
  readonly noneFiltered: string;
  readonly total: (count: string, sum: string) => string;
  readonly back: string;
  readonly payment: string;
  readonly candidate: string;
  readonly candidates: (at: number, all: number) => string;
  readonly otherCandidate: string;
  readonly noCandidate: string;
  readonly noCandidateText: string;
  readonly find: string;
  readonly findLabel: string;
  readonly findHint: string;
  readonly notFound: (text: string) => string;
  readonly facts: Readonly<Record<'number' | 'amount' | 'name' | 'rail' | 'time', string>>;
  readonly verdict: Readonly<Record<'same' | 'near' | 'differs', string>>;
  readonly ofPayment: string;
  readonly ofOrder: string;
  readonly owes: (sum: string) => string;
  readonly trackingKey: string;
  readonly payer: string;
  readonly payerAccount: string;
  readonly destination: string;
  readonly order: string;
  readonly received: string;
  readonly notice: string;
  readonly give: (sum: string, merchant: string) => string;
  readonly acceptTitle: string;
  readonly acceptText: string;
  readonly returnTitle: string;
  readonly giveBack: (sum: string, payer: string) => string;
  readonly returnText: string;
  readonly payerUnknown: string;
  readonly matched: string;
  readonly accepted: string;
  readonly returned: string;
  readonly decided: string;
  readonly decidedText: string;
  readonly nextOne: string;
  readonly fullPayment: string;
};

export const INBOX_TEXTS: Readonly<Record<Language, InboxTexts>> = {
  es: {
    title: 'Por decidir',
    intro: 'Dinero que llegó y que ninguna regla explica. Nada se adivina: tú decides.',
    reason: 'Motivo',
    rail: 'Riel',
    age: 'Espera desde hace',
    ages: { 1: 'más de 1 día', 3: 'más de 3 días', 7: 'más de 7 días', 30: 'más de 30 días' },
    from: 'Pago',
    why: 'Por qué espera',
    waitsSince: 'Llegó',
    none: 'Nada por decidir',
    noneText: 'Todo el dinero que llegó tiene su lugar.',
    noneFiltered: 'Nada con estos filtros',
    total: (count, sum) => `${count} · ${sum}`,
    back: 'Por decidir',
    payment: 'Pago',
    candidate: '¿Es de esta orden?',
    candidates: (at, all) => `Candidata ${at} de ${all}`,
    otherCandidate: 'Ver otra candidata',
    noCandidate: 'Ninguna orden se le parece',
    noCandidateText: 'Busca la orden por su folio o su id, o devuelve el dinero.',
    find: 'Buscar orden',
    findLabel: 'Otra orden',
    findHint: 'Folio, id, CLABE o referencia',
    notFound: (text) => `Ninguna orden en este modo tiene «${text}».`,
    facts: { number: 'Número', amount: 'Monto', name: 'Nombre', rail: 'Riel', time: 'Hora' },
    verdict: { same: 'Coincide', near: 'Se parece', differs: 'Difiere' },
    ofPayment: 'El pago',
    ofOrder: 'La orden',
    owes: (sum) => `debe ${sum}`,
    trackingKey: 'Clave de rastreo',
    payer: 'Paga',
    payerAccount: 'Desde la cuenta',
    destination: 'Llegó a',
    order: 'Orden',
    received: 'Nos avisaron',
    notice: 'Aviso del riel',
    give: (sum, merchant) => `${sum} a ${merchant}`,
    acceptTitle: 'Dar al comercio',
    acceptText: 'El comercio lo recibe. Si paga su orden, la orden queda pagada; si no, queda disponible sin comisión.',
    returnTitle: 'Devolver',
    giveBack: (sum, payer) => `Devolver ${sum} a ${payer}`,
    returnText: 'Se hace una transferencia de salida a quien pagó.',
    payerUnknown: 'quien pagó',
    matched: 'El dinero ya es de esa orden.',
    accepted: 'El dinero ya es del comercio.',
    returned: 'El dinero se devolverá: la transferencia está por enviar.',
    decided: 'Ya no espera decisión',
    decidedText: 'Este dinero ya tiene su lugar.',
    nextOne: 'Ir al siguiente',
    fullPayment: 'Ver todo del pago',
  },
  en: {
    title: 'To decide',
    intro: 'Money that arrived and that no rule explains. Nothing is guessed: you decide.',
    reason: 'Reason',
    rail: 'Rail',
    age: 'Waiting for',
    ages: { 1: 'more than 1 day', 3: 'more than 3 days', 7: 'more than 7 days', 30: 'more than 30 days' },
    from: 'Payment',
    why: 'Why it waits',
    waitsSince: 'Arrived',
    none: 'Nothing to decide',
    noneText: 'All money that arrived has its place.',
    noneFiltered: 'Nothing with these filters',
    total: (count, sum) => `${count} · ${sum}`,
    back: 'To decide',
    payment: 'Payment',
    candidate: 'Is it for this order?',
    candidates: (at, all) => `Candidate ${at} of ${all}`,
    otherCandidate: 'See another candidate',
    noCandidate: 'No order looks like it',
    noCandidateText: 'Find the order by its folio or its id, or return the money.',
    find: 'Find the order',
    findLabel: 'Another order',
    findHint: 'Folio, id, CLABE or reference',
    notFound: (text) => `No order in this mode has “${text}”.`,
    facts: { number: 'Number', amount: 'Amount', name: 'Name', rail: 'Rail', time: 'Time' },
    verdict: { same: 'Fits', near: 'Nearly', differs: 'Differs' },
    ofPayment: 'The payment',
    ofOrder: 'The order',
    owes: (sum) => `owes ${sum}`,
    trackingKey: 'Tracking key',
    payer: 'Payer',
    payerAccount: 'From account',
    destination: 'Arrived at',
    order: 'Order',
    received: 'We were told',
    notice: 'Notice of the rail',
    give: (sum, merchant) => `${sum} to ${merchant}`,
    acceptTitle: 'Give it to the merchant',
    acceptText:
      'The merchant gets it. If it pays their order, the order is paid; otherwise it is available without a fee.',
    returnTitle: 'Return it',
    giveBack: (sum, payer) => `Return ${sum} to ${payer}`,
    returnText: 'An outgoing transfer to whoever paid is made.',
    payerUnknown: 'the payer',
    matched: 'The money is that order’s now.',
    accepted: 'The money is the merchant’s now.',
    returned: 'The money goes back: its transfer is to be sent.',
    decided: 'It needs no decision any more',
    decidedText: 'This money has its place.',
    nextOne: 'Go to the next',
    fullPayment: 'See all of the payment',
  },
};
