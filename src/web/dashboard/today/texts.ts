// The texts of the desk's first page, and of the examination of the service.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { Light } from './lights.js';

export const TODAY_TEXTS = inBoth({
  title: { es: 'Hoy', en: 'Today' },
  light: {
    unknown: { es: 'Sin datos', en: 'Not known' },
    good: { es: 'Bien', en: 'Good' },
    open: { es: 'Por hacer', en: 'To do' },
    soon: { es: 'Atención', en: 'Attention' },
    now: { es: 'Urgente', en: 'Urgent' },
  } satisfies Record<Light, Both>,
  urgent: (count: number) => ({ es: count === 1 ? '1 urgente' : `${count} urgentes`, en: `${count} urgent` }),
  attention: (count: number) => ({
    es: count === 1 ? '1 pide atención' : `${count} piden atención`,
    en: count === 1 ? '1 needs attention' : `${count} need attention`,
  }),
  items: {
    money: { es: 'Dinero por decidir', en: 'Money to decide' },
    approvals: { es: 'Por aprobar', en: 'To approve' },
    transfers: { es: 'Transferencias', en: 'Transfers' },
    notices: { es: 'Avisos por revisar', en: 'Notices to look at' },
    ledger: { es: 'Libro mayor', en: 'Ledger' },
    reconciliation: { es: 'Conciliación', en: 'Reconciliation' },
  },
  position: {
    title: { es: 'Dinero real', en: 'Live money' },
    came: { es: 'Entró hoy', en: 'Came in today' },
    left: { es: 'Salió hoy', en: 'Went out today' },
    expected: { es: 'Debe haber en el banco', en: 'Must be in the bank' },
    whose: { es: 'De eso', en: 'Of that' },
    available: { es: 'Disponible para comercios', en: 'Available to merchants' },
    pending: { es: 'Por liberar', en: 'To be released' },
    undecided: { es: 'En espera y excedentes', en: 'Held and surplus' },
    leaving: { es: 'Por transferir', en: 'To transfer' },
    own: { es: 'Comisiones e IVA', en: 'Fees and IVA' },
  },
  todo: { es: 'Por hacer', en: 'To do' },
  service: { es: 'Servicio', en: 'Service' },
  fine: (count: number) => ({
    es: count === 1 ? '1 bien' : `${count} bien`,
    en: count === 1 ? '1 is good' : `${count} are good`,
  }),
  nothingWaits: { es: 'Nada espera', en: 'Nothing waits' },
  payments: (count: string) => ({
    es: count === '1' ? '1 pago' : `${count} pagos`,
    en: count === '1' ? '1 payment' : `${count} payments`,
  }),
  transfers: (count: string) => ({
    es: count === '1' ? '1 transferencia' : `${count} transferencias`,
    en: count === '1' ? '1 transfer' : `${count} transfers`,
  }),
  oldest: (span: string) => ({ es: `el más antiguo, hace ${span}`, en: `the oldest, ${span} ago` }),
  ofMerchants: (count: string) => ({
    es: `${count} más ${count === '1' ? 'espera a un comercio' : 'esperan a comercios'}`,
    en: `${count} more ${count === '1' ? 'waits for a merchant' : 'wait for merchants'}`,
  }),
  toApprove: (count: number) => ({
    es: count === 1 ? '1 propuesta' : `${count} propuestas`,
    en: count === 1 ? '1 proposal' : `${count} proposals`,
  }),
  sent: (count: number) => ({
    es: count === 1 ? '1 enviada sin confirmar' : `${count} enviadas sin confirmar`,
    en: `${count} sent, not confirmed`,
  }),
  noticesOf: {
    malformed: (count: number) => ({
      es: count === 1 ? '1 aviso ilegible' : `${count} avisos ilegibles`,
      en: count === 1 ? '1 unreadable notice' : `${count} unreadable notices`,
    }),
    differs: (count: number) => ({
      es: count === 1 ? '1 aviso contradice' : `${count} avisos contradicen`,
      en: count === 1 ? '1 notice contradicts' : `${count} notices contradict`,
    }),
    ignored: (count: number) => ({
      es: count === 1 ? '1 reverso rechazado' : `${count} reversos rechazados`,
      en: count === 1 ? '1 refused reversal' : `${count} refused reversals`,
    }),
  },
  inAWeek: (span: string) => ({
    es: `en los últimos 7 días · el más reciente, hace ${span}`,
    en: `in the last 7 days · the newest, ${span} ago`,
  }),
  noneInAWeek: { es: 'Ninguno en los últimos 7 días', en: 'None in the last 7 days' },
  checkedOk: (span: string) => ({ es: `Cuadra; revisado hace ${span}`, en: `It balances; checked ${span} ago` }),
  checkedBad: { es: 'La última revisión encontró diferencias', en: 'The last check found differences' },
  neverChecked: { es: 'Los libros nunca se han revisado', en: 'The books were never checked' },
  notBalanced: { es: 'Los saldos no suman cero', en: 'The balances do not sum to zero' },
  reconciled: (days: string, span: string) => ({ es: `${days}, hecha hace ${span}`, en: `${days}, made ${span} ago` }),
  openFindings: (count: number) => ({
    es: count === 1 ? '1 diferencia abierta' : `${count} diferencias abiertas`,
    en: count === 1 ? '1 open difference' : `${count} open differences`,
  }),
  neverSent: (count: number) => ({
    es: count === 1 ? 'El banco muestra 1 salida que nadie envió' : `El banco muestra ${count} salidas que nadie envió`,
    en: `The bank shows ${count} that nobody here sent`,
  }),
  neverReconciled: { es: 'No se ha conciliado ningún día', en: 'No day was reconciled yet' },
  doctor: { es: 'Estado del servicio', en: 'State of the service' },
  attend: (count: number) => ({
    es: count === 0 ? 'Nada por atender' : `${count} por atender`,
    en: count === 0 ? 'Nothing to attend to' : `${count} to attend to`,
  }),
  seeAll: (count: number) => ({ es: `Ver los ${count}`, en: `See all ${count}` }),
  checkedNow: { es: 'Revisado ahora', en: 'Checked just now' },
  check: { es: 'Qué se revisa', en: 'What is checked' },
  finding: { es: 'Resultado', en: 'Result' },
  forAdmin: { es: 'Para quien administra:', en: 'For the administrator:' },
  mendAt: {
    rates: { es: 'Ir a tipos de cambio', en: 'Go to exchange rates' },
    rails: { es: 'Ir a rieles', en: 'Go to rails' },
    points: { es: 'Ir a puntos de pago', en: 'Go to payment points' },
  },
});
