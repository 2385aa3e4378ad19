// The texts of the pages on which people sign in, are set up, and use a link.
import type { Language } from '../../../domain/base/language.js';

type SignInTexts = {
  readonly heading: string;
  readonly email: string;
  readonly password: string;
  readonly button: string;
  readonly forgotten: string;
  readonly firstTime: string;
  readonly code: {
    readonly heading: string;
    readonly note: string;
    readonly field: string;
    readonly hint: string;
    readonly button: string;
    readonly again: string;
  };
  readonly first: {
    readonly heading: string;
    readonly note: string;
    readonly key: string;
    readonly keyHint: string;
    readonly button: string;
    readonly back: string;
  };
  readonly name: string;
  readonly newPassword: string;
  readonly passwordHint: string;
  readonly invitation: {
    readonly heading: (team: string) => string;
    readonly note: (email: string, role: string) => string;
    readonly button: string;
  };
  readonly reset: { readonly heading: string; readonly note: (email: string) => string; readonly button: string };
  readonly signInLink: { readonly heading: string; readonly note: (name: string) => string; readonly button: string };
};

export const SIGN_IN_TEXTS: Readonly<Record<Language, SignInTexts>> = {
  es: {
    heading: 'Entra a tu panel',
    email: 'Correo',
    password: 'Contraseña',
    button: 'Entrar',
    forgotten: '¿Olvidaste tu contraseña? Pide un enlace para cambiarla a quien administra tu cuenta.',
    firstTime: 'Dar de alta a la primera persona',
    code: {
      heading: 'Escribe tu código',
      note: 'Ábrelo en la app de códigos de tu teléfono.',
      field: 'Código de 6 dígitos',
      hint: 'Sin tu teléfono, usa uno de tus códigos de recuperación.',
      button: 'Continuar',
      again: 'Empezar de nuevo',
    },
    first: {
      heading: 'La primera persona',
      note: 'Una cuenta nueva se abre una sola vez con su llave. Después cada quien entra con su correo, y quien administra invita a los demás: la llave ya no abre el panel.',
      key: 'Llave privada real',
      keyHint: 'Empieza con sk_live_. Quien opera el servicio usa su token.',
      button: 'Dar de alta y entrar',
      back: 'Ya tengo correo y contraseña',
    },
    name: 'Nombre',
    newPassword: 'Contraseña nueva',
    passwordHint: 'Al menos 10 caracteres. Varias palabras seguidas son fáciles de recordar.',
    invitation: {
      heading: (team) => `Te invitan a ${team}`,
      note: (email, role) => `Vas a entrar con ${email}. Tu función: ${role}.`,
      button: 'Aceptar y entrar',
    },
    reset: {
      heading: 'Elige otra contraseña',
      note: (email) => `Para ${email}. Tus sesiones abiertas se cierran.`,
      button: 'Guardar y entrar',
    },
    signInLink: {
      heading: 'Entra a la demostración',
      note: (name) => `Entras como ${name}. Este enlace sirve una sola vez.`,
      button: 'Entrar',
    },
  },
  en: {
    heading: 'Sign in to your dashboard',
    email: 'E-mail',
    password: 'Password',
    button: 'Sign in',
    forgotten: 'Forgot your password? Ask whoever manages your account for a link to change it.',
    firstTime: 'Set up the first person',
    code: {
      heading: 'Type your code',
      note: 'Your phone’s authenticator app shows it.',
      field: 'Code of 6 digits',
      hint: 'Without your phone, use one of your recovery codes.',
      button: 'Continue',
      again: 'Start again',
    },
    first: {
      heading: 'The first person',
      note: 'A new account is opened once with its key. From then on everybody signs in with their e-mail address, and whoever manages it invites the others: the key no longer opens the dashboard.',
      key: 'Live private key',
      keyHint: 'It begins with sk_live_. The operator of the service uses their token.',
      button: 'Set up and sign in',
      back: 'I have an e-mail address and a password',
    },
    name: 'Name',
    newPassword: 'New password',
    passwordHint: 'At least 10 characters. Several words in a row are easy to remember.',
    invitation: {
      heading: (team) => `You are invited to ${team}`,
      note: (email, role) => `You will sign in with ${email}. Your role: ${role}.`,
      button: 'Accept and sign in',
    },
    reset: {
      heading: 'Choose another password',
      note: (email) => `For ${email}. Your open sessions end.`,
      button: 'Save and sign in',
    },
    signInLink: {
      heading: 'Sign in to the demo',
      note: (name) => `You sign in as ${name}. This link is good once.`,
      button: 'Sign in',
    },
  },
};
