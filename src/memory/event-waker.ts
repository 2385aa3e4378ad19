// Wakes requests that wait for events. All of a process share one small statement every quarter of a second, however
// many they are: when each asked for itself, 200 of them took creating orders from 414 a second to 15. It asks instead
// of being notified, because NOTIFY takes a lock of the whole database at each commit, and because it cannot miss
// anything.
import type { Scope } from '../domain/accounts/account.js';
import { AppError } from '../errors/errors.js';
import type { Db } from '../store/db.js';
import { placeEvents } from '../store/orders/order-events.js';
import { listNews, type News } from '../store/webhooks/event-cursors.js';
import { lookWhile } from './look-while.js';

export type EventWaker = {
  /** Counts a waiting request until the returned function is called. Refuses what is more than a scope may have. */
  enter(scope: Scope): () => void;
  /** Resolves when there may be events after this position, and when it is over, as `isOver` says. */
  wait(scope: Scope, after: bigint, isOver: () => boolean): Promise<void>;
};

const LOOK_EVERY_MS = 250;
/** Of a scope. Each process of a machine takes its share, because connections are spread evenly. */
const MOST_WAITING = 20;

type Waiting = {
  readonly scope: Scope;
  readonly after: bigint;
  isOver(): boolean;
  resolve(): void;
  reject(error: unknown): void;
};

export function createEventWaker(db: Db, processes = 1): EventWaker {
  const most = Math.ceil(MOST_WAITING / processes);
  const entered = new Map<string, number>();
  const waiting = new Map<string, Set<Waiting>>();
  const placing = new Set<string>();
  const lookSoon = lookWhile({ everyMs: LOOK_EVERY_MS, isWaitedFor: () => waiting.size > 0, look });

  return {
    enter(scope) {
      const key = keyOf(scope);
      const number = entered.get(key) ?? 0;
      if (number >= most) throw new AppError('too_many_polls', { max: MOST_WAITING });
      entered.set(key, number + 1);
      return () => {
        const left = (entered.get(key) ?? 1) - 1;
        if (left === 0) entered.delete(key);
        else entered.set(key, left);
      };
    },
    wait: (scope, after, isOver) =>
      new Promise((resolve, reject) => {
        const all = waiting.get(keyOf(scope)) ?? new Set();
        all.add({ scope, after, isOver, resolve, reject });
        waiting.set(keyOf(scope), all);
        lookSoon();
      }),
  };

  async function look(): Promise<void> {
    for (const key of [...waiting.keys()]) release(key, (one) => one.isOver());
    const scopes = [...waiting.values()].flatMap(([first]) => (first === undefined ? [] : [first.scope]));
    if (scopes.length === 0) return;
    try {
      for (const news of await listNews(db, scopes)) tell(news);
    } catch (error) {
      for (const key of [...waiting.keys()]) fail(key, error);
    }
  }

  function tell({ scope, last, hasUnplaced }: News): void {
    const key = keyOf(scope);
    release(key, ({ after }) => after < last);
    // Placed once for all of a scope. Each for itself would queue at the same lock, with a connection each.
    if (!hasUnplaced || placing.has(key) || !waiting.has(key)) return;
    placing.add(key);
    placeEvents(db, scope)
      .then(
        () => release(key, () => true),
        (error: unknown) => fail(key, error),
      )
      .finally(() => placing.delete(key));
  }

  function release(key: string, isDue: (one: Waiting) => boolean): void {
    for (const one of take(key, isDue)) one.resolve();
  }

  /** Whoever waits gets 503 and can ask again. */
  function fail(key: string, error: unknown): void {
    for (const one of take(key, () => true)) one.reject(error);
  }

  function take(key: string, isDue: (one: Waiting) => boolean): Waiting[] {
    const all = waiting.get(key);
    if (all === undefined) return [];
    const due = [...all].filter(isDue);
    for (const one of due) all.delete(one);
    if (all.size === 0) waiting.delete(key);
    return due;
  }
}

function keyOf({ accountId, mode }: Scope): string {
  return `${accountId} ${mode}`;
}
