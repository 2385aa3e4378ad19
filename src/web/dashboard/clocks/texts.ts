// The texts of the pages about test clocks.
import { inBoth } from '../../../domain/base/in-both.js';

export const CLOCKS_TEXTS = inBoth({
  title: { es: 'Relojes de prueba', en: 'Test clocks' },
  note: {
    es: 'Un reloj de prueba está parado hasta que lo adelantas. Las órdenes creadas con él viven a su hora: así ves en segundos qué pasa cuando una vence.',
    en: 'A test clock stands still until you advance it. Orders that are created with it live by its time: so you see within seconds what happens when one expires.',
  },
  liveTitle: { es: 'En modo real no hay relojes de prueba', en: 'There are no test clocks in live mode' },
  liveNote: {
    es: 'El dinero real vive en el tiempo real: nadie puede adelantarlo. Los relojes solo mueven órdenes de prueba.',
    en: 'Real money lives in real time: nobody can advance it. Clocks move test orders only.',
  },
  toTest: { es: 'Ir al modo de prueba', en: 'Go to test mode' },
  none: { es: 'Todavía no hay relojes', en: 'There are no clocks yet' },
  noneNote: {
    es: 'Crea uno y ponlo en el encabezado Test-Clock al crear una orden de prueba.',
    en: 'Create one and put it into the header Test-Clock when you create a test order.',
  },
  clock: { es: 'Reloj', en: 'Clock' },
  time: { es: 'Su hora', en: 'Its time' },
  orders: { es: 'Órdenes', en: 'Orders' },
  create: { es: 'Crear un reloj', en: 'Create a clock' },
  startAt: { es: 'Hora de inicio', en: 'Time to start at' },
  startHint: { es: 'Vacío: la de ahora. Hora de la Ciudad de México.', en: 'Empty: now. Mexico City time.' },
  howTo: {
    es: 'Crea una orden de prueba que viva con él con este encabezado:',
    en: 'Create a test order that lives by it with this header:',
  },
  advance: { es: 'Adelantar', en: 'Advance' },
  advanceNote: {
    es: 'Antes de volver, todas sus órdenes que ya debían vencer están vencidas. No se puede regresar.',
    en: 'Before it returns, all its orders that were due to expire have expired. There is no way back.',
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
    testMode: { es: 'El modo de prueba', en: 'Test mode' },
  },
});

/** What the next page says after a form. */
export const CLOCKS_DONE = {
  created: { es: 'El reloj se creó.', en: 'The clock was created.' },
  advanced: { es: 'El reloj se adelantó.', en: 'The clock was advanced.' },
};
