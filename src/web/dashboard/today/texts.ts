// The texts of the desk's first page, and of the examination of the service.
import type { Language } from '../../../domain/base/language.js';
import type { Light } from './today-view.js';

type Item = 'money' | 'transfers' | 'notices' | 'rates' | 'queue' | 'pools' | 'ledger' | 'reconciliation' | 'backup';

type TodayTexts = {
  readonly title: string;
  readonly light: Readonly<Record<Light, string>>;
  readonly allGood: string;
  readonly needs: (count: number) => string;
  readonly items: Readonly<Record<Item, string>>;
  readonly nothingWaits: string;
  readonly payments: (count: string) => string;
  readonly oldest: (span: string) => string;
  readonly newest: (span: string) => string;
  readonly toSend: (count: number) => string;
  readonly sent: (count: number) => string;
  readonly unreadable: (count: number) => string;
  readonly noneUnreadable: string;
  readonly missingRates: (currencies: string) => string;
  readonly rateAge: (currency: string, span: string) => string;
  readonly dueWebhooks: (count: number) => string;
  readonly storedNotices: (count: number) => string;
  readonly poolUse: (pool: string, percent: string) => string;
  readonly noPools: string;
  readonly checkedOk: (span: string) => string;
  readonly checkedBad: string;
  readonly neverChecked: string;
  readonly notBalanced: string;
  readonly reconciled: (days: string, span: string) => string;
  readonly openFindings: (count: number) => string;
  readonly neverReconciled: string;
  readonly backupAge: (span: string) => string;
  readonly noBackup: string;
  readonly doctor: string;
  readonly doctorIntro: string;
  readonly check: string;
  readonly result: Readonly<Record<'ok' | 'warning' | 'problem', string>>;
  readonly finding: string;
  readonly mendAt: Readonly<Record<'rates' | 'rails' | 'points', string>>;
};

export const TODAY_TEXTS: Readonly<Record<Language, TodayTexts>> = {
  es: {
    title: 'Hoy',
    light: { good: 'Bien', soon: 'Atención', now: 'Urgente' },
    allGood: 'Todo está bien.',
    needs: (count) =>
      count === 1 ? 'Una cosa necesita a alguien ahora.' : `${count} cosas necesitan a alguien ahora.`,
    items: {
      money: 'Dinero por decidir',
      transfers: 'Transferencias por enviar',
      notices: 'Avisos que no se entienden',
      rates: 'Tipos de cambio',
      queue: 'Cola de webhooks',
      pools: 'Reservas de números',
      ledger: 'Libro mayor',
      reconciliation: 'Conciliación',
      backup: 'Respaldo',
    },
    nothingWaits: 'Nada espera',
    payments: (count) => (count === '1' ? '1 pago' : `${count} pagos`),
    oldest: (span) => `el más antiguo, hace ${span}`,
    newest: (span) => `el más reciente, hace ${span}`,
    toSend: (count) => (count === 1 ? '1 por enviar' : `${count} por enviar`),
    sent: (count) => (count === 1 ? '1 enviada sin confirmar' : `${count} enviadas sin confirmar`),
    unreadable: (count) => (count === 1 ? '1 en 7 días' : `${count} en 7 días`),
    noneUnreadable: 'Ninguno en 7 días',
    missingRates: (currencies) => `Sin tipo reciente: ${currencies}`,
    rateAge: (currency, span) => `${currency}, hace ${span}`,
    dueWebhooks: (count) => (count === 1 ? '1 por entregar' : `${count} por entregar`),
    storedNotices: (count) => (count === 1 ? '1 aviso sin procesar' : `${count} avisos sin procesar`),
    poolUse: (pool, percent) => `${percent} de ${pool} en uso`,
    noPools: 'Todavía no se usa ninguna real',
    checkedOk: (span) => `Cuadra; revisado hace ${span}`,
    checkedBad: 'La última revisión encontró diferencias',
    neverChecked: 'No se ha revisado',
    notBalanced: 'Los saldos no suman cero',
    reconciled: (days, span) => `${days}, hecha hace ${span}`,
    openFindings: (count) => (count === 1 ? '1 diferencia abierta' : `${count} diferencias abiertas`),
    neverReconciled: 'No se ha conciliado ningún día',
    backupAge: (span) => `El último, hace ${span}`,
    noBackup: 'No se conoce ninguno',
    doctor: 'Estado del servicio',
    doctorIntro:
      'Lo mismo que revisa «cobro doctor»: ajustes, base de datos, reloj, tipos de cambio, reservas, rieles y respaldo.',
    check: 'Qué se revisa',
    result: { ok: 'Bien', warning: 'Aviso', problem: 'Problema' },
    finding: 'Resultado',
    mendAt: { rates: 'Ir a tipos de cambio', rails: 'Ir a rieles', points: 'Ir a puntos de pago' },
  },
  en: {
    title: 'Today',
    light: { good: 'Good', soon: 'Attention', now: 'Urgent' },
    allGood: 'All is well.',
    needs: (count) => (count === 1 ? 'One thing needs somebody now.' : `${count} things need somebody now.`),
    items: {
      money: 'Money to decide',
      transfers: 'Transfers to send',
      notices: 'Notices that cannot be read',
      rates: 'Exchange rates',
      queue: 'Webhook queue',
      pools: 'Pools of numbers',
      ledger: 'Ledger',
      reconciliation: 'Reconciliation',
      backup: 'Backup',
    },
    nothingWaits: 'Nothing waits',
    payments: (count) => (count === '1' ? '1 payment' : `${count} payments`),
    oldest: (span) => `the oldest, ${span} ago`,
    newest: (span) => `the newest, ${span} ago`,
    toSend: (count) => `${count} to send`,
    sent: (count) => `${count} sent, not confirmed`,
    unreadable: (count) => `${count} in 7 days`,
    noneUnreadable: 'None in 7 days',
    missingRates: (currencies) => `No recent rate: ${currencies}`,
    rateAge: (currency, span) => `${currency}, ${span} ago`,
    dueWebhooks: (count) => `${count} to deliver`,
    storedNotices: (count) => (count === 1 ? '1 notice not handled yet' : `${count} notices not handled yet`),
    poolUse: (pool, percent) => `${percent} of ${pool} in use`,
    noPools: 'No live one is used yet',
    checkedOk: (span) => `It balances; checked ${span} ago`,
    checkedBad: 'The last check found differences',
    neverChecked: 'Never checked',
    notBalanced: 'The balances do not sum to zero',
    reconciled: (days, span) => `${days}, made ${span} ago`,
    openFindings: (count) => (count === 1 ? '1 open difference' : `${count} open differences`),
    neverReconciled: 'No day was reconciled yet',
    backupAge: (span) => `The last one, ${span} ago`,
    noBackup: 'None is known',
    doctor: 'State of the service',
    doctorIntro: 'The same that “cobro doctor” checks: settings, database, clock, rates, pools, rails and backup.',
    check: 'What is checked',
    result: { ok: 'Good', warning: 'Warning', problem: 'Problem' },
    finding: 'Result',
    mendAt: { rates: 'Go to exchange rates', rails: 'Go to rails', points: 'Go to payment points' },
  },
};
