// The texts of the page about payouts to the merchant.
import { inBoth } from '../../../domain/base/in-both.js';

export const PAYOUTS_TEXTS = inBoth({
  account: { es: 'La cuenta a la que te pagamos', en: 'The account that we pay you to' },
  none: {
    es: 'No has nombrado ninguna cuenta. Sin ella no te podemos pagar solos.',
    en: 'You have not named an account. Without one we cannot pay you by ourselves.',
  },
  waiting: { es: 'Cuenta nueva, en espera', en: 'A new account, waiting' },
  waitingText: (time: string) => ({
    es: `Vale desde el ${time}. Hasta entonces todo va a la cuenta de antes, y cualquier dueño la puede detener.`,
    en: `It counts from ${time}. Until then everything goes to the account before, and any owner can stop it.`,
  }),
  bank: { es: 'Banco', en: 'Bank' },
  clabe: { es: 'CLABE', en: 'CLABE' },
  clabeHint: { es: '18 dígitos', en: '18 digits' },
  holder: { es: 'Titular', en: 'Holder' },
  holderHint: { es: 'Como aparece en el estado de cuenta del banco', en: 'As it is on the bank statement' },
  rfc: { es: 'RFC', en: 'RFC' },
  rfcHint: { es: 'Del titular, con homoclave', en: 'Of the holder, with its homoclave' },
  since: { es: 'Vale desde', en: 'Counts since' },
  namedBy: { es: 'La nombró', en: 'Named by' },
  stop: { es: 'Detenerla', en: 'Stop it' },
  stopWaiting: {
    es: 'La cuenta nueva no llega a valer. Todos los dueños reciben un correo.',
    en: 'The new account will not count. All owners get an e-mail.',
  },
  stopCurrent: {
    es: 'Ya no te pagamos a esta cuenta, ni a una de antes, hasta que valga otra que nombres. Todos los dueños reciben un correo.',
    en: 'We no longer pay to this account, nor to one before it, until another one that you name counts. All owners get an e-mail.',
  },
  name: { es: 'Nombrar una cuenta', en: 'Name an account' },
  nameText: (hours: number) => ({
    es: `Vale después de ${hours} horas. Todos los dueños reciben un correo, y cualquiera la puede detener mientras tanto.`,
    en: `It counts after ${hours} hours. All owners get an e-mail, and any of them can stop it meanwhile.`,
  }),
  change: { es: 'Cambiar la cuenta', en: 'Change the account' },
  factor: {
    es: 'Para nombrar una cuenta necesitas un segundo factor.',
    en: 'To name an account you need a second factor.',
  },
  toProfile: { es: 'Actívalo en tu cuenta', en: 'Switch it on in your account' },
  ownersOnly: { es: 'Solo un dueño puede cambiarla.', en: 'Only an owner can change it.' },
  last: { es: 'Últimos pagos', en: 'Last payouts' },
  noPayouts: { es: 'Todavía no hay pagos', en: 'There are no payouts yet' },
});

/** What the next page says after a form. */
export const PAYOUTS_DONE = {
  named: {
    es: 'Quedó guardada. Los dueños reciben un correo.',
    en: 'It is saved. The owners get an e-mail.',
  },
  stopped: { es: 'Quedó detenida.', en: 'It is stopped.' },
};
