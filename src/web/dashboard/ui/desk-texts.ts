// Words that the sections of the operator's desk share.
import type { Language } from '../../../domain/base/language.js';

type DeskTexts = {
  readonly live: string;
  readonly test: string;
  readonly mode: string;
  readonly merchant: string;
  readonly anyMerchant: string;
  readonly nobody: string;
  readonly amount: string;
  readonly time: string;
  readonly state: string;
  readonly any: string;
  readonly filters: string;
  readonly show: string;
  readonly clear: string;
  readonly note: string;
  readonly noteHint: string;
  readonly noteMissing: string;
  readonly stale: string;
  readonly next: string;
  readonly previous: string;
  readonly details: string;
  readonly never: string;
  readonly yes: string;
  readonly no: string;
  readonly save: string;
  readonly ago: (time: string) => string;
  readonly units: Readonly<Record<'second' | 'minute' | 'hour' | 'day', readonly [one: string, many: string]>>;
  readonly proposed: string;
};

export const DESK_TEXTS: Readonly<Record<Language, DeskTexts>> = {
  es: {
    live: 'Real',
    test: 'Prueba',
    mode: 'Modo',
    merchant: 'Comercio',
    anyMerchant: 'Todos los comercios',
    nobody: 'Sin comercio',
    amount: 'Monto',
    time: 'Hora',
    state: 'Estado',
    any: 'Todos',
    filters: 'Filtros',
    show: 'Ver',
    clear: 'Quitar filtros',
    note: 'Nota',
    noteHint: 'Por qué. Queda en la auditoría.',
    noteMissing: 'Escribe por qué: queda en la auditoría.',
    stale: 'Alguien cambió esto mientras tanto. Revisa lo que se ve ahora: no se hizo nada.',
    next: 'Siguientes',
    previous: 'Anteriores',
    details: 'Detalle',
    never: 'Nunca',
    yes: 'Sí',
    no: 'No',
    save: 'Guardar',
    ago: (time) => `hace ${time}`,
    units: {
      second: ['segundo', 'segundos'],
      minute: ['minuto', 'minutos'],
      hour: ['hora', 'horas'],
      day: ['día', 'días'],
    },
    proposed: 'Quedó propuesto: se hará cuando otra persona lo apruebe.',
  },
  en: {
    live: 'Live',
    test: 'Test',
    mode: 'Mode',
    merchant: 'Merchant',
    anyMerchant: 'All merchants',
    nobody: 'No merchant',
    amount: 'Amount',
    time: 'Time',
    state: 'State',
    any: 'All',
    filters: 'Filters',
    show: 'Show',
    clear: 'Clear filters',
    note: 'Note',
    noteHint: 'Why. It is kept in the audit log.',
    noteMissing: 'Say why: it is kept in the audit log.',
    stale: 'Somebody changed this in the meantime. Look at it again: nothing was done.',
    next: 'Next',
    previous: 'Previous',
    details: 'Details',
    never: 'Never',
    yes: 'Yes',
    no: 'No',
    save: 'Save',
    ago: (time) => `${time} ago`,
    units: {
      second: ['second', 'seconds'],
      minute: ['minute', 'minutes'],
      hour: ['hour', 'hours'],
      day: ['day', 'days'],
    },
    proposed: 'Proposed: it is done when another person approves it.',
  },
};
