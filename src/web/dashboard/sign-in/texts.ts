// The texts of the pages on which people sign in, are set up, and use a link.
import { inBoth } from '../../../domain/base/in-both.js';

export const SIGN_IN_TEXTS = inBoth({
  heading: { es: 'Entra a tu panel', en: 'Sign in to your dashboard' },
  email: { es: 'Correo', en: 'E-mail' },
  password: { es: 'Contraseña', en: 'Password' },
  button: { es: 'Entrar', en: 'Sign in' },
  forgotten: {
    link: { es: '¿Olvidaste tu contraseña?', en: 'Forgot your password?' },
    /** Where there is no mail server. */
    ask: {
      es: '¿Olvidaste tu contraseña? Pide un enlace para cambiarla a quien administra tu cuenta o a quien opera el servicio.',
      en: 'Forgot your password? Ask whoever manages your account, or the operator of the service, for a link to change it.',
    },
    heading: { es: 'Elige otra contraseña', en: 'Choose another password' },
    note: {
      es: 'Escribe tu correo y te mandamos un enlace para elegirla.',
      en: 'Give your e-mail address, and we send you a link to choose it.',
    },
    button: { es: 'Mandar el enlace', en: 'Send the link' },
    sent: {
      es: 'Si ese correo tiene acceso a un panel, en unos minutos recibe un enlace que sirve una sola vez, durante 24 horas. Si no llega, busca en el correo no deseado o pide el enlace a quien administra tu cuenta.',
      en: 'If this address has access to a dashboard, it gets a link within minutes, which is good once, for 24 hours. If it does not come, look among the unwanted mail, or ask whoever manages your account for the link.',
    },
    back: { es: 'Volver a entrar', en: 'Back to sign in' },
  },
  firstTime: { es: '¿Cuenta nueva? Actívala', en: 'New account? Activate it' },
  code: {
    heading: { es: 'Escribe tu código', en: 'Type your code' },
    note: { es: 'Ábrelo en la app de códigos de tu teléfono.', en: 'Your phone’s authenticator app shows it.' },
    field: { es: 'Código de 6 dígitos', en: 'Code of 6 digits' },
    hint: {
      es: 'Sin tu teléfono, usa uno de tus códigos de recuperación.',
      en: 'Without your phone, use one of your recovery codes.',
    },
    button: { es: 'Continuar', en: 'Continue' },
    again: { es: 'Empezar de nuevo', en: 'Start again' },
  },
  first: {
    heading: { es: 'Activa tu cuenta nueva', en: 'Activate your new account' },
    note: {
      es: 'Una cuenta nueva se abre una sola vez con su llave. Después cada quien entra con su correo, y quien administra invita a los demás: la llave ya no abre el panel.',
      en: 'A new account is opened once with its key. From then on everybody signs in with their e-mail address, and whoever manages it invites the others: the key no longer opens the dashboard.',
    },
    key: { es: 'Llave privada real', en: 'Live private key' },
    keyHint: {
      es: 'Empieza con sk_live_. Quien opera el servicio usa su token.',
      en: 'It begins with sk_live_. The operator of the service uses their token.',
    },
    button: { es: 'Dar de alta y entrar', en: 'Set up and sign in' },
    back: { es: 'Ya tengo correo y contraseña', en: 'I have an e-mail address and a password' },
  },
  name: { es: 'Nombre', en: 'Name' },
  newPassword: { es: 'Contraseña nueva', en: 'New password' },
  passwordHint: {
    es: 'Al menos 10 caracteres. Varias palabras seguidas son fáciles de recordar.',
    en: 'At least 10 characters. Several words in a row are easy to remember.',
  },
  invitation: {
    heading: (team: string, by: string | null) => ({
      es: by === null ? `Te invitan al panel de ${team}` : `${by} te invita al panel de ${team}`,
      en: by === null ? `You are invited to the dashboard of ${team}` : `${by} invites you to the dashboard of ${team}`,
    }),
    role: { es: 'Tu función', en: 'Your role' },
    email: { es: 'Entras con', en: 'You sign in with' },
    ends: { es: 'La invitación vence', en: 'The invitation ends' },
    next: { es: 'Qué sigue', en: 'What happens next' },
    steps: [
      {
        es: 'Eliges tu contraseña y entras enseguida. Este enlace ya no sirve después.',
        en: 'You choose your password and are signed in at once. After that this link is no longer good.',
      },
      {
        es: 'En «Tu cuenta» activas la verificación en dos pasos, con tu teléfono.',
        en: 'In “Your account” you switch on your second factor, with your phone.',
      },
      {
        es: 'Desde entonces entras con tu correo y tu contraseña.',
        en: 'From then on you sign in with your e-mail address and your password.',
      },
    ],
    unexpected: {
      es: '¿No la esperabas? No hagas nada: vence sola.',
      en: 'You did not expect it? Do nothing: it ends by itself.',
    },
    button: { es: 'Aceptar y entrar', en: 'Accept and sign in' },
  },
  reset: {
    heading: { es: 'Elige otra contraseña', en: 'Choose another password' },
    note: (email: string) => ({
      es: `Para ${email}. Tus sesiones abiertas se cierran.`,
      en: `For ${email}. Your open sessions end.`,
    }),
    button: { es: 'Guardar y entrar', en: 'Save and sign in' },
  },
  signInLink: {
    heading: { es: 'Entra a la demostración', en: 'Sign in to the demo' },
    note: (name: string) => ({
      es: `Entras como ${name}. Este enlace sirve una sola vez.`,
      en: `You sign in as ${name}. This link is good once.`,
    }),
    button: { es: 'Entrar', en: 'Sign in' },
  },
});
