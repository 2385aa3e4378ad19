// Rate limits (D14, D61): token buckets that fill at the limit and hold two seconds of it. Private keys share one per
// account and mode. A public key has its own, and one for each address it is used from: anyone can use it, so its
// requests never take from the merchant's bucket, and one visitor does not take from the others. A refusal comes late, as
// those of strangers do (guess-limit.ts). The processes of one machine share their buckets. Each node counts separately, so
// with n nodes behind a load balancer a merchant may send n times as much.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/accounts/account.js';
import { AppError } from '../errors/errors.js';
import type { Settings } from '../settings/settings.js';
import { BURST_SECONDS, createBuckets } from './buckets.js';
import { networkOf } from './client-address.js';
import type { GuessLimit } from './guess-limit.js';
import type { Rule, Verdict } from './rules.js';

type Limit = {
  readonly name: string;
  readonly perSecond: number;
  /** Of the RateLimit-Policy header. */
  readonly policy: string;
  /** Takes one token and returns the rest, which is negative if there was none. */
  take(name: string): number;
};

export type RateLimits = {
  /** Counts a request and tells its caller what is left, in the headers of the reply. The refusal if nothing was. */
  count(request: FastifyRequest, reply: FastifyReply, caller: Caller): Verdict | Promise<Verdict>;
};

type Caller = Pick<Credential, 'kind' | 'keyId' | 'scope'>;

export function createRateLimits(
  settings: Settings,
  siblings: Deps['siblings'],
  { delay }: Pick<GuessLimit, 'delay'>,
): RateLimits {
  if (settings.rateLimitPerSecond === 0) return { count: () => undefined };
  const take = createLimits(settings, siblings);
  return {
    count(request, reply, caller) {
      const { tokens, limit } = take(request, caller);
      const secondsToWait = Math.max(1, Math.ceil((1 - tokens) / limit.perSecond));
      reply.header('ratelimit-policy', limit.policy);
      reply.header('ratelimit', `"${limit.name}";r=${Math.max(0, Math.floor(tokens))};t=${secondsToWait}`);
      if (tokens >= 0) return undefined;
      return delay(request, new AppError('rate_limited', { retryAfterSeconds: secondsToWait }));
    },
  };
}

/** Limits every request whose key is in its head. A page whose form names a key counts by itself. */
export function limitRates(limits: RateLimits): Rule {
  return (request, reply) =>
    request.credential === null ? undefined : limits.count(request, reply, request.credential);
}

type Taken = { readonly tokens: number; readonly limit: Limit };

/** Counts a request and returns what is left in the bucket that is nearest to its end. */
function createLimits(
  settings: Settings,
  siblings: Deps['siblings'],
): (request: FastifyRequest, caller: Caller) => Taken {
  // Buckets are kept apart, so that a flood from many addresses pushes only other visitors' buckets out of memory.
  const account = createLimit('account', settings.rateLimitPerSecond, siblings);
  const publicKey = createLimit('public-key', settings.rateLimitPerSecond, siblings);
  const visitor = createLimit('address', settings.publicRateLimitPerSecond, siblings);
  return (request, { kind, keyId, scope }) => {
    if (kind === 'private') return { tokens: account.take(`${scope.accountId}${scope.mode}`), limit: account };
    if (visitor.perSecond === 0) return { tokens: publicKey.take(keyId), limit: publicKey };
    const ofVisitor = { tokens: visitor.take(`${keyId} ${networkOf(request.address)}`), limit: visitor };
    if (ofVisitor.tokens < 0) return ofVisitor; // takes nothing from the other visitors of the shop
    const ofKey = { tokens: publicKey.take(keyId), limit: publicKey };
    return ofKey.tokens < ofVisitor.tokens ? ofKey : ofVisitor;
  };
}

function createLimit(name: string, perSecond: number, siblings: Deps['siblings']): Limit {
  return {
    name,
    perSecond,
    policy: `"${name}";q=${perSecond * BURST_SECONDS};w=${BURST_SECONDS}`,
    take: createBuckets({ perSecond, now: () => performance.now(), shared: { limit: name, with: siblings } }).take,
  };
}
