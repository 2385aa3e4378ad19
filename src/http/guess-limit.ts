// The limit per address of requests that come without a valid key, session or rail credentials. Whoever shows a secret
// that is right is never counted and never refused here, whatever others send. A refusal comes late, and the later the
// more of them an address waits for, so that its flood costs us some dozens of refusals a second, and not as many as its
// sender can write over all its connections.
import { setTimeout } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import { AppError } from '../errors/errors.js';
import { type Buckets, createBuckets } from './buckets.js';
import { LIMIT_TIMES, limitNames, networkOf } from './client-address.js';
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
  /** Holds a refusal back until it is due to its address. */
  delay(request: FastifyRequest, refusal: AppError): Promise<AppError>;
};

export type Secret<Owner> = {
  /** Whether it was right the last time. */
  readonly isKnown: boolean;
  find(): Promise<Owner | null> | Owner | null;
};

const LATE_MS = 1_000;
/** Short enough for a client's patience and for a service that stops. */
const LATEST_MS = 5_000;
/** One address gets about so many refusals a second, until all of them are as late as can be. */
const REFUSALS_PER_SECOND = 50;
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
    return access === 'health' ? strangers.wait().then(() => undefined) : strangers.delay(request, refusal);
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
  const waitingAt = new Map<string, number>();

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
  const wait = async (ms = LATE_MS) => {
    if (waiting >= MOST_WAITING) return;
    waiting++;
    await setTimeout(ms);
    waiting--;
  };
  const delay: GuessLimit['delay'] = async (request, refusal) => {
    const network = networkOf(request.address);
    const others = waitingAt.get(network) ?? 0;
    waitingAt.set(network, others + 1);
    await wait(Math.min(LATEST_MS, LATE_MS * (1 + Math.floor(others / REFUSALS_PER_SECOND))));
    const left = (waitingAt.get(network) ?? 1) - 1;
    if (left > 0) waitingAt.set(network, left);
    else waitingAt.delete(network);
    return refusal;
  };
  const admit: GuessLimit['admit'] = async (request, cost) => {
    const refusal = count(request, cost);
    if (refusal === null) return;
    throw await delay(request, refusal);
  };
  return {
    count,
    giveBack,
    admit,
    wait: () => wait(),
    delay,
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
