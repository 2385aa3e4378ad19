// The texts of the desk's first page, and of the examination of the service.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { Light } from './lights.js';

export const TODAY_TEXTS = inBoth({
  title: { es: 'Hoy', en: 'Today' },
  light: {
    unknown: { es: 'Sin datos', en: 'Not known' },
    good: { es: 'Bien', en: 'Good' },
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
    rails: { es: 'Rieles', en: 'Rails' },
    rates: { es: 'Tipos de cambio', en: 'Exchange rates' },
    queue: { es: 'Cola de webhooks', en: 'Webhook queue' },
    pools: { es: 'Números disponibles', en: 'Numbers left' },
    ledger: { es: 'Libro mayor', en: 'Ledger' },
    reconciliation: { es: 'Conciliación', en: 'Reconciliation' },
    backup: { es: 'Respaldo', en: 'Backup' },
  },
  position: {
    title: { es: 'Dinero real', en: 'Live money' },
    came: { es: 'Entró hoy', en: 'Came in today' },
    left: { es: 'Salió hoy', en: 'Went out today' },
    expected: { es: 'Debe haber en el banco', en: 'Must be in the bank' },
    whose: { es: 'De eso', en: 'Of that' },
    available: { es: 'Disponible para comercios', en: 'Available to merchants' },
    pending: { es: 'Por liberar', en: 'To be released' },
    undecided: { es: 'Retenido y excedentes', en: 'Held and surplus' },
    leaving: { es: 'Por transferir', en: 'To transfer' },
    own: { es: 'Comisiones e IVA', en: 'Fees and IVA' },
  },
  todo: { es: 'Por hacer', en: 'To do' },
  service: { es: 'Servicio', en: 'Service' },
  fine: (count: number) => ({
    es: count === 1 ? '1 revisión bien' : `${count} revisiones bien`,
    en: count === 1 ? '1 check is good' : `${count} checks are good`,
  }),
  notKnown: (count: number) => ({ es: `${count} sin datos`, en: `${count} not known` }),
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
  newest: (span: string) => ({ es: `el más reciente, hace ${span}`, en: `the newest, ${span} ago` }),
  ofMerchants: (count: string) => ({
    es: `${count} más ${count === '1' ? 'espera' : 'esperan'} a comercios`,
    en: `${count} more ${count === '1' ? 'waits' : 'wait'} for merchants`,
  }),
  toApprove: (count: number) => ({
    es: count === 1 ? '1 propuesta' : `${count} propuestas`,
    en: count === 1 ? '1 proposal' : `${count} proposals`,
  }),
  sent: (count: number) => ({
    es: count === 1 ? '1 enviada sin confirmar' : `${count} enviadas sin confirmar`,
    en: `${count} sent, not confirmed`,
  }),
  silentRail: (rail: string, span: string) => ({
    es: `${rail} calla hace ${span}`,
    en: `${rail} is silent for ${span}`,
  }),
  lastNotice: (span: string) => ({ es: `Último aviso, hace ${span}`, en: `Last notice ${span} ago` }),
  noNotices: { es: 'Todavía no hay avisos reales', en: 'No live notices yet' },
  inAWeek: (count: number) => ({ es: count === 1 ? '1 en 7 días' : `${count} en 7 días`, en: `${count} in 7 days` }),
  noneInAWeek: { es: 'Ninguno en 7 días', en: 'None in 7 days' },
  missingRates: (currencies: string) => ({
    es: `Sin tipo reciente: ${currencies}`,
    en: `No recent rate: ${currencies}`,
  }),
  noRates: { es: 'Ninguno todavía', en: 'None yet' },
  rateAge: (currency: string, span: string) => ({ es: `${currency}, hace ${span}`, en: `${currency}, ${span} ago` }),
  dueWebhooks: (count: number) => ({
    es: count === 1 ? '1 por entregar' : `${count} por entregar`,
    en: `${count} to deliver`,
  }),
  storedNotices: (count: number) => ({
    es: count === 1 ? '1 aviso sin procesar' : `${count} avisos sin procesar`,
    en: count === 1 ? '1 notice not handled yet' : `${count} notices not handled yet`,
  }),
  poolUse: (pool: string, percent: string) => ({
    es: `${pool}: ${percent} en uso`,
    en: `${pool}: ${percent} in use`,
  }),
  noPools: { es: 'Todavía no se usa ninguna real', en: 'No live one is used yet' },
  checkedOk: (span: string) => ({ es: `Cuadra; revisado hace ${span}`, en: `It balances; checked ${span} ago` }),
  checkedBad: { es: 'La última revisión encontró diferencias', en: 'The last check found differences' },
  neverChecked: { es: 'No se ha revisado', en: 'Never checked' },
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
  backupAge: (span: string) => ({ es: `El último, hace ${span}`, en: `The last one, ${span} ago` }),
  noBackup: { es: 'No se conoce ninguno', en: 'None is known' },
  doctor: { es: 'Estado del servicio', en: 'State of the service' },
  attend: (count: number) => ({
    es: count === 0 ? 'Nada por atender' : `${count} por atender`,
    en: count === 0 ? 'Nothing to attend to' : `${count} to attend to`,
  }),
  check: { es: 'Qué se revisa', en: 'What is checked' },
  result: {
    ok: { es: 'Bien', en: 'Good' },
    warning: { es: 'Atención', en: 'Attention' },
    problem: { es: 'Problema', en: 'Problem' },
  },
  finding: { es: 'Resultado', en: 'Result' },
  forAdmin: { es: 'Para quien administra:', en: 'For the administrator:' },
  mendAt: {
    rates: { es: 'Ir a tipos de cambio', en: 'Go to exchange rates' },
    rails: { es: 'Ir a rieles', en: 'Go to rails' },
    points: { es: 'Ir a puntos de pago', en: 'Go to payment points' },
  },
});
