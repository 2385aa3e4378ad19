// The e-mail that tells somebody of the operator's that something waits for their approval (D81).
import { inBoth } from '../base/in-both.js';
import { formatMexicoTime } from '../base/mexico-time.js';
import type { EmailContent } from '../messages/email-content.js';
import type { ActKind } from './act.js';
import { ACT_NAMES } from './act-names.js';
import { type About, writeToPerson } from './person-email.js';

export function writeProposalEmail(
  about: About & { readonly kind: ActKind; readonly amount: string | null; readonly expiresAt: number },
): EmailContent {
  const { language, amount } = about;
  const texts = TEXTS[language];
  const what = ACT_NAMES[about.kind][language] + (amount === null ? '' : ` · $${amount}`);
  return writeToPerson(about, (by) => ({
    subject: texts.subject(what),
    heading: texts.heading,
    introduction: texts.introduction(by, what),
    notes: [texts.ends(formatMexicoTime(about.expiresAt, language)), texts.look],
    button: texts.button,
    footer: texts.footer,
  }));
}

const TEXTS = inBoth({
  subject: (what: string) => ({ es: `Por aprobar: ${what}`, en: `To approve: ${what}` }),
  heading: { es: 'Espera tu aprobación', en: 'It waits for your approval' },
  introduction: (by: string, what: string) => ({
    es: `${by} propone: ${what}. No se hace nada hasta que otra persona lo apruebe.`,
    en: `${by} proposes: ${what}. Nothing is done until another person approves it.`,
  }),
  ends: (time: string) => ({ es: `Caduca el ${time}.`, en: `It expires on ${time}.` }),
  look: {
    es: 'Entra por tu cuenta al panel y revisa a quién va el dinero antes de aprobar.',
    en: 'Sign in to the desk yourself, and look where the money goes before you approve.',
  },
  button: { es: 'Ver lo que espera', en: 'See what waits' },
  footer: {
    es: 'Recibes este correo porque puedes aprobar lo que otros proponen.',
    en: 'You get this e-mail because you may approve what others propose.',
  },
});
