// Rate limit per account and mode (D14): a token bucket that fills at the limit and holds two seconds of it. Each node
// counts separately, so with n nodes behind a load balancer a merchant may send n times as much.
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps.js';
import { AppError } from '../errors.js';

type Bucket = { tokens: number; filledAt: number };

const BURST_SECONDS = 2;
const MOST_BUCKETS = 20_000;

export function limitRates(app: FastifyInstance, deps: Pick<Deps, 'settings'>): void {
  const perSecond = deps.settings.rateLimitPerSecond;
  if (perSecond === 0) return;
  const take = createBuckets(perSecond, () => performance.now());
  const policy = `"account";q=${perSecond * BURST_SECONDS};w=${BURST_SECONDS}`;

  app.addHook('onRequest', (request, reply, done) => {
    if (request.credential === null) return done();
    const { accountId, mode } = request.credential.scope;
    const tokens = take(`${accountId}${mode}`);
    const secondsToWait = Math.max(1, Math.ceil((1 - tokens) / perSecond));
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', `"account";r=${Math.max(0, Math.floor(tokens))};t=${secondsToWait}`);
    done(tokens < 0 ? new AppError('rate_limited', { retryAfterSeconds: secondsToWait }) : undefined);
  });
}

/** Takes one token and returns the rest, which is negative if there was none. A refused request takes no token. */
export function createBuckets(perSecond: number, now: () => number): (name: string) => number {
  const most = perSecond * BURST_SECONDS;
  const buckets = new LRUCache<string, Bucket>({ max: MOST_BUCKETS });
  return (name) => {
    const at = now();
    let bucket = buckets.get(name);
    if (bucket === undefined) {
      bucket = { tokens: most, filledAt: at };
      buckets.set(name, bucket);
    }
    bucket.tokens = Math.min(most, bucket.tokens + ((at - bucket.filledAt) / 1000) * perSecond);
    bucket.filledAt = at;
    if (bucket.tokens < 1) return bucket.tokens - 1;
    bucket.tokens -= 1;
    return bucket.tokens;
  };
}
