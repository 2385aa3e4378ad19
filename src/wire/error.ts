// The one error body of both generations (D58).
import type { Language } from '../domain/language.js';
import { type AppError, errorEntry, type Fault, faultText, fillIn } from '../errors.js';

export type ErrorReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** What is wrong, for people. */
export function errorMessage(error: AppError, language: Language): string {
  const { en, es } = errorEntry(error.code);
  return fillFor(error, language === 'en' ? en : es, language);
}

/** What is wrong and what to do about it, for developers and operators. */
export function debugMessage(error: AppError): string {
  return fillFor(error, errorEntry(error.code).debug, 'en');
}

export function renderError(error: AppError, language: Language, requestId: string): ErrorReply {
  const entry = errorEntry(error.code);
  const body = {
    type: 'error',
    status: 'error',
    object: 'error',
    code: entry.number ?? entry.status,
    error: error.code,
    message: errorMessage(error, language),
    debug_message: debugMessage(error),
    param: error.faults[0]?.param ?? null,
    errors: error.faults.map((fault) => ({
      param: fault.param,
      error: fault.error,
      message: sentence(faultText(fault, language)),
    })),
    request_id: requestId,
  };
  const headers: Record<string, string> = {};
  if (entry.retryAfterSeconds !== undefined) {
    headers['retry-after'] = String(error.details['retryAfterSeconds'] ?? entry.retryAfterSeconds);
  }
  return { status: entry.status, headers, body: JSON.stringify(body) };
}

function fillFor(error: AppError, template: string, language: Language): string {
  return fillIn(template, { ...error.details, faults: listFaults(error.faults, language) });
}

function listFaults(faults: readonly Fault[], language: Language): string {
  return faults.map((fault) => `${fault.param} ${faultText(fault, language)}`).join('; ');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
