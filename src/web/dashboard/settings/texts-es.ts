// The pages of settings in Spanish.
import type { SettingsTexts } from './text-types.js';

const HOLD = 'Dejarlo en revisión';
const RETURN = 'Devolverlo a quien pagó';

export const SETTINGS_SPANISH: SettingsTexts = {
  title: 'Ajustes',
  both: 'Valen igual en modo de prueba y en modo real.',
  tabsName: 'Qué quieres ajustar',
  tabs: { messages: 'Mensajes', policies: 'Pagos fuera de lo común' },
  save: 'Guardar',
  cannot: 'Solo un dueño de la cuenta puede cambiarlo.',
  messages: {
    note: 'Correos que tus clientes reciben de parte de tu tienda. Nada se envía hasta que lo actives.',
    noServer:
      'Este servicio todavía no tiene servidor de correo: en modo real no se envía nada, aunque esté activo. El modo de prueba funciona.',
    testNote: 'En modo de prueba los correos no salen: los ves en Mensajes.',
    general: 'Para todos los correos',
    language: 'Idioma de los mensajes',
    languageHint: 'En el que tus clientes los reciben.',
    languages: { es: 'Español', en: 'Inglés' },
    replyTo: 'Las respuestas van a',
    replyToHint: 'Un correo que alguien de tu tienda lea. Vacío: nadie lee las respuestas.',
    reminder: 'Avisar antes de que venza (horas)',
    reminderHint: 'Vacío: 24 horas. Una orden corta avisa cuando le queda la cuarta parte de su tiempo.',
    kinds: 'Qué se envía',
    when: {
      instructions: 'Al crear la orden: monto, dónde pagar, CLABE o referencia y hasta cuándo.',
      paid: 'Al pagarse: su comprobante.',
      expiring: 'Antes de que venza, si aún no paga: los datos otra vez.',
      refund: 'Cuando le devuelves dinero: cuánto y a qué cuenta, o una liga para decir cuál.',
    },
    columns: { kind: 'Correo', state: 'Estado', change: 'Cambiar' },
    on: 'Activo',
    off: 'Apagado',
    switchOn: 'Activar',
    switchOff: 'Apagar',
    edit: 'Textos y vista previa',
    own: 'con textos tuyos',
    done: 'Se guardó. Vale desde el siguiente correo.',
    switched: 'Listo. Vale para lo que pase desde ahora.',
  },
  texts: {
    note: 'Escribe tu propio asunto e introducción, o déjalos vacíos para usar los de siempre. El monto, la referencia, la fecha límite y la liga van siempre debajo.',
    places: { name: 'su nombre', amount: 'el monto', folio: 'el folio', shop: 'tu tienda' },
    languagesName: 'Idioma del texto',
    subject: 'Asunto',
    introduction: 'Introducción',
    usual: 'El de siempre:',
    preview: 'Vista previa',
    previewButton: 'Ver sin guardar',
    previewNote: 'Con una orden de ejemplo.',
    unsaved: 'Así se vería. Todavía no se guarda.',
    done: 'Se guardaron los textos.',
  },
  policies: {
    note: 'Qué se hace con el dinero que no cuadra con su orden. Vale para el que llegue desde ahora.',
    cases: {
      short: { name: 'Pagó de menos', hint: 'La orden sigue pendiente por lo que falta.' },
      over: { name: 'Pagó de más', hint: 'La orden queda pagada; se trata de lo que sobra.' },
      late: { name: 'Pagó tarde', hint: 'La orden venció hace poco, dentro del tiempo de gracia.' },
      too_late: { name: 'Pagó demasiado tarde', hint: 'Ya pasó el tiempo de gracia.' },
      paid_again: { name: 'Pagó dos veces', hint: 'La orden ya estaba pagada.' },
      canceled: { name: 'Pagó una orden cancelada', hint: 'La cancelaste antes de que pagara.' },
    },
    choices: {
      short: { accept: 'Aceptarlo como parte del pago', hold: HOLD, return: RETURN },
      over: { accept: 'Aceptarlo como sobrante', hold: HOLD, return: RETURN },
      late: { accept: 'Aceptarlo: la orden queda pagada', hold: HOLD, return: RETURN },
      too_late: { accept: 'Aceptarlo: la orden queda pagada', hold: HOLD, return: RETURN },
      paid_again: { accept: 'Aceptarlo como sobrante', hold: HOLD, return: RETURN },
      canceled: { accept: 'Aceptarlo como sobrante', hold: HOLD, return: RETURN },
    },
    usual: (choice) => `Lo normal: ${choice}.`,
    done: 'Se guardó qué hacer con esos pagos.',
  },
};
