// The limit per address of requests that come without a valid key, session or rail credentials. Whoever shows a secret
// that is right is never counted and never refused here, whatever others send. A refusal comes late, so that a flood
// over n connections costs us n refusals a second, and not as many as its sender can write.
import { setTimeout } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import { AppError } from '../errors/errors.js';
import { type Buckets, createBuckets } from './buckets.js';
import { LIMIT_TIMES, limitNames } from './client-address.js';
import type { Rule } from './rules.js';

export type GuessLimit = {
  /** Counts a request, or work done for it, against its address. The refusal if the address has used up its limit. */
  count(request: FastifyRequest, cost?: number): AppError | null;
  /** Takes back what was counted for a request that turned out to be no stranger's. */
  giveBack(request: FastifyRequest, cost?: number): void;
  /** Counts, and throws the refusal late. */
  admit(request: FastifyRequest, cost?: number): Promise<void>;
  /**
   * Looks a secret up. One that was right before is free; another is counted before it costs a query, and not counted
   * after all if it is right. null if it is wrong.
   */
  check<Owner>(request: FastifyRequest, secret: Secret<Owner>): Promise<Owner | null>;
  /** What whoever asks too often has to wait before any answer. */
  wait(): Promise<void>;
};

export type Secret<Owner> = {
  /** Whether it was right the last time. */
  readonly isKnown: boolean;
  find(): Promise<Owner | null> | Owner | null;
};

const LATE_MS = 1_000;
/** Refusals that may wait at a time. Further ones go out at once: waiting must not cost more than it saves. */
const MOST_WAITING = 2_000;

export function limitGuesses(strangers: GuessLimit): Rule {
  return (request) => {
    const { access } = request.route;
    // Unknown paths have none. Routes with another access check a secret, and count only what is wrong.
    if (access !== undefined && access !== 'anyone' && access !== 'health') return undefined;
    const refusal = strangers.count(request);
    if (refusal === null) return undefined;
    // Whoever watches over the service always gets the truth. A flood of such questions gets it late.
    return strangers.wait().then(() => (access === 'health' ? undefined : refusal));
  };
}

export function createGuessLimit(perSecond: number, now: () => number, siblings?: Deps['siblings']): GuessLimit {
  // All of them at once, because other processes may take from one before this one does.
  const limits = new Map(LIMIT_TIMES.map((times) => [times as number, createLimit(times)]));
  const limitOf = (times: number): Buckets => {
    const known = limits.get(times);
    if (known === undefined) throw new Error(`no address has ${times} times the limit`);
    return known;
  };
  let waiting = 0;

  const count: GuessLimit['count'] = (request, cost = 1) => {
    if (perSecond === 0) return null;
    const names = limitNames(request.address);
    for (const [index, [name, times]] of names.entries()) {
      const tokens = limitOf(times).take(name, cost);
      if (tokens >= 0) continue;
      for (const [taken, more] of names.slice(0, index)) limitOf(more).giveBack(taken, cost);
      const retryAfterSeconds = Math.max(1, Math.ceil(-tokens / (perSecond * times)));
      return new AppError('address_limited', { retryAfterSeconds });
    }
    return null;
  };
  const giveBack: GuessLimit['giveBack'] = (request, cost) => {
    if (perSecond === 0) return;
    for (const [name, times] of limitNames(request.address)) limitOf(times).giveBack(name, cost);
  };
  const wait = async () => {
    if (waiting >= MOST_WAITING) return;
    waiting++;
    await setTimeout(LATE_MS);
    waiting--;
  };
  const admit: GuessLimit['admit'] = async (request, cost) => {
    const refusal = count(request, cost);
    if (refusal === null) return;
    await wait();
    throw refusal;
  };
  return {
    count,
    giveBack,
    admit,
    wait,
    async check(request, { isKnown, find }) {
      if (!isKnown) await admit(request);
      const owner = await find();
      if (owner === null && isKnown) await admit(request);
      if (owner !== null && !isKnown) giveBack(request);
      return owner;
    },
  };

  function createLimit(times: number): Buckets {
    const shared = siblings === undefined ? {} : { shared: { limit: `strangers ${times}`, with: siblings } };
    return createBuckets({ perSecond: perSecond * times, now, ...shared });
  }
}
