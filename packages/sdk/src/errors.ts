// What a call can fail with. Decide by the class or by `code`, which never changes; the texts may.

/** One faulty field of a refused request. */
export type Fault = { readonly param: string; readonly error: string; readonly message: string };

export type ErrorDetails = {
  readonly code: string;
  readonly message: string;
  readonly userMessage?: string | undefined;
  readonly status?: number | undefined;
  readonly number?: number | undefined;
  readonly param?: string | null | undefined;
  readonly errors?: readonly Fault[] | undefined;
  readonly requestId?: string | null | undefined;
  readonly retryAfterSeconds?: number | null | undefined;
  readonly isTemporary?: boolean | undefined;
  readonly cause?: unknown;
};

const NOT_REACHED = 'No se pudo hablar con el servicio de pagos. Inténtalo de nuevo.';

/** Any failure of a call. `message` is for developers and says what to do. */
export class CobroError extends Error {
  /** The stable name of the refusal, such as `order_not_found`. */
  readonly code: string;
  /** A text to show to people, in Spanish, or in the language that the client or the call asks for. */
  readonly userMessage: string;
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The number of the refusal, such as 5001. */
  readonly number: number | null;
  /** The first faulty field, as a dotted path. */
  readonly param: string | null;
  /** Every faulty field. */
  readonly errors: readonly Fault[];
  /** Include it when you ask the service's operator about a failure. */
  readonly requestId: string | null;
  /** How long the service asks to wait. */
  readonly retryAfterSeconds: number | null;
  /** Whether the same call may succeed later. The client has already repeated it as often as it may. */
  readonly isTemporary: boolean;
  /** How often the request was sent. */
  tries = 1;

  constructor(details: ErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.userMessage = details.userMessage ?? NOT_REACHED;
    this.status = details.status ?? null;
    this.number = details.number ?? null;
    this.param = details.param ?? null;
    this.errors = details.errors ?? [];
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.isTemporary = details.isTemporary ?? false;
  }
}

/** 400, 413, 415 …: the request itself is wrong; `errors` says where. */
export class InvalidRequestError extends CobroError {}
/** 401: the key is missing, unknown or revoked. */
export class AuthenticationError extends CobroError {}
/** 403: the key may not do this. */
export class PermissionError extends CobroError {}
/** 404: it is not there, or belongs to another account or mode. */
export class NotFoundError extends CobroError {}
/** 409: it does not fit the state that things are in. */
export class ConflictError extends CobroError {}
/** 429: too many requests. */
export class RateLimitError extends CobroError {}
/** 5xx, and answers that are not from Cobro. */
export class ServiceError extends CobroError {}
/** There was no answer: the name is unknown, the connection was refused or broke. */
export class ConnectionError extends CobroError {}
/** There was no answer in time. */
export class TimeoutError extends ConnectionError {}

const BY_STATUS: Readonly<Record<number, typeof CobroError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** The error for an answer that is no success. `text` is its body. */
export function errorOf(status: number, headers: { get(name: string): string | null }, text: string): CobroError {
  const body = readRefusal(text);
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'));
  const requestId = headers.get('request-id') ?? body?.request_id ?? null;
  if (body === null) return strangeReply(status, headers, text);
  const ErrorClass = BY_STATUS[status] ?? (status >= 500 ? ServiceError : InvalidRequestError);
  return new ErrorClass({
    code: body.error,
    message: `${body.debug_message} [${body.error}, HTTP ${status}, request ${requestId}]`,
    userMessage: body.message,
    number: body.code,
    param: body.param,
    errors: body.errors,
    isTemporary: isTemporary(status, body.error, retryAfterSeconds),
    ...{ status, requestId, retryAfterSeconds },
  });
}

/** An answer that some proxy gave, or a server that is not Cobro. */
export function strangeReply(status: number, headers: { get(name: string): string | null }, text: string): CobroError {
  const location = headers.get('location');
  const what =
    location === null
      ? `It begins with: ${JSON.stringify(text.slice(0, 80))}. Is \`url\` the address of a Cobro service, and what stands in between?`
      : `It leads to ${location}. Redirects are not followed: use that address as \`url\`.`;
  return new ServiceError({
    code: location === null ? 'unexpected_reply' : 'redirected',
    message: `The answer, HTTP ${status}, is not one of Cobro. ${what}`,
    requestId: headers.get('request-id'),
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
    isTemporary: status === 408 || status === 429 || status >= 500,
    status,
  });
}

/** A 429 without Retry-After never ends: two messages per order are all there are. 409 is one request still running. */
function isTemporary(status: number, code: string, retryAfterSeconds: number | null): boolean {
  if (status === 429) return retryAfterSeconds !== null;
  return status === 408 || status >= 500 || code === 'idempotency_in_progress';
}

type Refusal = {
  readonly error: string;
  readonly code: number;
  readonly message: string;
  readonly debug_message: string;
  readonly param: string | null;
  readonly errors: readonly Fault[];
  readonly request_id: string;
};

function readRefusal(text: string): Refusal | null {
  try {
    const body = JSON.parse(text);
    return typeof body?.error === 'string' && typeof body.debug_message === 'string' ? body : null;
  } catch {
    return null;
  }
}

/** Seconds, or a date. */
function readRetryAfter(text: string | null): number | null {
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}
