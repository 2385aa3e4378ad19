// How long to wait for the server, and the signal that ends the wait.
import { setTimeout as sleep } from 'node:timers/promises';

export type Patience = { readonly timeoutMs: number; readonly signal?: AbortSignal };

/** Rejects when the signal aborts. */
export function pause(ms: number, { signal }: Pick<Patience, 'signal'>): Promise<void> {
  return sleep(ms, undefined, signal === undefined ? {} : { signal });
}
