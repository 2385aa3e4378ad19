// The e-mail with somebody's link to the dashboard: an invitation, or a new password (D78). Names are left out if they
// could carry a stranger's message.
import type { Language } from '../base/language.js';
import { formatMexicoTime } from '../base/mexico-time.js';
import { greetableName, type Letter, oneLine } from '../messages/email-content.js';

export type PersonLetter = {
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

export function writePersonLetter(about: PersonLetter): Letter {
  const { language, kind } = about;
  const texts = TEXTS[language];
  const team = about.team === null ? texts.desk : oneLine(about.team, 60);
  const [name, by] = [greetableName(about.name), greetableName(about.by) || texts.somebody];
  const said = texts[kind];
  return {
    ...{ language, shop: team, brand: { colour: null, logo: null }, isTest: false, rows: [], steps: [] },
    subject: said.subject(team),
    heading: said.heading(team),
    introduction: `${texts.hello(name)}\n${said.introduction(by, team)}`,
    notes: [texts.ends(formatMexicoTime(about.expiresAt, language)), texts.secret],
    button: { label: said.button, url: about.url },
    footer: [texts.footer],
  };
}

type KindTexts = {
  readonly subject: (team: string) => string;
  readonly heading: (team: string) => string;
  readonly introduction: (by: string, team: string) => string;
  readonly button: string;
};

type Texts = Readonly<Record<PersonLetter['kind'], KindTexts>> & {
  readonly desk: string;
  readonly somebody: string;
  readonly hello: (name: string) => string;
  readonly ends: (time: string) => string;
  readonly secret: string;
  readonly footer: string;
};

const TEXTS: Readonly<Record<Language, Texts>> = {
  es: {
    desk: 'Cobro',
    somebody: 'Alguien',
    hello: (name) => (name === '' ? 'Hola:' : `Hola ${name}:`),
    invitation: {
      subject: (team) => `Te invitaron al panel de ${team}`,
      heading: (team) => `Tu acceso al panel de ${team}`,
      introduction: (by, team) => `${by} te invita al panel de ${team}. Elige tu contraseña para entrar.`,
      button: 'Aceptar la invitación',
    },
    reset: {
      subject: (team) => `Elige otra contraseña para el panel de ${team}`,
      heading: () => 'Elige otra contraseña',
      introduction: (by, team) => `${by} hizo este enlace para que elijas otra contraseña del panel de ${team}.`,
      button: 'Elegir contraseña',
    },
    ends: (time) => `El enlace sirve una sola vez, hasta el ${time}.`,
    secret: 'No lo compartas: quien lo abre entra en tu nombre.',
    footer: 'Si no esperabas este correo, ignóralo. Nadie lee las respuestas.',
  },
  en: {
    desk: 'Cobro',
    somebody: 'Somebody',
    hello: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
    invitation: {
      subject: (team) => `You are invited to the dashboard of ${team}`,
      heading: (team) => `Your access to the dashboard of ${team}`,
      introduction: (by, team) => `${by} invites you to the dashboard of ${team}. Choose your password to sign in.`,
      button: 'Accept the invitation',
    },
    reset: {
      subject: (team) => `Choose another password for the dashboard of ${team}`,
      heading: () => 'Choose another password',
      introduction: (by, team) =>
        `${by} made this link for you to choose another password for the dashboard of ${team}.`,
      button: 'Choose a password',
    },
    ends: (time) => `The link is good once, until ${time}.`,
    secret: 'Do not share it: whoever opens it signs in as you.',
    footer: 'If you did not expect this e-mail, ignore it. Nobody reads replies.',
  },
};
