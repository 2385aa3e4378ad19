// What becomes of a form that is refused: its page is shown again, with the reason, what was typed, and each fault at
// its field.
import { parseIsoTime } from '../../domain/base/mexico-time.js';
import { AppError, errorEntry, type Fault, faultText } from '../../errors/errors.js';
import { errorMessage } from '../../wire/error.js';
import type { Frame } from './frame/frame.js';
import { FRAME_TEXTS } from './frame/texts.js';
import type { SentForm } from './ui/form.js';
import type { Visit } from './visit.js';

/** A refusal by the dashboard itself, before any action. The messages are in the language of the page. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** By the name of the field. */
  readonly faults: Readonly<Record<string, string>>;

  constructor(message: string, faults: Readonly<Record<string, string>> = {}) {
    super(message);
    this.faults = faults;
  }
}

/** Requires confirmation of an action that cannot be undone. */
export function requireSure({ frame, form }: Pick<Visit, 'frame' | 'form'>): void {
  if (form['sure'] !== 'yes') throw new Refusal(FRAME_TEXTS[frame.language].notSure);
}

/** The text of a field, without surrounding spaces; empty if there is none. */
export function textIn({ form }: Pick<Visit, 'form'>, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** A password, which counts with its spaces. */
export function secretIn({ form }: Pick<Visit, 'form'>, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

/** An amount as people write it, such as "$1,000.50", in the form that wire/ reads: "1000.50". */
export function amountIn(visit: Pick<Visit, 'form'>, name: string): string {
  return textIn(visit, name)
    .replace(/^\$|MXN$/gi, '')
    .replace(/,(?=\d{3}(\D|$))|\s/g, '');
}

/** A time as a browser sends it, of Mexico City, in epoch milliseconds; null if the field is empty, NaN if it is no time. */
export function timeIn(visit: Pick<Visit, 'form'>, name: string): number | null {
  const text = textIn(visit, name);
  return text === '' ? null : parseIsoTime(text);
}

export type Refused = { readonly problem: string; readonly status: number; readonly sent: SentForm };

/** Runs the work of a form. A refusal is shown on the page of the form; other failures get their own page. */
export async function refusalOf<V extends Visit>(
  visit: V,
  work: (visit: V) => Promise<unknown>,
): Promise<{ readonly outcome: unknown } | { readonly refusal: Refused }> {
  try {
    return { outcome: await work(visit) };
  } catch (error) {
    if (error instanceof Refusal)
      return { refusal: { problem: error.message, status: 400, sent: sentOf(visit, error.faults) } };
    const status = error instanceof AppError ? errorEntry(error.code).status : 500;
    if (!(error instanceof AppError) || status === 404 || status >= 500) throw error;
    visit.request.refusal = error.code;
    return { refusal: refusedForm(visit, error) };
  }
}

/** What the page of a form shows that an action refused. */
export function refusedForm(sent: Sent, error: AppError): Refused {
  const { language } = sent.frame;
  const faults = faultsOf(error.faults, language);
  const problem = error.faults.length > 0 ? problemOf(error, sent, faults) : errorMessage(error, language);
  return { problem, status: errorEntry(error.code).status, sent: sentOf(sent, faults) };
}

type Sent = Pick<Visit, 'request' | 'form' | 'frame'>;

/** Faults at fields of the form need no list above it; others do. */
function problemOf(error: AppError, { form, frame }: Sent, faults: Readonly<Record<string, string>>): string {
  const areAllShown = Object.keys(faults).every((name) => Object.hasOwn(form, name));
  return areAllShown ? FRAME_TEXTS[frame.language].faults : errorMessage(error, frame.language);
}

function faultsOf(faults: readonly Fault[], language: Frame['language']): Record<string, string> {
  return Object.fromEntries(faults.map((fault) => [fault.param, sentence(faultText(fault, language))]));
}

export function sentOf({ request, form, frame }: Sent, faults: Readonly<Record<string, string>>): SentForm {
  const values = Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const [, below = ''] = /^\/dashboard(\/[^?]*)/.exec(request.url) ?? [];
  return { action: frame.root + below, values: Object.fromEntries(values), faults };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A path with the parameters of this request filled in. */
export function fillIn(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
