// Part of the closed catalogue (D58): refusals of people who sign in to the pages (D78).
import type { ErrorEntry } from './error-catalogue.js';

export const peopleCatalogue = {
  role_forbids: {
    status: 403,
    es: 'Tu función no permite hacer esto. Pídeselo a quien administra la cuenta.',
    en: 'Your role does not allow this. Ask whoever manages the account.',
    debug: 'The role of the signed-in person does not have the duty that this page or form asks for.',
  },
} as const satisfies Record<string, ErrorEntry>;
