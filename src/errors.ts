// The closed catalogue of refusals (D58): every code a merchant can meet, with its HTTP status, its number and its texts.
// `es` and `en` are for people, `debug` is English for developers and says what to do. docs/errors.md lists them all.
import type { Language } from './domain/language.js';

type Entry = {
  readonly status: number;
  /** The `code` of the error body; the HTTP status where D58 names no other. */
  readonly number?: number;
  readonly es: string;
  readonly en: string;
  readonly debug: string;
  readonly retryAfterSeconds?: number;
};

const catalogue = {
  invalid_request: {
    status: 400,
    es: 'Revisa los datos: {faults}.',
    en: 'Check the data: {faults}.',
    debug: '{faults}. Mend these fields and send the request again.',
  },
  malformed_body: {
    status: 400,
    es: 'No se pudo leer la petición.',
    en: 'The request could not be read.',
    debug: 'The request body {problem}. Send one JSON object in UTF-8, or a form.',
  },
  malformed_request: {
    status: 400,
    es: 'No se pudo leer la petición.',
    en: 'The request could not be read.',
    debug: 'The request is no valid HTTP: {problem}.',
  },
  invalid_idempotency_key: {
    status: 400,
    es: 'La clave de idempotencia no es válida.',
    en: 'The idempotency key is not valid.',
    debug: 'Idempotency-Key must have 1 to 255 printable ASCII characters.',
  },
  invalid_api_key: {
    status: 401,
    number: 4001,
    es: 'La llave de API falta o no es válida.',
    en: 'The API key is missing or not valid.',
    debug: 'Send your key as the user name of HTTP Basic authentication with an empty password: curl -u YOUR_KEY: …',
  },
  private_key_required: {
    status: 403,
    es: 'Esta operación necesita la llave privada.',
    en: 'This operation needs the private key.',
    debug:
      'A public key (pk_…) cannot do this. Use the private key (sk_…) of the same mode, and only from your server.',
  },
  order_not_found: {
    status: 404,
    number: 5001,
    es: 'No existe ese pago.',
    en: 'There is no such payment.',
    debug:
      'No order has this id in this account and mode. A test key sees test orders only, a live key live orders only.',
  },
  not_found: {
    status: 404,
    es: 'Esta dirección no existe.',
    en: 'This address does not exist.',
    debug: 'There is no such path. See /docs for the paths of this service.',
  },
  method_not_allowed: {
    status: 405,
    es: 'Esta dirección no admite esa operación.',
    en: 'This address does not support that operation.',
    debug: 'This path answers only the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    es: 'La petición tardó demasiado en llegar.',
    en: 'The request took too long to arrive.',
    debug: 'The whole request did not arrive in time. Send it again.',
  },
  idempotency_key_reused: {
    status: 409,
    es: 'La clave de idempotencia ya se usó con otra petición.',
    en: 'The idempotency key was already used with another request.',
    debug: 'This Idempotency-Key came before with another method, path or body. Use a new key for a new request.',
  },
  idempotency_in_progress: {
    status: 409,
    es: 'La misma petición se está procesando.',
    en: 'The same request is being processed.',
    debug: 'The first request with this Idempotency-Key has not ended yet. Ask again in a second.',
    retryAfterSeconds: 1,
  },
  body_too_large: {
    status: 413,
    es: 'La petición es demasiado grande.',
    en: 'The request is too large.',
    debug: 'A request body may have 65,536 bytes.',
  },
  unsupported_media_type: {
    status: 415,
    es: 'El formato de la petición no se admite.',
    en: 'The format of the request is not supported.',
    debug: 'Send the body as application/json or application/x-www-form-urlencoded.',
  },
  rate_limited: {
    status: 429,
    es: 'Demasiadas peticiones. Intenta de nuevo en un momento.',
    en: 'Too many requests. Try again in a moment.',
    debug: 'This account sends more requests a second than it may in this mode. Wait as long as Retry-After says.',
    retryAfterSeconds: 1,
  },
  headers_too_large: {
    status: 431,
    es: 'La dirección o los encabezados son demasiado largos.',
    en: 'The address or the headers are too long.',
    debug: 'The URL and the headers together may have 16,384 bytes.',
  },
  internal_error: {
    status: 500,
    es: 'Algo falló de nuestro lado. Intenta de nuevo en un momento.',
    en: 'Something failed on our side. Try again in a moment.',
    debug:
      'An unexpected failure; it is in our logs under request_id. Repeat with the same Idempotency-Key to be safe.',
  },
  overloaded: {
    status: 503,
    es: 'El servicio está ocupado. Intenta de nuevo en un momento.',
    en: 'The service is busy. Try again in a moment.',
    debug: 'Too many requests are waiting; nothing was stored. Send it again after Retry-After seconds.',
    retryAfterSeconds: 1,
  },
  unavailable: {
    status: 503,
    es: 'El servicio no está disponible por el momento. Intenta de nuevo en un momento.',
    en: 'The service is not available at the moment. Try again in a moment.',
    debug:
      'The service cannot reach its storage. Send it again after Retry-After seconds, with the same Idempotency-Key.',
    retryAfterSeconds: 2,
  },
  rate_unavailable: {
    status: 503,
    es: 'No hay tipo de cambio para {currency} por el momento.',
    en: 'There is no exchange rate for {currency} at the moment.',
    debug: 'No exchange rate of {currency} is recent enough. Price the order in MXN, or try again later.',
    retryAfterSeconds: 60,
  },
  rail_not_configured: {
    status: 503,
    es: 'Las transferencias SPEI no están activas todavía.',
    en: 'SPEI transfers are not switched on yet.',
    debug: 'This service has no CLABE prefix for live mode (COBRO_CLABE_PREFIX). Test keys work.',
    retryAfterSeconds: 3600,
  },
  clabe_pool_exhausted: {
    status: 503,
    es: 'No hay cuentas CLABE disponibles por el momento.',
    en: 'There are no CLABE accounts left at the moment.',
    debug: 'Every CLABE of the configured prefix is in use. The operator has to configure another COBRO_CLABE_PREFIX.',
    retryAfterSeconds: 3600,
  },
} satisfies Record<string, Entry>;

/** What can be wrong with one field. The texts follow the field's name: "product.price must be greater than zero". */
const faultTexts = {
  required: { es: 'es un dato obligatorio', en: 'is required' },
  wrong_type: { es: 'debe ser {wanted_es}', en: 'must be {wanted_en}' },
  too_long: { es: 'debe tener como máximo {max} caracteres', en: 'must have at most {max} characters' },
  invalid_characters: { es: 'tiene caracteres que no se pueden guardar', en: 'has characters that cannot be stored' },
  invalid_email: { es: 'debe ser un correo electrónico', en: 'must be an e-mail address' },
  not_allowed: { es: 'debe ser {allowed}', en: 'must be {allowed}' },
  not_a_number: { es: 'debe ser una cantidad como 150 o 123.45', en: 'must be an amount such as 150 or 123.45' },
  not_positive: { es: 'debe ser mayor que cero', en: 'must be greater than zero' },
  too_many_decimals: { es: 'debe tener como máximo dos decimales', en: 'must have at most two decimals' },
  too_large: { es: 'debe ser como máximo {max}', en: 'must be at most {max}' },
  too_small: { es: 'debe ser al menos {min} MXN', en: 'must be at least {min} MXN' },
  out_of_range: { es: 'debe ser un entero de {min} a {max}', en: 'must be a whole number from {min} to {max}' },
  too_many_keys: { es: 'debe tener como máximo {max} claves', en: 'must have at most {max} keys' },
  too_big: { es: 'debe ocupar como máximo {max} bytes', en: 'must take at most {max} bytes' },
  not_a_time: {
    es: 'debe ser una fecha en segundos o milisegundos desde 1970',
    en: 'must be a time in seconds or milliseconds since 1970',
  },
  in_the_past: { es: 'ya pasó', en: 'is in the past' },
  too_far: { es: 'debe estar a no más de 30 días', en: 'must be at most 30 days ahead' },
  invalid_cursor: { es: 'debe ser un next_cursor que dimos', en: 'must be a next_cursor that we gave' },
} satisfies Record<string, Readonly<Record<Language, string>>>;

export type ErrorCode = keyof typeof catalogue;
export type FaultCode = keyof typeof faultTexts;
export type Details = Readonly<Record<string, string | number>>;
export type Fault = { readonly param: string; readonly error: FaultCode; readonly details?: Details };

export const ERROR_CODES = Object.keys(catalogue) as ErrorCode[];
export const FAULT_CODES = Object.keys(faultTexts) as FaultCode[];

export function errorEntry(code: ErrorCode): Entry {
  return catalogue[code];
}

export function faultText(fault: Fault, language: Language): string {
  return fillIn(faultTexts[fault.error][language], fault.details);
}

/** Puts details into the `{places}` of a text. */
export function fillIn(text: string, details: Details | undefined): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(details?.[name] ?? place));
}

/** An expected failure: it becomes the error body of D58, with the cause kept for our own logs. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Details;
  readonly faults: readonly Fault[];

  constructor(code: ErrorCode, details: Details = {}, more: { faults?: readonly Fault[]; cause?: unknown } = {}) {
    super(code, { cause: more.cause });
    this.code = code;
    this.details = details;
    this.faults = more.faults ?? [];
  }
}

export function invalidRequest(...faults: readonly Fault[]): AppError {
  return new AppError('invalid_request', {}, { faults });
}
