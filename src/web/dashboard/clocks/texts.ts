// The texts of the pages about test clocks.
import type { Language } from '../../../domain/base/language.js';

export type ClocksTexts = {
  readonly title: string;
  readonly note: string;
  readonly liveTitle: string;
  readonly liveNote: string;
  readonly toTest: string;
  readonly none: string;
  readonly noneNote: string;
  readonly clock: string;
  readonly time: string;
  readonly orders: string;
  readonly create: string;
  readonly startAt: string;
  readonly startHint: string;
  readonly createdDone: string;
  readonly howTo: string;
  readonly advance: string;
  readonly advanceNote: string;
  readonly steps: string;
  readonly step: Readonly<Record<'1' | '24' | '72' | '720', string>>;
  readonly to: string;
  readonly toButton: string;
  readonly advancedDone: string;
  readonly stale: string;
  readonly badTime: string;
  readonly ordersNone: string;
  readonly newest: (count: number) => string;
  readonly order: string;
  readonly amount: string;
  readonly status: string;
  readonly expires: string;
  readonly id: string;
  readonly guides: { readonly testMode: string };
};

export const CLOCKS_TEXTS: Readonly<Record<Language, ClocksTexts>> = {
  es: {
    title: 'Relojes de prueba',
    note: 'Un reloj de prueba está parado hasta que lo adelantas. Las órdenes creadas con él viven a su hora: así ves en segundos qué pasa cuando una vence.',
    liveTitle: 'En modo real no hay relojes de prueba',
    liveNote:
      'El dinero real vive en el tiempo real: nadie puede adelantarlo. Los relojes solo mueven órdenes de prueba.',
    toTest: 'Ir al modo de prueba',
    none: 'Todavía no hay relojes',
    noneNote: 'Crea uno y ponlo en el encabezado Test-Clock al crear una orden de prueba.',
    clock: 'Reloj',
    time: 'Su hora',
    orders: 'Órdenes',
    create: 'Crear un reloj',
    startAt: 'Hora de inicio',
    startHint: 'Vacío: la de ahora. Hora de la Ciudad de México.',
    createdDone: 'El reloj se creó.',
    howTo: 'Crea una orden de prueba que viva con él con este encabezado:',
    advance: 'Adelantar',
    advanceNote: 'Antes de volver, todas sus órdenes que ya debían vencer están vencidas. No se puede regresar.',
    steps: 'Adelantar',
    step: { '1': '1 hora', '24': '1 día', '72': '3 días', '720': '30 días' },
    to: 'O hasta',
    toButton: 'Adelantar hasta esa hora',
    advancedDone: 'El reloj se adelantó.',
    stale: 'El reloj ya se había adelantado: mira su hora y decide otra vez. No se hizo nada.',
    badTime: 'No es una fecha con hora.',
    ordersNone: 'Ninguna orden vive con este reloj.',
    newest: (count) => `Las ${count} más nuevas.`,
    order: 'Orden',
    amount: 'Monto',
    status: 'Estado',
    expires: 'Vence',
    id: 'Identificador',
    guides: { testMode: 'El modo de prueba' },
  },
  en: {
    title: 'Test clocks',
    note: 'A test clock stands still until you advance it. Orders that are created with it live by its time: so you see within seconds what happens when one expires.',
    liveTitle: 'There are no test clocks in live mode',
    liveNote: 'Real money lives in real time: nobody can advance it. Clocks move test orders only.',
    toTest: 'Go to test mode',
    none: 'There are no clocks yet',
    noneNote: 'Create one and put it into the header Test-Clock when you create a test order.',
    clock: 'Clock',
    time: 'Its time',
    orders: 'Orders',
    create: 'Create a clock',
    startAt: 'Time to start at',
    startHint: 'Empty: now. Mexico City time.',
    createdDone: 'The clock was created.',
    howTo: 'Create a test order that lives by it with this header:',
    advance: 'Advance',
    advanceNote: 'Before it returns, all its orders that were due to expire have expired. There is no way back.',
    steps: 'Advance by',
    step: { '1': '1 hour', '24': '1 day', '72': '3 days', '720': '30 days' },
    to: 'Or to',
    toButton: 'Advance to that time',
    advancedDone: 'The clock was advanced.',
    stale: 'The clock was advanced already: look at its time and decide again. Nothing was done.',
    badTime: 'It is no date with a time.',
    ordersNone: 'No order lives by this clock.',
    newest: (count) => `The ${count} newest.`,
    order: 'Order',
    amount: 'Amount',
    status: 'State',
    expires: 'Expires',
    id: 'Id',
    guides: { testMode: 'Test mode' },
  },
};
