// The texts of what waits for a second person.
import type { Language } from '../../../domain/base/language.js';
import type { Act, ProposalState } from '../../../domain/people/proposal.js';

type ApprovalsTexts = {
  readonly title: string;
  readonly intro: (over: string) => string;
  readonly introOff: string;
  readonly none: string;
  readonly act: Readonly<Record<Act['kind'], string>>;
  readonly state: Readonly<Record<ProposalState, string>>;
  readonly proposedBy: string;
  readonly decidedBy: string;
  readonly until: string;
  readonly about: string;
  readonly past: string;
  readonly noPast: string;
  readonly approve: string;
  readonly decline: string;
  readonly withdraw: string;
  readonly ownNote: string;
  readonly toOrder: string;
  readonly details: string;
  readonly approved: string;
  readonly declined: string;
};

export const APPROVALS_TEXTS: Readonly<Record<Language, ApprovalsTexts>> = {
  es: {
    title: 'Por aprobar',
    intro: (over) =>
      `Decisiones sobre dinero real de más de ${over}, y los datos a los que pagan los clientes, necesitan a dos personas. Quien propone no aprueba.`,
    introOff: 'Ahora una persona basta para todo: COBRO_FOUR_EYES_OVER no está puesto.',
    none: 'Nada por aprobar',
    act: {
      'payment.match': 'Dar un pago a una orden',
      'payment.accept': 'Dar dinero al comercio',
      'payment.return': 'Devolver dinero',
      'payment.take_back': 'Deshacer una asignación',
      'payment.void': 'Anular un pago',
      'payout.create': 'Pagar al comercio',
      'provider.live': 'Cambiar datos de un punto de pago',
    },
    state: { open: 'Espera', approved: 'Aprobado', declined: 'Rechazado', expired: 'Caducó' },
    proposedBy: 'Propone',
    decidedBy: 'Decidió',
    until: 'Hasta',
    about: 'Sobre',
    past: 'Decididas',
    noPast: 'Todavía no hay ninguna.',
    approve: 'Aprobar',
    decline: 'Rechazar',
    withdraw: 'Retirar mi propuesta',
    ownNote: 'Lo propusiste tú: otra persona debe aprobarlo.',
    toOrder: 'Para la orden',
    details: 'Datos nuevos',
    approved: 'Aprobado y hecho.',
    declined: 'Quedó rechazado: no se hizo nada.',
  },
  en: {
    title: 'To approve',
    intro: (over) =>
      `Decisions about live money over ${over}, and the details that customers pay to, need two people. Who proposes does not approve.`,
    introOff: 'Now one person is enough for everything: COBRO_FOUR_EYES_OVER is not set.',
    none: 'Nothing to approve',
    act: {
      'payment.match': 'Give a payment to an order',
      'payment.accept': 'Give money to the merchant',
      'payment.return': 'Return money',
      'payment.take_back': 'Undo a match',
      'payment.void': 'Void a payment',
      'payout.create': 'Pay out to a merchant',
      'provider.live': 'Change the details of a payment point',
    },
    state: { open: 'Waits', approved: 'Approved', declined: 'Declined', expired: 'Expired' },
    proposedBy: 'Proposed by',
    decidedBy: 'Decided by',
    until: 'Until',
    about: 'About',
    past: 'Decided ones',
    noPast: 'There are none yet.',
    approve: 'Approve',
    decline: 'Decline',
    withdraw: 'Withdraw my proposal',
    ownNote: 'You proposed it: another person has to approve it.',
    toOrder: 'For the order',
    details: 'New details',
    approved: 'Approved and done.',
    declined: 'Declined: nothing was done.',
  },
};
