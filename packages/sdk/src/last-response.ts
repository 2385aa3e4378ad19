// What came with an answer: for logs, for support, and for headers that have no field.
import type { FetchReply } from './options.js';

export type LastResponse = Pick<FetchReply, 'status' | 'headers'> & {
  /** Name it when you ask the service's operator about a call. */
  readonly requestId: string | null;
};

/** An answer with what came with it. It is not printed or written as JSON with the answer. */
export type Told = { readonly lastResponse: LastResponse };

export function tell<Value>(value: Value, lastResponse: LastResponse): asserts value is Value & Told {
  if (typeof value === 'object' && value !== null)
    Object.defineProperty(value, 'lastResponse', { value: lastResponse });
}
