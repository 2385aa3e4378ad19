// How long to wait before a request is sent again.
import type { CobroError } from './errors.js';
import type { Signal } from './options.js';

const FIRST_MS = 500;
const MOST_MS = 8_000;

/**
 * Null when another try cannot help or would come too late. Pauses double, and chance takes up to half of each away, so
 * that clients that failed together do not come back together. The service's own wish is a lower bound.
 */
export function pauseBefore(
  tries: number,
  { isTemporary, retryAfterSeconds }: Pick<CobroError, 'isTemporary' | 'retryAfterSeconds'>,
  leftMs: number,
): number | null {
  if (!isTemporary) return null;
  const longestMs = Math.min(MOST_MS, FIRST_MS * 2 ** (tries - 1));
  const waitMs =
    retryAfterSeconds === null
      ? longestMs * (1 - Math.random() / 2)
      : retryAfterSeconds * 1000 + (FIRST_MS / 2) * Math.random();
  return waitMs < leftMs ? waitMs : null;
}

/** Fails with the signal's reason when it is aborted meanwhile. */
export function pause(ms: number, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (end: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      end();
    };
    const abort = () => finish(() => reject(signal?.reason));
    const timer = setTimeout(() => finish(resolve), ms);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
  });
}
