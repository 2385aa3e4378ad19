// The texts of what waits for a second person.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { Act, ProposalState } from '../../../domain/people/proposal.js';

export const APPROVALS_TEXTS = inBoth({
  title: { es: 'Por aprobar', en: 'To approve' },
  intro: (over: string) => ({
    es: `Decisiones sobre dinero real de más de ${over}, y los datos a los que pagan los clientes, necesitan a dos personas. Quien propone no aprueba.`,
    en: `Decisions about live money over ${over}, and the details that customers pay to, need two people. Who proposes does not approve.`,
  }),
  introOff: {
    es: 'Ahora una persona basta para todo: COBRO_FOUR_EYES_OVER no está puesto.',
    en: 'Now one person is enough for everything: COBRO_FOUR_EYES_OVER is not set.',
  },
  none: { es: 'Nada por aprobar', en: 'Nothing to approve' },
  act: {
    'payment.match': { es: 'Dar un pago a una orden', en: 'Give a payment to an order' },
    'payment.accept': { es: 'Dar dinero al comercio', en: 'Give money to the merchant' },
    'payment.return': { es: 'Devolver dinero', en: 'Return money' },
    'payment.take_back': { es: 'Deshacer una asignación', en: 'Undo a match' },
    'payment.void': { es: 'Anular un pago', en: 'Void a payment' },
    'payout.create': { es: 'Pagar al comercio', en: 'Pay out to a merchant' },
    'provider.live': { es: 'Cambiar datos de un punto de pago', en: 'Change the details of a payment point' },
  } satisfies Record<Act['kind'], Both>,
  state: {
    open: { es: 'Espera', en: 'Waits' },
    approved: { es: 'Aprobado', en: 'Approved' },
    declined: { es: 'Rechazado', en: 'Declined' },
    expired: { es: 'Caducó', en: 'Expired' },
  } satisfies Record<ProposalState, Both>,
  proposedBy: { es: 'Propone', en: 'Proposed by' },
  decidedBy: { es: 'Decidió', en: 'Decided by' },
  until: { es: 'Hasta', en: 'Until' },
  about: { es: 'Sobre', en: 'About' },
  past: { es: 'Decididas', en: 'Decided ones' },
  noPast: { es: 'Todavía no hay ninguna.', en: 'There are none yet.' },
  approve: { es: 'Aprobar', en: 'Approve' },
  decline: { es: 'Rechazar', en: 'Decline' },
  withdraw: { es: 'Retirar mi propuesta', en: 'Withdraw my proposal' },
  ownNote: {
    es: 'Lo propusiste tú: otra persona debe aprobarlo.',
    en: 'You proposed it: another person has to approve it.',
  },
  toOrder: { es: 'Para la orden', en: 'For the order' },
  details: { es: 'Datos nuevos', en: 'New details' },
});

/** What the next page says after a form. */
export const APPROVALS_DONE = {
  approved: { es: 'Aprobado y hecho.', en: 'Approved and done.' },
  declined: { es: 'Quedó rechazado: no se hizo nada.', en: 'Declined: nothing was done.' },
};
