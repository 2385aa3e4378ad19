// The texts of the pages of settings, in both languages.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { EmailKind } from '../../../domain/messages/email.js';
import type { PolicyCase, PolicyChoice } from '../../../domain/money/policy.js';

const OTHERWISE = {
  hold: { es: 'Apartarlo y decidir', en: 'Set it aside and decide' },
  return: { es: 'Devolverlo', en: 'Send it back' },
};
const AS_SURPLUS = {
  accept: { es: 'Sumarlo a la orden y decidir', en: 'Add it to the order and decide' },
  ...OTHERWISE,
};
const AS_PAID = { accept: { es: 'Dar la orden por pagada', en: 'Count the order as paid' }, ...OTHERWISE };

export const SETTINGS_TEXTS = inBoth({
  title: { es: 'Ajustes', en: 'Settings' },
  tabsName: { es: 'Qué quieres ajustar', en: 'What you want to set' },
  tabs: {
    messages: { es: 'Mensajes', en: 'Messages' },
    brand: { es: 'Marca', en: 'Brand' },
    policies: { es: 'Excepciones', en: 'Exceptions' },
    tax: { es: 'Datos fiscales', en: 'Tax data' },
  },
  save: { es: 'Guardar', en: 'Save' },
  cannot: {
    es: 'Solo quien administra la cuenta puede cambiarlo.',
    en: 'Only an owner of the account can change this.',
  },
  messages: {
    note: {
      es: 'Solo se envían los mensajes activos, cada uno en su momento.',
      en: 'Only messages that are on are sent, each at its time.',
    },
    noServer: {
      es: 'Los correos reales todavía no están disponibles. Los de prueba los ves en Mensajes.',
      en: 'Live e-mails are not available yet. Those of test mode are in Messages.',
    },
    general: { es: 'Para todos los correos', en: 'For all e-mails' },
    language: { es: 'Idioma de los mensajes', en: 'Language of messages' },
    languageHint: { es: 'En el que tus clientes los reciben.', en: 'In which your customers get them.' },
    languages: { es: { es: 'Español', en: 'Spanish' }, en: { es: 'Inglés', en: 'English' } },
    replyTo: { es: 'Las respuestas van a', en: 'Answers go to' },
    replyToHint: {
      es: 'Un correo que alguien de tu tienda lea. Vacío: nadie lee las respuestas.',
      en: 'An address that somebody at your shop reads. Empty: nobody reads answers.',
    },
    reminder: { es: 'Avisar antes de que venza (horas)', en: 'Remind before the end (hours)' },
    reminderHint: { es: 'Vacío: 24 horas.', en: 'Empty: 24 hours.' },
    kinds: { es: 'Qué se envía', en: 'What is sent' },
    when: {
      instructions: {
        es: 'Al crear la orden: monto, dónde pagar, CLABE o referencia y hasta cuándo.',
        en: 'When the order is made: amount, where to pay, CLABE or reference, and until when.',
      },
      paid: { es: 'Al pagarse: su comprobante.', en: 'When it is paid: the receipt.' },
      expiring: {
        es: 'Antes de que venza, si aún no paga: los datos otra vez.',
        en: 'Before it expires, if it is not paid yet: the same data again.',
      },
      refund: {
        es: 'Cuando le devuelves dinero: cuánto y a qué cuenta, o una liga para decir cuál.',
        en: 'When you give money back: how much and to which account, or a link to say which.',
      },
    } satisfies Record<EmailKind, Both>,
    on: { es: 'Activo', en: 'On' },
    off: { es: 'Desactivado', en: 'Off' },
    switchOn: { es: 'Activar', en: 'Switch on' },
    switchOff: { es: 'Desactivar', en: 'Switch off' },
    edit: { es: 'Textos', en: 'Texts' },
    own: { es: 'con textos tuyos', en: 'with your own texts' },
  },
  texts: {
    note: {
      es: 'Escribe tu propio asunto e introducción, o déjalos vacíos para usar los de siempre. El monto, la referencia, la fecha límite y la liga van siempre debajo.',
      en: 'Write your own subject and introduction, or leave them empty for the usual ones. Amount, reference, deadline and link always stand below.',
    },
    places: {
      name: { es: 'su nombre', en: 'their name' },
      amount: { es: 'el monto', en: 'the amount' },
      way: { es: 'dónde paga', en: 'where they pay' },
      until: { es: 'hasta cuándo', en: 'until when' },
      folio: { es: 'el folio', en: 'the folio' },
      shop: { es: 'tu tienda', en: 'your shop' },
    },
    languagesName: { es: 'Idioma del texto', en: 'Language of the text' },
    subject: { es: 'Asunto', en: 'Subject' },
    introduction: { es: 'Introducción', en: 'Introduction' },
    usualSubject: { es: 'El de siempre:', en: 'The usual one:' },
    usualIntroduction: { es: 'La de siempre:', en: 'The usual one:' },
    preview: { es: 'Vista previa', en: 'Preview' },
    previewButton: { es: 'Ver sin guardar', en: 'See without saving' },
    previewNote: { es: 'Con una orden de ejemplo.', en: 'With an order as an example.' },
    unsaved: { es: 'Así se vería. Todavía no se guarda.', en: 'This is how it would look. It is not saved yet.' },
  },
  brand: {
    note: {
      es: 'Tu color y tu logotipo aparecen en la página de pago.',
      en: 'Your color and your logo are on the payment page.',
    },
    colour: { es: 'Color', en: 'Color' },
    colourHint: { es: 'Vacío: el de Cobro.', en: 'Empty: the one of Cobro.' },
    pick: { es: 'Elegir el color', en: 'Pick the color' },
    white: { es: 'Se lee bien con letra blanca.', en: 'It reads well with white letters.' },
    black: { es: 'Se lee bien con letra negra.', en: 'It reads well with black letters.' },
    logo: { es: 'Elegir logotipo', en: 'Choose a logo' },
    logoHint: {
      es: 'PNG o JPEG de hasta 100 KB. Si no eliges ninguno, se queda el que está.',
      en: 'PNG or JPEG of up to 100 KB. If you choose none, the present one stays.',
    },
    logoNone: {
      es: 'Todavía no tienes logotipo. PNG o JPEG de hasta 100 KB.',
      en: 'You have no logo yet. PNG or JPEG of up to 100 KB.',
    },
    noLogo: { es: 'Quitar el logotipo', en: 'Remove the logo' },
    contact: { es: 'Cómo te encuentran tus clientes', en: 'How customers reach you' },
    contactNote: { es: 'Aparecen en la página de pago.', en: 'They are on the payment page.' },
    phone: { es: 'Teléfono', en: 'Telephone' },
    whatsapp: { es: 'WhatsApp', en: 'WhatsApp' },
    email: { es: 'Correo electrónico', en: 'E-mail' },
    website: { es: 'Sitio web', en: 'Website' },
    preview: { es: 'Vista previa', en: 'Preview' },
    open: { es: 'Ver la página de mi cliente', en: 'See my customer’s page' },
  },
  tax: {
    note: {
      es: 'Con ellos se facturan (CFDI) las comisiones que pagas. Escríbelos como están en tu Constancia de Situación Fiscal.',
      en: 'The invoices (CFDI) of the fees that you pay need them. Write them as they are in your tax certificate.',
    },
  },
  policies: {
    note: {
      es: 'Qué hacer cuando pagan mal o tarde. Vale para el dinero que llegue desde ahora.',
      en: 'What to do with payments that are wrong or late. It holds for money that arrives from now on.',
    },
    cases: {
      short: {
        name: { es: 'Pagó de menos', en: 'Paid too little' },
        hint: { es: 'La orden sigue por pagar, por lo que falta.', en: 'The order waits for the rest.' },
      },
      over: {
        name: { es: 'Pagó de más', en: 'Paid too much' },
        hint: {
          es: 'La orden queda pagada; se trata de lo que sobra.',
          en: 'The order is paid; this is about the rest.',
        },
      },
      late: {
        name: { es: 'Pagó tarde', en: 'Paid late' },
        hint: { es: 'Hasta {hours} h después de que la orden venció.', en: 'Up to {hours} h after the order expired.' },
      },
      too_late: {
        name: { es: 'Pagó demasiado tarde', en: 'Paid too late' },
        hint: {
          es: 'Más de {hours} h después de que la orden venció.',
          en: 'More than {hours} h after the order expired.',
        },
      },
      paid_again: {
        name: { es: 'Pagó dos veces', en: 'Paid twice' },
        hint: { es: 'La orden ya estaba pagada.', en: 'The order was paid already.' },
      },
      canceled: {
        name: { es: 'Pagó una orden cancelada', en: 'Paid a canceled order' },
        hint: { es: 'La cancelaste antes de que pagara.', en: 'You canceled it before it was paid.' },
      },
    } satisfies Record<PolicyCase, Record<'name' | 'hint', Both>>,
    choices: {
      short: { accept: { es: 'Abonarlo a la orden', en: 'Count it towards the order' }, ...OTHERWISE },
      over: AS_SURPLUS,
      late: AS_PAID,
      too_late: AS_PAID,
      paid_again: AS_SURPLUS,
      canceled: AS_SURPLUS,
    } satisfies Record<PolicyCase, Record<PolicyChoice, Both>>,
    usual: (choice: string) => ({ es: `Recomendado: ${choice}.`, en: `Recommended: ${choice}.` }),
  },
});

/** What the next page says after a form. */
export const SETTINGS_DONE = {
  messages: { es: 'Se guardó. Vale desde el siguiente correo.', en: 'Saved. It holds from the next e-mail on.' },
  switched: { es: 'Listo. Vale para lo que pase desde ahora.', en: 'Done. It holds for what happens from now on.' },
  texts: { es: 'Se guardaron los textos.', en: 'The texts are saved.' },
  brand: { es: 'Se guardó tu marca.', en: 'Your brand is saved.' },
  tax: { es: 'Se guardaron tus datos fiscales.', en: 'Your tax data are saved.' },
  policies: { es: 'Se guardó qué hacer con esos pagos.', en: 'What becomes of such payments is saved.' },
};
