// Names of the acts in the audit log, and of the facts that its lines tell. A code that is not known any more stands for
// itself.
import type { Language } from '../../../domain/base/language.js';
import { ACTION_NAMES, FACT_NAMES } from './texts.js';

/** null: an older version wrote it. */
export function actionName(code: string, language: Language): string | null {
  const names: Readonly<Record<string, string>> = ACTION_NAMES[language];
  return (Object.hasOwn(names, code) ? names[code] : undefined) ?? null;
}

/** Values that are words of the program; the same in English. */
const VALUES_ES: Readonly<Record<string, string>> = {
  true: 'sí',
  false: 'no',
  on: 'encendido',
  off: 'apagado',
  none: 'ninguno',
  usual: 'lo normal',
  default: 'lo normal',
  work: 'sirven',
  suspended: 'suspendidas',
  live: 'real',
  test: 'prueba',
  private: 'privada',
  public: 'pública',
  password: 'contraseña',
  link: 'liga',
  invite: 'invitación',
  accept: 'aceptar',
  hold: 'retener',
  return: 'devolver',
  review: 'revisar',
  refund: 'reembolso',
  to_send: 'por enviar',
  sent: 'enviada',
  confirmed: 'confirmada',
  bounced: 'rechazada',
  exported: 'en archivo',
  applied: 'aplicado',
  held: 'en revisión',
  unmatched: 'sin identificar',
  surplus: 'excedente',
  returned: 'devuelto',
  voided: 'anulado',
  reversed: 'reversado',
  needs_destination: 'sin destino',
  to_fund: 'sin fondos',
  'set-up': 'primer arranque',
};

export function factValue(value: string, language: Language): string {
  return (language === 'es' && Object.hasOwn(VALUES_ES, value) ? VALUES_ES[value] : undefined) ?? value;
}

export function factName(name: string, language: Language): string {
  const names = FACT_NAMES[language];
  return (Object.hasOwn(names, name) ? names[name] : undefined) ?? name;
}
