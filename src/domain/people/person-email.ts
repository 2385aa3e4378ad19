// The e-mail with somebody's link to the dashboard: an invitation, or a new password (D78). Names are left out if they
// could carry a stranger's message.
import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatMexicoTime } from '../base/mexico-time.js';
import { type EmailContent, greetableName, oneLine } from '../messages/email-content.js';

export type PersonEmail = {
  readonly kind: 'invitation' | 'reset';
  readonly language: Language;
  readonly name: string;
  /** Who made the link. */
  readonly by: string;
  /** The merchant; null: the operator's desk. */
  readonly team: string | null;
  readonly url: string;
  readonly expiresAt: number;
};

export function writePersonEmail(about: PersonEmail): EmailContent {
  const { language, kind } = about;
  const texts = TEXTS[language];
  const team = about.team === null ? texts.desk : oneLine(about.team, 60);
  const [name, by] = [greetableName(about.name), greetableName(about.by) || texts.somebody];
  const said = texts[kind];
  return {
    language,
    shop: team,
    brand: { colour: null, logo: null },
    isTest: false,
    rows: [],
    steps: [],
    subject: said.subject(team),
    heading: said.heading(team),
    introduction: `${texts.hello(name)}\n${said.introduction(by, team)}`,
    notes: [texts.ends(formatMexicoTime(about.expiresAt, language)), texts.secret],
    button: { label: said.button, url: about.url },
    footer: [texts.footer],
  };
}

const TEXTS = inBoth({
  desk: { es: 'Cobro', en: 'Cobro' },
  somebody: { es: 'Alguien', en: 'Somebody' },
  hello: (name: string) => ({
    es: name === '' ? 'Hola:' : `Hola ${name}:`,
    en: name === '' ? 'Hello,' : `Hello ${name},`,
  }),
  invitation: {
    subject: (team: string) => ({
      es: `Te invitaron al panel de ${team}`,
      en: `You are invited to the dashboard of ${team}`,
    }),
    heading: (team: string) => ({ es: `Tu acceso al panel de ${team}`, en: `Your access to the dashboard of ${team}` }),
    introduction: (by: string, team: string) => ({
      es: `${by} te invita al panel de ${team}. Elige tu contraseña para entrar.`,
      en: `${by} invites you to the dashboard of ${team}. Choose your password to sign in.`,
    }),
    button: { es: 'Aceptar la invitación', en: 'Accept the invitation' },
  },
  reset: {
    subject: (team: string) => ({
      es: `Elige otra contraseña para el panel de ${team}`,
      en: `Choose another password for the dashboard of ${team}`,
    }),
    heading: () => ({ es: 'Elige otra contraseña', en: 'Choose another password' }),
    introduction: (by: string, team: string) => ({
      es: `${by} hizo este enlace para que elijas otra contraseña del panel de ${team}.`,
      en: `${by} made this link for you to choose another password for the dashboard of ${team}.`,
    }),
    button: { es: 'Elegir contraseña', en: 'Choose a password' },
  },
  ends: (time: string) => ({
    es: `El enlace sirve una sola vez, hasta el ${time}.`,
    en: `The link is good once, until ${time}.`,
  }),
  secret: {
    es: 'No lo compartas: quien lo abre entra en tu nombre.',
    en: 'Do not share it: whoever opens it signs in as you.',
  },
  footer: {
    es: 'Si no esperabas este correo, ignóralo. Nadie lee las respuestas.',
    en: 'If you did not expect this e-mail, ignore it. Nobody reads replies.',
  },
});
