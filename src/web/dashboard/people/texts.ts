// The texts of the pages about people: those of a team, and one's own.
import type { Mailed } from '../../../actions/people/mail-person.js';
import { type Both, inBoth } from '../../../domain/base/in-both.js';

export const PEOPLE_TEXTS = inBoth({
  title: { es: 'Personas', en: 'People' },
  note: {
    es: 'Quién entra a este panel y qué puede hacer. Cada acción queda registrada con su nombre.',
    en: 'Who signs in to this dashboard, and what they may do. Everything is recorded with the name of who did it.',
  },
  columns: [
    { es: 'Nombre', en: 'Name' },
    { es: 'Función', en: 'Role' },
    { es: 'Acceso', en: 'Access' },
    { es: 'Verificación en dos pasos', en: 'Second factor' },
    { es: 'Última visita', en: 'Last seen' },
  ],
  states: {
    active: { es: 'Activo', en: 'Active' },
    invited: { es: 'Invitación enviada', en: 'Invited' },
    disabled: { es: 'Sin acceso', en: 'No access' },
  },
  you: { es: 'tú', en: 'you' },
  never: { es: 'Nunca', en: 'Never' },
  on: { es: 'Sí', en: 'Yes' },
  off: { es: 'No', en: 'No' },
  invite: { es: 'Invitar a alguien', en: 'Invite somebody' },
  inviteNote: (hasServer: boolean) => ({
    es: hasServer
      ? 'Recibe un enlace por correo, que sirve una sola vez, durante 7 días.'
      : 'No hay servidor de correo: quien opera el servicio hace el enlace en su máquina y lo entrega.',
    en: hasServer
      ? 'They get a link by e-mail, which is good once, for 7 days.'
      : 'There is no mail server: whoever runs the service makes the link on its machine and hands it over.',
  }),
  demoNote: {
    es: 'En cuanto invites a alguien, la demostración termina: nadie entra ya como persona de prueba.',
    en: 'As soon as you invite somebody the demo is over: nobody signs in as a demo person any more.',
  },
  name: { es: 'Nombre', en: 'Name' },
  email: { es: 'Correo', en: 'E-mail' },
  role: { es: 'Función', en: 'Role' },
  /** What each role may do, in a sentence. */
  duties: {
    owner: { es: 'todo, también personas, llaves y ajustes', en: 'everything, people, keys and settings too' },
    developer: { es: 'órdenes, webhooks y llaves; no reembolsa', en: 'orders, webhooks and keys; no refunds' },
    support: { es: 'órdenes, clientes y reembolsos', en: 'orders, customers and refunds' },
    viewer: { es: 'solo mirar', en: 'only looks' },
    admin: { es: 'todo, también comercios, puntos y personas', en: 'everything, merchants, points and people too' },
    treasurer: { es: 'decide sobre el dinero', en: 'decides about money' },
  },
  link: {
    invitation: (name: string) => ({ es: `Invitación para ${name}`, en: `Invitation for ${name}` }),
    reset: (name: string) => ({
      es: `Enlace para que ${name} elija otra contraseña`,
      en: `Link for ${name} to choose another password`,
    }),
    /** What became of the e-mail with the link. */
    mail: {
      sent: (email: string) => ({ es: `Enviamos el enlace a ${email}.`, en: `The link was sent to ${email}.` }),
      failed: (email: string) => ({
        es: `El correo a ${email} no salió. Envía otro enlace más tarde, desde la página de esa persona.`,
        en: `The e-mail to ${email} was not sent. Send another link later, from the page of this person.`,
      }),
      limit: (email: string) => ({
        es: `El correo a ${email} no salió: hoy ya se enviaron demasiados. Envía otro enlace mañana, desde la página de esa persona.`,
        en: `The e-mail to ${email} was not sent: there were too many today. Send another link tomorrow, from the page of this person.`,
      }),
      no_server: (email: string) => ({
        es: `Está lista, pero este servicio no envía correos: quien lo opera hace el enlace de ${email} y se lo entrega. Avísale.`,
        en: `It is ready, but this service sends no e-mails: its operator makes the link of ${email} and hands it over. Tell them.`,
      }),
    } satisfies Record<Mailed, (email: string) => Both>,
    /** For the desk, whose people run the service. */
    command: (email: string) => ({
      es: `No hay servidor de correo. Haz el enlace en la máquina del servicio y entrégalo: npx cobro user reset ${email}`,
      en: `There is no mail server. Make the link on the machine of the service and hand it over: npx cobro user reset ${email}`,
    }),
    ends: { es: 'Vence', en: 'Ends' },
    next: {
      es: 'El enlace es solo de esa persona y sirve una vez. Si cambias de idea, en su página puedes retirarlo o mandar otro.',
      en: 'The link is for this person alone and is good once. If you change your mind, you can withdraw it or send another on their page.',
    },
    person: (name: string) => ({ es: `Ver a ${name}`, en: `See ${name}` }),
    back: { es: 'Volver a las personas', en: 'Back to the people' },
  },
  access: { es: 'Acceso', en: 'Access' },
  ownAccess: {
    es: 'Tu función y tu acceso los cambia otra persona. Tu contraseña y tu verificación en dos pasos están en tu cuenta.',
    en: 'Somebody else changes your role and your access. Your password and second factor are in your account.',
  },
  proof: { password: { es: 'Tu contraseña', en: 'Your password' } },
  seen: { es: 'Última visita', en: 'Last seen' },
  since: { es: 'Desde', en: 'Since' },
  secondFactor: { es: 'Verificación en dos pasos', en: 'Second factor' },
  changeRole: { es: 'Cambiar la función', en: 'Change the role' },
  resetLink: { es: 'Mandar un enlace de contraseña', en: 'Send a password link' },
  resetNote: {
    es: 'Le llega por correo un enlace para elegir otra contraseña. Sirve una vez, durante 24 horas, y cierra sus sesiones.',
    en: 'They get a link by e-mail to choose another password. It is good once, for 24 hours, and ends their sessions.',
  },
  inviteAgain: { es: 'Otro enlace de invitación', en: 'Another invitation link' },
  withdraw: { es: 'Retirar la invitación', en: 'Withdraw the invitation' },
  withdrawNote: (name: string) => ({
    es: `El enlace de ${name} deja de servir.`,
    en: `The link of ${name} is no longer good.`,
  }),
  disable: { es: 'Quitar el acceso', en: 'Take the access away' },
  disableNote: (name: string) => ({
    es: `${name} ya no podrá entrar y sus sesiones se cierran en este momento.`,
    en: `${name} can no longer sign in, and their sessions end right now.`,
  }),
  enable: { es: 'Devolver el acceso', en: 'Give the access back' },
  removeSecondFactor: { es: 'Quitar la verificación en dos pasos', en: 'Remove the second factor' },
  removeSecondFactorNote: (name: string) => ({
    es: `${name} entrará solo con su contraseña. Hazlo si perdió su teléfono y sus códigos de recuperación.`,
    en: `${name} will sign in with the password alone. Do it if they lost their phone and their recovery codes.`,
  }),
  sessions: { es: 'Sesiones abiertas', en: 'Open sessions' },
  noSessions: { es: 'No hay sesiones abiertas.', en: 'There are no open sessions.' },
  sessionColumns: [
    { es: 'Navegador', en: 'Browser' },
    { es: 'Dirección', en: 'Address' },
    { es: 'Abierta', en: 'Opened' },
    { es: 'Última visita', en: 'Last seen' },
  ],
  thisSession: { es: 'esta sesión', en: 'this session' },
  end: { es: 'Cerrar', en: 'End' },
  endAll: { es: 'Cerrar todas', en: 'End all' },
  endOthers: { es: 'Cerrar las demás', en: 'End the others' },
  profile: {
    title: { es: 'Tu cuenta', en: 'Your account' },
    you: { es: 'Tus datos', en: 'About you' },
    save: { es: 'Guardar', en: 'Save' },
    password: { es: 'Contraseña', en: 'Password' },
    passwordNote: {
      es: 'Al cambiarla se cierran tus demás sesiones.',
      en: 'Your other sessions end when you change it.',
    },
    current: { es: 'Contraseña actual', en: 'Current password' },
    newPassword: { es: 'Contraseña nueva', en: 'New password' },
    passwordHint: {
      es: 'Al menos 10 caracteres. Varias palabras seguidas son fáciles de recordar.',
      en: 'At least 10 characters. Several words in a row are easy to remember.',
    },
    changePassword: { es: 'Cambiar la contraseña', en: 'Change the password' },
    factor: { es: 'Verificación en dos pasos', en: 'Second factor' },
    factorOff: {
      es: 'Además de la contraseña, un código de tu teléfono. Así nadie entra solo con tu contraseña.',
      en: 'A code from your phone, besides the password. Nobody gets in with your password alone then.',
    },
    factorNeeded: {
      es: 'Antes de seguir, activa la verificación en dos pasos: aquí nadie hace nada solo con su contraseña.',
      en: 'Before you go on, switch your second factor on: nobody does anything here with a password alone.',
    },
    factorOn: (codes: number) => ({
      es:
        codes === 1
          ? 'Activa. Te queda 1 código de recuperación.'
          : `Activa. Te quedan ${codes} códigos de recuperación.`,
      en: codes === 1 ? 'On. You have 1 recovery code left.' : `On. You have ${codes} recovery codes left.`,
    }),
    noCodes: { es: 'Activa. No te quedan códigos de recuperación.', en: 'On. You have no recovery codes left.' },
    start: { es: 'Activar', en: 'Switch on' },
    scan: {
      es: 'Escanea este código con tu app (Google Authenticator, 1Password u otra) y escribe los 6 dígitos que muestra.',
      en: 'Scan this code with your app (Google Authenticator, 1Password or another) and type the 6 digits it shows.',
    },
    seed: { es: 'O escribe esta clave en la app:', en: 'Or type this key into the app:' },
    qr: { es: 'Código QR para tu app de códigos', en: 'QR code for your authenticator app' },
    code: { es: 'Código de 6 dígitos', en: 'Code of 6 digits' },
    confirm: { es: 'Confirmar', en: 'Confirm' },
    stop: { es: 'Desactivar', en: 'Switch off' },
    stopNote: { es: 'Después bastará tu contraseña.', en: 'Your password alone will be enough then.' },
    newCodes: { es: 'Hacer códigos nuevos', en: 'Make new codes' },
    codes: { es: 'Tus códigos de recuperación', en: 'Your recovery codes' },
    codesNote: {
      es: 'Cada uno sirve una vez, en lugar del código de tu teléfono. Guárdalos donde no dependas de él: no se vuelven a mostrar.',
      en: 'Each is good once, in place of the code from your phone. Keep them where you do not need the phone: they are not shown again.',
    },
    kept: { es: 'Ya los guardé', en: 'I have kept them' },
  },
});

/** What the next page says after a form. */
export const PEOPLE_DONE = {
  role: { es: 'La función cambió y vale desde ahora.', en: 'The role has changed and counts from now on.' },
  disabled: { es: 'Ya no tiene acceso.', en: 'They have no access any more.' },
  enabled: { es: 'Tiene acceso otra vez.', en: 'They have access again.' },
  withdrawn: { es: 'La invitación ya no sirve.', en: 'The invitation is no longer good.' },
  factorRemoved: { es: 'Ya no tiene verificación en dos pasos.', en: 'They have no second factor any more.' },
  ended: { es: 'Las sesiones se cerraron.', en: 'The sessions have ended.' },
  renamed: { es: 'Tu nombre se guardó.', en: 'Your name is saved.' },
  password: {
    es: 'Tu contraseña cambió. Las demás sesiones se cerraron.',
    en: 'Your password has changed. Your other sessions have ended.',
  },
  factorStarted: {
    es: 'Escanea el código y escribe lo que muestre tu teléfono.',
    en: 'Scan the code and type what your phone shows.',
  },
  factorOff: { es: 'Ya no tienes verificación en dos pasos.', en: 'You have no second factor any more.' },
};
