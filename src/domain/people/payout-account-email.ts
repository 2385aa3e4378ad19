// The e-mail that tells an owner that the account for payouts changes (D85), while there is time to stop it.
import { inBoth } from '../base/in-both.js';
import { formatMexicoTime } from '../base/mexico-time.js';
import type { EmailContent } from '../messages/email-content.js';
import { type PayoutAccount, shownAccount } from '../transfers/payout-account.js';
import { type About, writeToPerson } from './person-email.js';

export type PayoutAccountStep = 'named' | 'stopped';

export function writePayoutAccountEmail(
  about: About & { readonly step: PayoutAccountStep; readonly account: PayoutAccount },
): EmailContent {
  const { language, step, account } = about;
  const texts = TEXTS[language];
  return writeToPerson(about, (by, team) => ({
    subject: texts[step].subject(team),
    heading: texts[step].subject(team),
    introduction: texts[step].introduction(by, shownAccount(account)),
    notes: step === 'named' ? [texts.from(formatMexicoTime(account.countsFrom, language)), texts.stop] : [texts.stays],
    button: texts.button,
    footer: texts.footer,
  }));
}

const TEXTS = inBoth({
  named: {
    subject: (team: string) => ({
      es: `Cambia la cuenta a la que se paga a ${team}`,
      en: `The account that ${team} is paid to changes`,
    }),
    introduction: (by: string, account: string) => ({
      es: `${by} pidió que los depósitos a tu comercio vayan a otra cuenta: ${account}.`,
      en: `${by} asked that payouts to your shop go to another account: ${account}.`,
    }),
  },
  stopped: {
    subject: (team: string) => ({
      es: `Se detuvo una cuenta para los pagos a ${team}`,
      en: `An account for payouts to ${team} was stopped`,
    }),
    introduction: (by: string, account: string) => ({
      es: `${by} detuvo la cuenta ${account}: nada de tu dinero va ahí.`,
      en: `${by} stopped the account ${account}: none of your money goes there.`,
    }),
  },
  from: (time: string) => ({ es: `Vale desde el ${time}.`, en: `It counts from ${time}.` }),
  stop: {
    es: 'Si no lo esperabas, detenla antes en el panel, en Dinero → Depósitos a tu cuenta, y avisa a tu equipo.',
    en: 'If you did not expect it, stop it before then in the dashboard, at Money → Payouts, and tell your team.',
  },
  stays: {
    es: 'Si no lo esperabas, revisa en el panel a qué cuenta se paga.',
    en: 'If you did not expect it, look in the dashboard at the account that is paid to.',
  },
  button: { es: 'Abrir el panel', en: 'Open the dashboard' },
  footer: { es: 'Nadie lee las respuestas a este correo.', en: 'Nobody reads replies to this e-mail.' },
});
