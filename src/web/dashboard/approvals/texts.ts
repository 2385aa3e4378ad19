// The texts of what waits for a second person.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { FactName } from '../../../domain/people/act.js';
import { ACT_NAMES } from '../../../domain/people/act-names.js';
import type { ProposalState } from '../../../domain/people/proposal.js';

export const APPROVALS_TEXTS = inBoth({
  title: { es: 'Por aprobar', en: 'To approve' },
  intro: (over: string) => ({
    es: `Mover más de ${over} de dinero real en un día necesita a dos personas, y también cambiar a dónde pagan los clientes y en qué condiciones. Quien propone no aprueba.`,
    en: `Moving more than ${over} of live money in a day needs two people, and so does changing where customers pay and on which terms. Who proposes does not approve.`,
  }),
  introOff: {
    es: 'Solo los ajustes del libro mayor piden doble autorización. Quien administra puede poner un límite.',
    en: 'Only adjustments of the ledger need a second approval. Your administrator can set a limit.',
  },
  none: { es: 'Nada por aprobar', en: 'Nothing to approve' },
  act: ACT_NAMES,
  removedAct: (kind: string) => ({
    es: `Ya no se puede hacer, solo rechazar: ${kind}`,
    en: `Can no longer be done, only declined: ${kind}`,
  }),
  fact: {
    merchant: { es: 'Comercio', en: 'Merchant' },
    order: { es: 'Orden', en: 'Order' },
    payment: { es: 'Pago', en: 'Payment' },
    transfer: { es: 'Transferencia', en: 'Transfer' },
    point: { es: 'Punto de pago', en: 'Payment point' },
    rail: { es: 'Riel', en: 'Rail' },
    person: { es: 'Persona', en: 'Person' },
    currency: { es: 'Moneda', en: 'Currency' },
    file: { es: 'Archivo', en: 'File' },
    format: { es: 'Formato', en: 'Format' },
    amount: { es: 'Importe', en: 'Amount' },
    state: { es: 'Estado ahora', en: 'State now' },
    mode: { es: 'Modo', en: 'Mode' },
    destination: { es: 'Cuenta de destino', en: 'Account it goes to' },
    holder: { es: 'Titular', en: 'Holder' },
    bank: { es: 'Banco', en: 'Bank' },
    own_account: { es: 'No es la cuenta del comercio, que es', en: 'It is not the merchant’s own account, which is' },
    tracking_key: { es: 'Clave de rastreo', en: 'Tracking key' },
    lines: { es: 'Líneas', en: 'Lines' },
    reason: { es: 'Motivo', en: 'Reason' },
    details: { es: 'Datos', en: 'Details' },
    cards: { es: 'Tarjetas', en: 'Cards' },
    allow: { es: 'Direcciones', en: 'Addresses' },
    points: { es: 'Puntos de pago', en: 'Payment points' },
    rate: { es: 'Pesos por unidad', en: 'Pesos per unit' },
    fee: { es: 'Comisión', en: 'Fee' },
    method: { es: 'Forma de pago', en: 'Method' },
    overdraft: { es: 'Sobregiro', en: 'Overdraft' },
    policies: { es: 'Políticas', en: 'Policies' },
    key: { es: 'Llave', en: 'Key' },
    replaces: { es: 'En lugar de, que aún sirve', en: 'In place of, which goes on for' },
    rights: { es: 'Permisos', en: 'Rights' },
    role: { es: 'Función', en: 'Role' },
    from: { es: 'De la cuenta', en: 'From account' },
    to: { es: 'A la cuenta', en: 'To account' },
    evidence: { es: 'Comprobante', en: 'Evidence' },
    lost: { es: 'Hechas después del respaldo, y aquí no están', en: 'Made since the backup, and not here' },
  } satisfies Record<FactName, Both>,
  notCompared: {
    es: 'No se sabe: no había con qué comparar. Revisa los estados de cuenta del banco desde el respaldo.',
    en: 'Nobody knows: there was nothing to compare with. Look at the bank’s statements since the backup.',
  },
  state: {
    open: { es: 'Espera', en: 'Waits' },
    approved: { es: 'Aprobado', en: 'Approved' },
    declined: { es: 'Rechazado', en: 'Declined' },
    expired: { es: 'Caducó', en: 'Expired' },
    done: { es: 'Hecho por una persona', en: 'Done by one person' },
  } satisfies Record<ProposalState, Both>,
  proposedBy: { es: 'Propone', en: 'Proposed by' },
  decidedBy: { es: 'Decidió', en: 'Decided by' },
  until: { es: 'Caduca', en: 'Expires' },
  about: { es: 'Sobre', en: 'About' },
  past: { es: 'Decididas', en: 'Decided' },
  approve: { es: 'Aprobar', en: 'Approve' },
  approveChange: (what: string) => ({ es: `Aprobar el cambio de ${what}`, en: `Approve the change of ${what}` }),
  decline: { es: 'Rechazar', en: 'Decline' },
  withdraw: { es: 'Retirar mi propuesta', en: 'Withdraw my proposal' },
  payer: (name: string, at: string) => ({ es: `de ${name}, llegó a ${at}`, en: `from ${name}, arrived at ${at}` }),
  picture: { es: 'Imagen', en: 'Picture' },
  digest: { es: 'Huella', en: 'Digest' },
  digestHint: {
    es: 'De todo lo que se hará: si algo cambia, ya no se puede aprobar.',
    en: 'Of all that will be done: if anything changes, it can no longer be approved.',
  },
  ownNote: {
    es: 'Lo propusiste tú: otra persona debe aprobarlo.',
    en: 'You proposed it: another person has to approve it.',
  },
});

/** What the next page says after a form. */
export const APPROVALS_DONE = {
  approved: { es: 'Aprobado y hecho.', en: 'Approved and done.' },
  declined: { es: 'Quedó rechazado: no se hizo nada.', en: 'Declined: nothing was done.' },
};
