// Part of the closed catalogue (D58): refusals of strangers and of misused browsers (D76).
import type { ErrorEntry } from './error-catalogue.js';

export const httpCatalogue = {
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
} as const satisfies Readonly<Record<string, ErrorEntry>>;
