// The texts of what is new, and of what somebody wants to be written about, in both languages.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { NewsKind } from '../../../domain/people/news.js';

export const NEWS_TEXTS = inBoth({
  title: { es: 'Avisos', en: 'Notifications' },
  /** The bell. */
  unread: (count: string) => ({ es: `Avisos: ${count} sin leer`, en: `Notifications: ${count} unread` }),
  read: { es: 'Marcar leídos', en: 'Mark as read' },
  choose: { es: 'Elegir qué llega por correo', en: 'Choose what comes by e-mail' },
  isNew: { es: 'Nuevo', en: 'New' },
  none: { es: 'No hay nada nuevo', en: 'There is nothing new' },
  noneText: {
    es: 'Aquí verás los pagos, el dinero por decidir y lo que se te envía.',
    en: 'Here you will see payments, money to decide about and what is sent to you.',
  },
  byEmail: {
    title: { es: 'Avisos por correo', en: 'Notifications by e-mail' },
    note: { es: 'Solo de dinero real.', en: 'Only of live money.' },
    noServer: {
      es: 'Este servicio no envía correos por ahora: lo que elijas vale cuando los envíe.',
      en: 'This service sends no e-mails for now: what you choose counts once it does.',
    },
    legend: { es: 'Escribirme cuando…', en: 'Write to me when…' },
    save: { es: 'Guardar avisos', en: 'Save' },
    kinds: {
      paid: { es: 'Me pagan', en: 'I am paid' },
      decide: { es: 'Hay dinero por decidir', en: 'There is money to decide about' },
      payout: { es: 'Se me envía un depósito', en: 'A payout is sent to me' },
      webhook: { es: 'Un webhook falla', en: 'A webhook fails' },
      summary: {
        es: 'Empieza el día, con un resumen del anterior',
        en: 'A day begins, with a summary of the day before',
      },
    } satisfies Record<NewsKind, Both>,
  },
});

export const NEWS_DONE = {
  read: { es: 'Todo está leído.', en: 'Everything is read.' },
  chosen: { es: 'Tus avisos se guardaron.', en: 'Your choice is saved.' },
};
