// Part of the closed catalogue (D58): refusals of HTTP itself, of too many requests and of misused browsers (D76).
import type { ErrorEntry } from './for-merchants.js';

export const httpCatalogue = {
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
  headers_too_large: {
    status: 431,
    es: 'La dirección o los encabezados son demasiado largos.',
    en: 'The address or the headers are too long.',
    debug: 'The URL and the headers together may have 16,384 bytes.',
  },
  rate_limited: {
    status: 429,
    es: 'Demasiadas peticiones. Intenta de nuevo en un momento.',
    en: 'Too many requests. Try again in a moment.',
    debug: 'More requests a second than this key may send. Wait as long as Retry-After says.',
    retryAfterSeconds: 1,
  },
  foreign_page: {
    status: 403,
    es: 'Esta petición vino de la página de otro sitio.',
    en: 'This request came from the page of another site.',
    debug:
      'A browser sent a private key from a page of another origin (Sec-Fetch-Site, Origin). Private keys are for ' +
      'servers: call from yours, or use the public key (pk_…) in a page.',
  },
  address_limited: {
    status: 429,
    es: 'Demasiadas peticiones. Intenta de nuevo en un momento.',
    en: 'Too many requests. Try again in a moment.',
    debug:
      'This address sends more requests a second without valid credentials than it may. Wait as long as Retry-After ' +
      'says, and check the key that you send.',
    retryAfterSeconds: 1,
  },
  account_suspended: {
    status: 403,
    es: 'Esta cuenta está suspendida.',
    en: 'This account is suspended.',
    debug: 'The operator has suspended this account: its keys open nothing. Money that arrives is still booked.',
  },
  key_restricted: {
    status: 403,
    es: 'Esta llave no tiene el permiso {right}.',
    en: 'This key does not have the right {right}.',
    debug:
      'This key is restricted and does not have the right `{right}`, which this route asks for. Use a key that has it, or make one in the dashboard.',
  },
  key_address_refused: {
    status: 403,
    es: 'Esta llave no se puede usar desde la dirección {address}.',
    en: 'This key cannot be used from the address {address}.',
    debug:
      'This key is limited to certain addresses, and {address} is not one of them. Use it from your own servers, or make a key for this address.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;
