// The delivery engine (D52, D53): claims what is due, lane by lane, sends it with bounded concurrency, records outcomes in
// batches. No transaction is open while a socket is. Any number of processes may run one.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.js';
import { coalesce } from '../../memory/coalesce.js';
import { type Claim, claimDeliveries, FIRST_LANE, giveBack, listLanes } from '../../store/webhooks/delivery-claims.js';
import { type Outcome, recordOutcomes } from '../../store/webhooks/delivery-outcomes.js';
import { heartbeat, signOff } from '../../store/webhooks/delivery-upkeep.js';
import { switchOff } from '../../store/webhooks/endpoints.js';
import { attemptDelivery } from './attempt.js';

type EngineDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'log' | 'sender' | 'metrics'>;

const LANES_A_TURN = 200;
/** How long a claimed notice may wait here before it is sent; its lease lasts this long and the longest try. */
const QUEUED_MS = 45_000;
const LEASE_SLACK_MS = 60_000;
const BEAT_MS = 2_000;
const DEAD_AFTER_MS = 6_000;
/** A process that could not say for this long that it lives sends nothing more: others may take its work at any time. */
const SILENT_AFTER_MS = 5_000;
/** An endpoint that answers quickly gets room for many; one that hangs gets little, so it holds up nobody else. */
const QUICK = { inFlight: 32, claimed: 64 };
const SLOW = { inFlight: 8, claimed: 8 };
const QUICK_MS = 2_000;
/** Tries that hang do not count against the concurrency, but there is an end to them, too: in times of it. */
const MOST_HANGING = { quick: 8, slow: 4 };
const RECORD_TRIES = 5;

type Queued = { readonly claim: Claim; readonly claimedAt: number };
type Lane = { queue: Queued[]; inFlight: number };

export type DeliveryEngine = { start(): void; stop(): Promise<void> };

export function createDeliveryEngine(deps: EngineDeps): DeliveryEngine {
  const { webhookConcurrency: concurrency, webhookPollMs: pollMs, webhookTimeoutMs, shutdownTimeoutMs } = deps.settings;
  const owner = deps.random.uuid(deps.clock.now());
  /** Lanes with something in hand, the one that was served last at the end. */
  const lanes = new Map<string, Lane>();
  const slowLanes = new Set<string>();
  /** When endpoints answered 410. Later answers to tries that began before are the same news, not another. */
  const goneAt = new Map<string, number>();
  let inFlight = 0;
  /** Those in flight that have not hung for long yet. */
  let busy = 0;
  let stopped = false;
  let walkFrom = FIRST_LANE;
  const beats = repeat(() => BEAT_MS, takeBeat);
  const turns = repeat(() => pollMs, takeTurn);
  let beatenAt: number | null = null;

  const record = coalesce({
    run: async (outcomes: readonly Outcome[]) => {
      await recordOutcomes(deps.db, owner, outcomes);
      return outcomes.map(() => true as const);
    },
    maxBatch: 100,
    maxInFlight: 2,
    maxQueued: 100_000,
    onBatch: deps.metrics.batches('deliveries.record'),
  });

  return {
    start() {
      beats.soon(0);
      turns.soon(0);
    },
    async stop() {
      stopped = true;
      await turns.stop();
      for (const lane of lanes.values()) await emptyQueue(lane);
      // Beats go on meanwhile: what is still being sent is not to be taken over yet.
      const end = performance.now() + shutdownTimeoutMs;
      while (inFlight > 0 && performance.now() < end) await sleep(20);
      await beats.stop();
      await signOff(deps.db, owner);
    },
  };

  /** Does the work again and again, in between on request, never twice at once. */
  function repeat(everyMs: () => number, work: () => Promise<number | undefined>) {
    let timer: NodeJS.Timeout | undefined;
    let at = Number.POSITIVE_INFINITY;
    let underWay: Promise<void> | null = null;
    let ended = false;
    const soon = (afterMs: number) => {
      const wanted = performance.now() + afterMs;
      if (ended || underWay !== null || wanted >= at) return;
      clearTimeout(timer);
      at = wanted;
      timer = setTimeout(() => {
        at = Number.POSITIVE_INFINITY;
        underWay = work()
          .catch((error: unknown) => {
            deps.log.error({ err: error }, 'the delivery of webhooks stumbled; it goes on');
            return Math.max(1_000, everyMs());
          })
          .then((next) => {
            underWay = null;
            soon(next ?? everyMs());
          });
      }, afterMs);
    };
    return {
      soon,
      async stop() {
        ended = true;
        clearTimeout(timer);
        await underWay;
      },
    };
  }

  async function takeBeat(): Promise<undefined> {
    const at = performance.now();
    const isKnown = await heartbeat(deps.db, owner, DEAD_AFTER_MS);
    if (!isKnown && beatenAt !== null) {
      // Others took us for dead and may have sent by now what waits here: sending it now could break an order.
      deps.log.warn('this process was taken for dead by another; it gives back what it had in hand');
      for (const lane of lanes.values()) await emptyQueue(lane);
    }
    beatenAt = at;
    pump();
  }

  function isAlive(): boolean {
    return beatenAt !== null && performance.now() - beatenAt < SILENT_AFTER_MS;
  }

  /** Claims what there is room for, a stretch of lanes at a time; gives the time to wait before the next turn. */
  async function takeTurn(): Promise<number> {
    if (!isAlive()) return 50;
    const queued = [...lanes.values()].reduce((sum, lane) => sum + lane.queue.length, 0);
    const room = 2 * concurrency - busy - queued;
    if (room <= 0 || inFlight >= concurrency * MOST_HANGING.quick) return 50;
    // With enough in hand, few at a time are not worth the two statements.
    if (queued > 0 && room < concurrency / 2) return 10;
    const { endpoints, next } = await listLanes(deps.db, walkFrom, LANES_A_TURN);
    walkFrom = next ?? FIRST_LANE;
    const open = endpoints.filter(({ id }) => roomOf(id) > 0);
    if (open.length === 0) return next === null ? pollMs : 0;
    const share = Math.max(1, Math.floor(room / open.length));
    const wanted = open.map((endpoint) => ({ endpoint, room: Math.min(roomOf(endpoint.id), share) }));
    const claimedAt = performance.now();
    const claims = await claimDeliveries(deps.db, wanted, { owner, ms: webhookTimeoutMs + LEASE_SLACK_MS });
    for (const claim of claims) laneOf(claim.endpoint.id).queue.push({ claim, claimedAt });
    pump();
    return claims.length === 0 && next === null ? pollMs : 5;
  }

  function laneOf(id: string): Lane {
    const lane = lanes.get(id) ?? { queue: [], inFlight: 0 };
    lanes.set(id, lane);
    return lane;
  }

  function limitsOf(id: string): { inFlight: number; claimed: number } {
    return slowLanes.has(id) ? SLOW : QUICK;
  }

  function roomOf(id: string): number {
    const lane = lanes.get(id);
    if (slowLanes.has(id) && inFlight >= concurrency * MOST_HANGING.slow) return 0;
    return limitsOf(id).claimed - (lane === undefined ? 0 : lane.queue.length + lane.inFlight);
  }

  /** Starts what may start, one of each lane in turn. */
  function pump(): void {
    for (let isGoing = true; isGoing; ) {
      isGoing = false;
      for (const [id, lane] of [...lanes]) if (startOne(id, lane)) isGoing = true;
    }
  }

  function startOne(id: string, lane: Lane): boolean {
    const most = concurrency * (slowLanes.has(id) ? MOST_HANGING.slow : MOST_HANGING.quick);
    const isFull = lane.inFlight >= limitsOf(id).inFlight || busy >= concurrency || inFlight >= most;
    if (lane.queue.length === 0 || isFull || stopped || !isAlive()) return false;
    if (performance.now() - (lane.queue[0]?.claimedAt ?? 0) > QUEUED_MS) {
      void emptyQueue(lane); // their leases end soon
      return false;
    }
    const next = lane.queue.shift();
    if (next === undefined) return false;
    lanes.delete(id);
    lanes.set(id, lane);
    lane.inFlight++;
    inFlight++;
    void deliver(next.claim, lane).finally(() => {
      const wasFull = busy + 1 >= concurrency || inFlight >= concurrency;
      lane.inFlight--;
      inFlight--;
      if (lane.queue.length === 0 && lane.inFlight === 0) lanes.delete(id);
      // Where there was room before, nobody but this lane has something to start: with many lanes, looking at all costs.
      if (wasFull) pump();
      else while (startOne(id, lane));
      turns.soon(10);
    });
    return true;
  }

  async function emptyQueue(lane: Lane): Promise<void> {
    const claims = lane.queue.splice(0).map(({ claim }) => claim);
    if (claims.length === 0) return;
    await giveBack(deps.db, owner, claims).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'claimed webhooks were not given back; they are sent when their leases end'),
    );
  }

  async function deliver(claim: Claim, lane: Lane): Promise<void> {
    const { id, scope } = claim.endpoint;
    const startedAt = performance.now();
    let isHanging = false;
    busy++;
    const hangs = setTimeout(() => {
      isHanging = true;
      busy--;
      slowLanes.add(id);
      void emptyQueue(lane);
      pump();
    }, QUICK_MS);
    try {
      const outcome = await attemptDelivery(deps, claim);
      deps.metrics.delivery(outcome.outcome, outcome.durationMs / 1000);
      clearTimeout(hangs);
      if (!isHanging && outcome.reply !== null) slowLanes.delete(id);
      await recordSurely(outcome);
      if (outcome.outcome !== 'gone' || (goneAt.get(id) ?? Number.NEGATIVE_INFINITY) > startedAt) return;
      goneAt.set(id, performance.now());
      lane.queue = []; // held with all the others
      await deps.db.transaction((tx) => switchOff(tx, scope, id));
      deps.log.warn({ endpoint: id }, 'a webhook endpoint answered 410 and is switched off');
    } catch (error) {
      // Not recorded: the lease ends and it is sent again. Twice is better than never.
      deps.log.error({ endpoint: id, order: claim.order.uuid, err: error }, 'a delivery was not recorded');
    } finally {
      clearTimeout(hangs);
      if (!isHanging) busy--;
    }
  }

  /** The database may be away for a moment, and what was sent is not to be sent again for that. */
  async function recordSurely(outcome: Outcome): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await record(outcome);
        return;
      } catch (error) {
        if (stopped || tries === RECORD_TRIES) throw error;
        await sleep(tries * 1_000);
      }
    }
  }
}
