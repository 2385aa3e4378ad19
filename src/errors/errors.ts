// Errors as the program throws them: a code from the closed catalogue, details for its texts, and the faulty fields.

import type { Language } from '../domain/base/language.js';
import { type ErrorEntry, joinCatalogues } from './catalogue.js';
import { faultCatalogue } from './faults.js';
import { forCustomers } from './for-customers.js';
import { forMerchants } from './for-merchants.js';
import { forOperators } from './for-operators.js';
import { forPeople } from './for-people.js';
import { forRails } from './for-rails.js';

const catalogue = joinCatalogues(forMerchants, forCustomers, forRails, forPeople, forOperators);

export type ErrorCode = keyof typeof catalogue;
export type FaultCode = keyof typeof faultCatalogue;
export type Details = Readonly<Record<string, string | number>>;
export type Fault = { readonly param: string; readonly error: FaultCode; readonly details?: Details };

export const ERROR_CODES = Object.keys(catalogue) as ErrorCode[];
export const FAULT_CODES = Object.keys(faultCatalogue) as FaultCode[];

export function errorEntry(code: ErrorCode): ErrorEntry {
  return catalogue[code];
}

export function faultText(fault: Fault, language: Language): string {
  return fillIn(faultCatalogue[fault.error][language], fault.details);
}

/** Fills the `{places}` in a text with details. */
export function fillIn(text: string, details: Details | undefined): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(details?.[name] ?? place));
}

/** An expected failure. It becomes the error body of D58; its cause is only for our own logs. */
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
