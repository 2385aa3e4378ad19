// The texts of the pages about test clocks.
import { inBoth } from '../../../domain/base/in-both.js';

export const CLOCKS_TEXTS = inBoth({
  title: { es: 'Relojes de prueba', en: 'Test clocks' },
  note: { es: 'Adelanta el tiempo de tus órdenes de prueba.', en: 'Move the time of your test orders forward.' },
  liveTitle: { es: 'En modo real no hay relojes de prueba', en: 'There are no test clocks in live mode' },
  liveNote: { es: 'Solo mueven órdenes de prueba.', en: 'They move test orders only.' },
  toTest: { es: 'Ir al modo de prueba', en: 'Go to test mode' },
  none: { es: 'Todavía no hay relojes', en: 'There are no clocks yet' },
  noneNote: {
    es: 'Crea uno y ponlo en el encabezado Test-Clock al crear una orden de prueba.',
    en: 'Create one and put it into the header Test-Clock when you create a test order.',
  },
  clock: { es: 'Reloj', en: 'Clock' },
  time: { es: 'Hora del reloj', en: 'Clock time' },
  orders: { es: 'Órdenes', en: 'Orders' },
  create: { es: 'Crear un reloj', en: 'Create a clock' },
  startAt: { es: 'Hora de inicio', en: 'Time to start at' },
  startHint: { es: 'Vacío: la de ahora', en: 'Empty: now' },
  howTo: {
    es: 'Crea una orden de prueba que viva con él con este encabezado:',
    en: 'Create a test order that lives by it with this header:',
  },
  advance: { es: 'Adelantar', en: 'Advance' },
  advanceNote: {
    es: 'Vencerán las órdenes cuyo plazo termine antes. No se puede regresar.',
    en: 'Orders whose time ends before then will expire. There is no way back.',
  },
  step: {
    '1': { es: '1 hora', en: '1 hour' },
    '24': { es: '1 día', en: '1 day' },
    '72': { es: '3 días', en: '3 days' },
    '720': { es: '30 días', en: '30 days' },
  },
  to: { es: 'O hasta', en: 'Or to' },
  toButton: { es: 'Adelantar hasta esa hora', en: 'Advance to that time' },
  stale: {
    es: 'El reloj ya se había adelantado: mira su hora y decide otra vez. No se hizo nada.',
    en: 'The clock was advanced already: look at its time and decide again. Nothing was done.',
  },
  badTime: { es: 'No es una fecha con hora.', en: 'It is no date with a time.' },
  ordersNone: { es: 'Ninguna orden vive con este reloj.', en: 'No order lives by this clock.' },
  newest: (count: number) => ({ es: `Las ${count} más nuevas.`, en: `The ${count} newest.` }),
  order: { es: 'Orden', en: 'Order' },
  amount: { es: 'Monto', en: 'Amount' },
  status: { es: 'Estado', en: 'State' },
  expires: { es: 'Vence', en: 'Expires' },
  id: { es: 'Identificador', en: 'Id' },
  guides: {
    'test-mode': { es: 'El modo de prueba', en: 'Test mode' },
  },
});

/** What the next page says after a form. */
export const CLOCKS_DONE = {
  created: { es: 'El reloj se creó.', en: 'The clock was created.' },
  advanced: { es: 'El reloj se adelantó.', en: 'The clock was advanced.' },
};
