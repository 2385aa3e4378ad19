// Rate limit per account and mode (D14): a token bucket that fills at the limit and holds two seconds of it. Each node
// counts separately, so with n nodes behind a load balancer a merchant may send n times as much.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';
import { AppError } from '../errors.js';
import { BURST_SECONDS, createBuckets } from './buckets.js';

export function limitRates(app: FastifyInstance, deps: Pick<Deps, 'settings'>): void {
  const perSecond = deps.settings.rateLimitPerSecond;
  if (perSecond === 0) return;
  const accounts = createBuckets(perSecond, () => performance.now());
  const policy = `"account";q=${perSecond * BURST_SECONDS};w=${BURST_SECONDS}`;

  app.addHook('onRequest', (request, reply, done) => {
    if (request.credential === null) return done();
    const { accountId, mode } = request.credential.scope;
    const tokens = accounts.take(`${accountId}${mode}`);
    const secondsToWait = Math.max(1, Math.ceil((1 - tokens) / perSecond));
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', `"account";r=${Math.max(0, Math.floor(tokens))};t=${secondsToWait}`);
    done(tokens < 0 ? new AppError('rate_limited', { retryAfterSeconds: secondsToWait }) : undefined);
  });
}
