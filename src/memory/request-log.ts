// Collects what is known of API requests and writes it once a second, with one statement (D78). It must cost a request
// next to nothing: what does not fit is not kept, and counted. After a kill the last second is lost.
import type { Scope } from '../domain/accounts/account.js';
import type { LoggedRequest } from '../domain/keeping/logged-request.js';
import type { Db } from '../store/db.js';
import { insertRequests } from '../store/keeping/request-log.js';

export type RequestLog = {
  /** Whether a request of the scope may be kept now. Counts it either way. */
  hasRoom(scope: Scope, isRefused: boolean): boolean;
  add(scope: Scope, request: LoggedRequest): void;
  /** Writes what was collected since the last call. */
  flush(): Promise<void>;
};

/** What one flush keeps of an account and mode: successes, and refusals, which tell more. */
const MOST_SUCCESSES = 100;
const MOST_REFUSALS = 100;
/** Of all accounts together. */
const MOST_ROWS = 2_000;

type Row = { readonly scope: Scope; readonly request: LoggedRequest };
type Count = { successes: number; refusals: number };

export function createRequestLog(db: Db, onDropped: (count: number) => void): RequestLog {
  const counts = { test: new Map<string, Count>(), live: new Map<string, Count>() };
  let rows: Row[] = [];
  let dropped = 0;

  return {
    hasRoom({ accountId, mode }, isRefused) {
      let count = counts[mode].get(accountId);
      if (count === undefined) {
        count = { successes: 0, refusals: 0 };
        counts[mode].set(accountId, count);
      }
      const isFull = isRefused ? ++count.refusals > MOST_REFUSALS : ++count.successes > MOST_SUCCESSES;
      if (!isFull && rows.length < MOST_ROWS) return true;
      dropped++;
      return false;
    },
    add: (scope, request) => void rows.push({ scope, request }),
    async flush() {
      counts.test.clear();
      counts.live.clear();
      if (dropped > 0) onDropped(dropped);
      dropped = 0;
      if (rows.length === 0) return;
      const collected = rows;
      rows = [];
      await insertRequests(db, collected).catch((error: unknown) => {
        // Tried again by the next flush. What comes meanwhile finds less room, so memory stays bounded.
        rows = [...collected, ...rows].slice(0, MOST_ROWS);
        throw error;
      });
    },
  };
}

/** Keeps nothing: the log is switched off. */
export const NO_REQUEST_LOG: RequestLog = {
  hasRoom: () => false,
  add: () => undefined,
  flush: () => Promise.resolve(),
};
