// The texts of the audit log.
import { inBoth } from '../../../domain/base/in-both.js';

export const AUDIT_TEXTS = inBoth({
  title: { es: 'Auditoría', en: 'Audit log' },
  intro: {
    es: 'Lo que hicieron personas, llaves y comandos. Cada línea está firmada; nada se borra.',
    en: 'What people, keys and commands did. Every line is signed; nothing is deleted.',
  },
  actor: { es: 'Quién', en: 'Who' },
  actorHint: { es: 'El principio, como person: o key:', en: 'The beginning, such as person: or key:' },
  action: { es: 'Qué', en: 'What' },
  subject: { es: 'A qué', en: 'To what' },
  subjectHint: { es: 'Id completo o código', en: 'A whole id or a code' },
  from: { es: 'Desde', en: 'From' },
  to: { es: 'Hasta', en: 'To' },
  none: { es: 'No hay líneas así', en: 'There are no such lines' },
  line: { es: 'Línea', en: 'Line' },
  before: { es: 'Antes', en: 'Before' },
  after: { es: 'Después', en: 'After' },
  service: { es: 'El servicio', en: 'The service' },
  check: { es: 'Verificar la cadena', en: 'Verify the chain' },
  checkText: {
    es: 'Prueba que ninguna línea fue cambiada, quitada ni agregada.',
    en: 'Proves that no line was changed, taken out or put in.',
  },
});
