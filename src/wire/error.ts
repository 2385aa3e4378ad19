// The error body, the same in both generations (D58).
import type { Static } from 'typebox';
import type { Language } from '../domain/base/language.js';
import { type AppError, errorEntry, type Fault, faultText, fillIn } from '../errors/errors.js';
import { named, nullable } from './reply.js';
import { Type } from './shape/type.js';

export const ErrorBody = named(
  'Error',
  {
    type: Type.Literal('error', { description: 'Always `error`' }),
    status: Type.Literal('error', { description: 'Always `error`' }),
    object: Type.Literal('error', { description: 'What this is' }),
    code: Type.Integer({
      description: '4001 key, 5001 payment id, 5002 and 5003 payment point, 6001 to 6004 SMS, else the HTTP status',
    }),
    error: Type.String({ description: 'Stable name of the refusal; see docs/errors.md' }),
    message: Type.String({ description: 'For people, Spanish unless Accept-Language prefers English' }),
    debug_message: Type.String({ description: 'For developers: what to do' }),
    param: nullable(Type.String(), { description: 'Dotted path of the first faulty field' }),
    errors: Type.Array(
      Type.Object({
        param: Type.String({ description: 'Dotted path of the field' }),
        error: Type.String({ description: 'Stable name of the fault; see docs/errors.md' }),
        message: Type.String({ description: 'For people' }),
      }),
      { description: 'Every faulty field of the request' },
    ),
    request_id: Type.String({ description: 'The same as the header Request-Id' }),
  },
  { description: 'Why a request was refused' },
);

export type ErrorReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Static<typeof ErrorBody>;
};

/** What is wrong, for people. */
export function errorMessage(error: AppError, language: Language): string {
  const { en, es } = errorEntry(error.code);
  return fillFor(error, language === 'en' ? en : es, language);
}

/** What is wrong and what to do about it, for developers and operators. */
export function debugMessage(error: AppError): string {
  const { debug, elsewhere } = errorEntry(error.code);
  return fillFor(error, error.details['at'] === undefined ? debug : (elsewhere ?? debug), 'en');
}

export function renderError(error: AppError, language: Language, requestId: string): ErrorReply {
  const entry = errorEntry(error.code);
  const body: Static<typeof ErrorBody> = {
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
  return { status: entry.status, headers, body };
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
