// The texts of the audit log.
import type { Language } from '../../../domain/base/language.js';

type AuditTexts = {
  readonly title: string;
  readonly intro: string;
  readonly actor: string;
  readonly actorHint: string;
  readonly action: string;
  readonly subject: string;
  readonly subjectHint: string;
  readonly from: string;
  readonly to: string;
  readonly none: string;
  readonly line: string;
  readonly before: string;
  readonly after: string;
  readonly service: string;
  readonly check: string;
  readonly checkText: string;
};

export const AUDIT_TEXTS: Readonly<Record<Language, AuditTexts>> = {
  es: {
    title: 'Auditoría',
    intro: 'Lo que hicieron personas, llaves y comandos. Cada línea está firmada; nada se borra.',
    actor: 'Quién',
    actorHint: 'El principio, como person: o key:',
    action: 'Qué',
    subject: 'A qué',
    subjectHint: 'Id completo o código',
    from: 'Desde',
    to: 'Hasta',
    none: 'No hay líneas así',
    line: 'Línea',
    before: 'Antes',
    after: 'Después',
    service: 'El servicio',
    check: 'Verificar la cadena',
    checkText: 'Prueba que ninguna línea fue cambiada, quitada ni agregada.',
  },
  en: {
    title: 'Audit log',
    intro: 'What people, keys and commands did. Every line is signed; nothing is deleted.',
    actor: 'Who',
    actorHint: 'The beginning, such as person: or key:',
    action: 'What',
    subject: 'To what',
    subjectHint: 'A whole id or a code',
    from: 'From',
    to: 'To',
    none: 'There are no such lines',
    line: 'Line',
    before: 'Before',
    after: 'After',
    service: 'The service',
    check: 'Verify the chain',
    checkText: 'Proves that no line was changed, taken out or put in.',
  },
};
