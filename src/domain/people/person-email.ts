// E-mails to somebody of a team: with their link to the dashboard (an invitation, or a new password), and about what a
// colleague changed about their access (D78, D82). Names are left out if they could carry a stranger's message.
import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatMexicoTime } from '../base/mexico-time.js';
import type { EmailContent } from '../messages/email-content.js';
import { greetableName, oneLine } from '../messages/strangers-text.js';

export type About = {
  readonly language: Language;
  readonly name: string;
  /** Who made the link, or the change. */
  readonly by: string;
  /** The merchant; null: the operator's desk. */
  readonly team: string | null;
  readonly url: string;
};

type PersonEmail = About & { readonly kind: 'invitation' | 'reset' | 'forgotten'; readonly expiresAt: number };

/** What a colleague can change about somebody's access. */
export type AccessChange = 'role' | 'disabled' | 'enabled' | 'second_factor';

export function writePersonEmail(about: PersonEmail): EmailContent {
  const texts = TEXTS[about.language];
  const said = texts[about.kind];
  return writeToPerson(about, (by, team) => ({
    subject: said.subject(team),
    heading: said.heading(team),
    introduction: said.introduction(by, team),
    notes: [texts.ends(formatMexicoTime(about.expiresAt, about.language)), texts.secret],
    button: said.button,
    footer: texts.footer,
  }));
}

export function writeAccessEmail(about: About & { readonly change: AccessChange }): EmailContent {
  const { change } = TEXTS[about.language];
  return writeToPerson(about, (by, team) => ({
    subject: change.subject(team),
    heading: change.subject(team),
    introduction: change[about.change](by, team),
    notes: [change.alarm],
    button: change.button,
    footer: change.footer,
  }));
}

type Said = Pick<EmailContent, 'subject' | 'heading' | 'introduction' | 'notes'> & {
  readonly button: string;
  readonly footer: string;
};

/** In the form of all e-mails to people. */
export function writeToPerson(about: About, say: (by: string, team: string) => Said): EmailContent {
  const { language } = about;
  const texts = TEXTS[language];
  const team = about.team === null ? texts.desk : oneLine(about.team, 60);
  const said = say(greetableName(about.by) || texts.somebody, team);
  return {
    language,
    shop: team,
    brand: { colour: null, logo: null },
    isTest: false,
    rows: [],
    steps: [],
    ...said,
    introduction: `${texts.hello(greetableName(about.name))}\n${said.introduction}`,
    button: { label: said.button, url: about.url },
    footer: [said.footer],
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
  /** Asked for by whoever knows the address, who need not be its reader. */
  forgotten: {
    subject: (team: string) => ({
      es: `Elige otra contraseña para el panel de ${team}`,
      en: `Choose another password for the dashboard of ${team}`,
    }),
    heading: () => ({ es: 'Elige otra contraseña', en: 'Choose another password' }),
    introduction: (_by: string, team: string) => ({
      es: `Alguien pidió otra contraseña para tu acceso al panel de ${team}. Si no fuiste tú, no hagas nada: la tuya sigue igual.`,
      en: `Somebody asked for another password for your access to the dashboard of ${team}. If it was not you, do nothing: yours stays as it is.`,
    }),
    button: { es: 'Elegir contraseña', en: 'Choose a password' },
  },
  change: {
    subject: (team: string) => ({
      es: `Cambió tu acceso al panel de ${team}`,
      en: `Your access to the dashboard of ${team} has changed`,
    }),
    role: (by: string, team: string) => ({
      es: `${by} cambió tu función en el panel de ${team}.`,
      en: `${by} changed your role in the dashboard of ${team}.`,
    }),
    disabled: (by: string, team: string) => ({
      es: `${by} te quitó el acceso al panel de ${team}.`,
      en: `${by} took your access to the dashboard of ${team} away.`,
    }),
    enabled: (by: string, team: string) => ({
      es: `${by} te devolvió el acceso al panel de ${team}.`,
      en: `${by} gave you your access to the dashboard of ${team} back.`,
    }),
    second_factor: (by: string, team: string) => ({
      es: `${by} quitó tu verificación en dos pasos del panel de ${team}. Entras solo con tu contraseña hasta que la actives otra vez.`,
      en: `${by} removed your second factor of the dashboard of ${team}. You sign in with your password alone until you switch on another one.`,
    }),
    alarm: {
      es: 'Si no lo esperabas, avisa hoy a otra persona de tu equipo.',
      en: 'If you did not expect it, tell somebody else of your team today.',
    },
    button: { es: 'Abrir el panel', en: 'Open the dashboard' },
    footer: { es: 'Nadie lee las respuestas a este correo.', en: 'Nobody reads replies to this e-mail.' },
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
