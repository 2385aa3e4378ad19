// Limits of the dashboard: for viewing pages, per person, and for trying secrets. Only failed tries count, per
// address and per what they aim at, and a right secret always opens (it may have to wait). Limits that belong to a user
// are off if the API's own limit is off (D14).
import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.js';
import type { Visitor } from '../../domain/people/person.js';
import { createBuckets } from '../../http/buckets.js';
import type { GuessLimit } from '../../http/guess-limit.js';
import { createPageTurns } from '../../memory/page-turns.js';

export type Limits = {
  /** Counts a try before it is checked. Whether there were too many from there, or at this target. */
  countTry(request: FastifyRequest, target: string): boolean;
  /** The try was right after all. */
  forgetTry(request: FastifyRequest, target: string): void;
  maySeePage(visitor: Visitor): boolean;
  /** Until few enough pages of theirs are being made. The turn ends with the reply. */
  waitForTurn(visitor: Visitor, reply: FastifyReply): Promise<void>;
};

const TRIES_PER_SECOND = 2;
/** A failed try weighs as much as this many other requests of its address. */
const TRY_COST = 10;
const PAGES_PER_SECOND = 10;

export function createLimits(
  { settings, siblings }: Pick<Deps, 'settings' | 'siblings'>,
  strangers: GuessLimit,
): Limits {
  const now = () => performance.now();
  const isOff = settings.rateLimitPerSecond === 0;
  const tries = createBuckets({ perSecond: TRIES_PER_SECOND, now, shared: { limit: 'tries', with: siblings } });
  const pages = createBuckets({ perSecond: PAGES_PER_SECOND, now, shared: { limit: 'pages', with: siblings } });
  const turns = createPageTurns();
  return {
    countTry(request, target) {
      const isTarget = !isOff && tries.take(target) < 0;
      return strangers.count(request, TRY_COST) !== null || isTarget;
    },
    forgetTry(request, target) {
      tries.giveBack(target);
      strangers.giveBack(request, TRY_COST);
    },
    maySeePage: ({ person }) => isOff || pages.take(person.id) >= 0,
    async waitForTurn({ person }, reply) {
      finished(reply.raw, await turns.take(person.id));
    },
  };
}
