// The texts of the page about payouts to the merchant.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { PayoutAccounts } from '../../../domain/transfers/payout-account.js';
import type { Every } from '../../../domain/transfers/payout-plan.js';

export const PAYOUTS_TEXTS = inBoth({
  account: { es: 'La cuenta a la que te depositamos', en: 'The account that we pay you to' },
  none: {
    es: 'No has registrado ninguna cuenta. Sin ella no te podemos depositar.',
    en: 'You have not added an account. Without one we cannot pay you.',
  },
  changes: (time: string, account: string) => ({
    es: `Tu cuenta cambia a ${account} el ${time} ¿No fuiste tú?`,
    en: `Your account changes to ${account} on ${time}. Wasn’t you?`,
  }),
  named: (who: string, time: string) => ({ es: `La registró ${who}, ${time}`, en: `Added by ${who}, ${time}` }),
  from: (time: string, account: string) => ({ es: `Desde el ${time}: ${account}`, en: `From ${time}: ${account}` }),
  bank: { es: 'Banco', en: 'Bank' },
  clabe: { es: 'CLABE', en: 'CLABE' },
  clabeHint: { es: '18 dígitos', en: '18 digits' },
  holder: { es: 'Titular', en: 'Holder' },
  holderHint: { es: 'Como aparece en el estado de cuenta del banco', en: 'As it is on the bank statement' },
  rfc: { es: 'RFC', en: 'RFC' },
  rfcHint: { es: 'Del titular, con homoclave', en: 'Of the holder, with its homoclave' },
  since: { es: 'Vale desde', en: 'Since' },
  namedBy: { es: 'La registró', en: 'Added by' },
  stop: {
    waiting: {
      button: { es: 'Cancelar el cambio', en: 'Cancel the change' },
      text: {
        es: 'La cuenta nueva no llega a valer. Quienes administran la cuenta reciben un correo.',
        en: 'The new account will not count. All owners get an e-mail.',
      },
    },
    current: {
      button: { es: 'Dejar de usar esta cuenta', en: 'Stop using this account' },
      text: {
        es: 'Ya no te depositamos en esta cuenta, ni en una de antes, hasta que valga otra que registres. Quienes administran la cuenta reciben un correo.',
        en: 'We no longer pay to this account, nor to one before it, until another one that you add counts. All owners get an e-mail.',
      },
    },
  } satisfies Record<keyof PayoutAccounts, Readonly<Record<'button' | 'text', Both>>>,
  name: { es: 'Registrar una cuenta', en: 'Add an account' },
  nameText: (hours: number) => ({
    es: `Vale después de ${hours} horas. Quienes administran la cuenta reciben un correo, y cualquiera puede cancelar el cambio mientras tanto.`,
    en: `It counts after ${hours} hours. All owners get an e-mail, and any of them can cancel the change meanwhile.`,
  }),
  change: { es: 'Cambiar la cuenta', en: 'Change the account' },
  other: { es: 'Registrar otra cuenta', en: 'Add another account' },
  factor: {
    es: 'Para registrar una cuenta necesitas la verificación en dos pasos.',
    en: 'To add an account you need two-step verification.',
  },
  toProfile: { es: 'Actívala en tu cuenta', en: 'Switch it on in your account' },
  ownersOnly: { es: 'Solo quien administra la cuenta puede cambiarla.', en: 'Only an owner can change it.' },
  plan: { es: 'Cuándo te depositamos', en: 'When we pay you' },
  planText: {
    es: 'Todo lo disponible, a las 6 a.m., si llega al monto mínimo.',
    en: 'All that is available, at 6 a.m., if it reaches the minimum amount.',
  },
  every: { es: 'Cada cuánto', en: 'How often' },
  everies: {
    off: { es: 'Solo cuando lo pidas al operador', en: 'Only when you ask the operator' },
    day: { es: 'Cada día', en: 'Every day' },
    week: { es: 'Cada semana', en: 'Every week' },
    month: { es: 'Cada mes', en: 'Every month' },
  } satisfies Record<Every | 'off', Both>,
  weekday: { es: 'Día de la semana', en: 'Day of the week' },
  weekdays: {
    1: { es: 'lunes', en: 'Monday' },
    2: { es: 'martes', en: 'Tuesday' },
    3: { es: 'miércoles', en: 'Wednesday' },
    4: { es: 'jueves', en: 'Thursday' },
    5: { es: 'viernes', en: 'Friday' },
    6: { es: 'sábado', en: 'Saturday' },
    7: { es: 'domingo', en: 'Sunday' },
  },
  monthDay: { es: 'Día del mes', en: 'Day of the month' },
  monthDayHint: { es: 'Del 1 al 28', en: '1 to 28' },
  least: { es: 'Monto mínimo', en: 'Minimum amount' },
  savePlan: { es: 'Guardar', en: 'Save' },
  nextTitle: { es: 'Siguiente depósito', en: 'Next payout' },
  nextTo: (account: string) => ({ es: `A ${account}`, en: `To ${account}` }),
  nextLess: (least: string) => ({
    es: `Hay menos de ${least}, tu mínimo: se deposita si para entonces se junta.`,
    en: `There is less than ${least}, your minimum amount: it is paid if it gets there by then.`,
  }),
  nextNowhere: { es: 'Falta la cuenta a la que te depositamos.', en: 'The account that we pay you to is missing.' },
  noPlan: { es: 'No tienes un plan de depósitos.', en: 'You have no payout plan.' },
  toPayouts: { es: 'Depósitos', en: 'Payouts' },
  last: { es: 'Últimos depósitos', en: 'Last payouts' },
  /** Of a payout, where Spanish says it otherwise than of any transfer. */
  states: {
    sent: { es: 'Enviado', en: 'Sent' },
    confirmed: { es: 'Confirmado', en: 'Confirmed' },
    bounced: { es: 'El banco lo devolvió', en: 'Bank returned it' },
  },
  noPayouts: { es: 'Todavía no hay depósitos', en: 'There are no payouts yet' },
});

/** What the next page says after a form. */
export const PAYOUTS_DONE = {
  named: {
    es: 'Quedó guardada. Quienes administran la cuenta reciben un correo.',
    en: 'It is saved. The owners get an e-mail.',
  },
  planned: { es: 'Tu plan quedó guardado.', en: 'Your plan is saved.' },
  stopped: { es: 'Listo: esa cuenta ya no se usa.', en: 'Done: that account is not used any more.' },
};
