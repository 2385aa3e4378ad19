// Delivers webhooks (D52, D53): claims due deliveries lane by lane and starts them so that no endpoint delays another and
// no merchant the others. Any number of processes may run it. It has two loops: one claims, the other sends the heartbeat.
import { switchOffEndpoint } from '../../actions/webhooks/switch-endpoint.js';
import type { Deps } from '../../deps.js';
import { claimDeliveries, FIRST_LANE, type Lease, listLanes } from '../../store/webhooks/deliveries/claims.js';
import { giveBack } from '../../store/webhooks/deliveries/leases.js';
import { type Outcome, recordOutcomes } from '../../store/webhooks/deliveries/outcomes.js';
import type { Loop } from '../loop.js';
import { attemptDelivery } from './attempt-delivery.js';
import { createEngine, type Engine, type Work } from './engine.js';
import { createHeartbeat, type Heartbeat } from './heartbeat.js';
import { type Flight, Lanes } from './lanes.js';

type WebhookDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'settings' | 'log' | 'sender' | 'metrics' | 'vault' | 'tracer'
>;

type WebhookEngine = { readonly deliver: Loop; readonly heartbeat: Loop };

export function createWebhookEngine(deps: WebhookDeps): WebhookEngine {
  const { engine, heartbeat } = new Deliveries(deps);
  return { deliver: engine.loop, heartbeat: heartbeat.loop };
}

const LANES_A_TURN = 200;
/** A lease lasts for the longest attempt plus this time. */
const LEASE_SLACK_MS = 60_000;
/** How long a claim may be queued before it is sent. Its lease covers this time plus the longest attempt. */
const QUEUED_MS = 45_000;
/** An attempt that takes longer than this counts as hanging. */
const QUICK_MS = 2_000;
/** The pause before the next turn: with no room, with little room, and with more to claim. */
const FULL_MS = 50;
const FEW_MS = 10;
const MORE_MS = 5;

class Deliveries implements Work<Flight, Outcome> {
  readonly name = 'deliver webhooks';
  readonly batches = 'deliveries.record';
  readonly everyMs: number;
  readonly engine: Engine<Flight>;
  readonly heartbeat: Heartbeat;
  readonly #deps: WebhookDeps;
  readonly #lease: Lease;
  readonly #lanes: Lanes;
  /** When each endpoint answered 410. A 410 to an attempt that started before that time is ignored. */
  readonly #goneAt = new Map<string, number>();
  #walkFrom = FIRST_LANE;

  constructor(deps: WebhookDeps) {
    const { webhookConcurrency, webhookPollMs, webhookTimeoutMs } = deps.settings;
    const owner = deps.random.uuid(deps.clock.now());
    this.everyMs = webhookPollMs;
    this.heartbeat = createHeartbeat(deps.db, owner, (found) => this.#afterBeat(found));
    this.#deps = deps;
    this.#lease = { owner, ms: webhookTimeoutMs + LEASE_SLACK_MS };
    this.#lanes = new Lanes(webhookConcurrency);
    this.engine = createEngine(deps, this);
  }

  /** Claims as many deliveries as there is room for, from the next group of lanes. */
  async claim(): Promise<number> {
    const room = this.#lanes.room();
    if (!this.heartbeat.isAlive() || room === 'none') return FULL_MS;
    if (room === 'few') return FEW_MS;
    const { endpoints, next } = await listLanes(this.#deps.db, this.#walkFrom, LANES_A_TURN);
    this.#walkFrom = next ?? FIRST_LANE;
    const wanted = this.#lanes.share(endpoints);
    if (wanted.length === 0) return next === null ? this.everyMs : 0;
    const claimedAt = performance.now();
    const claims = await claimDeliveries(this.#deps.db, wanted, this.#lease);
    this.#lanes.add(claims, claimedAt);
    this.#startAll();
    return claims.length === 0 && next === null ? this.everyMs : MORE_MS;
  }

  async #afterBeat(found: 'alive' | 'taken for dead'): Promise<void> {
    if (found === 'taken for dead') {
      // Other processes may already have sent the queued deliveries. Sending them now could break the event sequence.
      this.#deps.log.warn('this process was taken for dead by another; it gives back what it had in hand');
      await this.giveBack();
    }
    this.#startAll();
  }

  /** Its place is free as soon as the answer is there. Sending does not wait for recording, and batches become larger. */
  async attempt(flight: Flight): Promise<Outcome> {
    const { id } = flight.claim.endpoint;
    const startedAt = performance.now();
    const hanging = setTimeout(() => this.#hang(flight), QUICK_MS);
    try {
      const outcome = await attemptDelivery(this.#deps, flight.claim);
      if (!flight.isHanging && outcome.reply !== null) this.#lanes.markQuick(id);
      return outcome.outcome === 'gone' ? this.#stopLane(outcome, startedAt) : outcome;
    } finally {
      clearTimeout(hanging);
      this.#startMore(id, this.#lanes.answer(flight));
    }
  }

  record(outcomes: readonly Outcome[]): Promise<void> {
    return recordOutcomes(this.#deps.db, this.#lease.owner, outcomes);
  }

  /** The claims that were queued for an endpoint that answered 410 are held with its other deliveries. */
  async onRecorded({ claim, outcome }: Outcome): Promise<void> {
    if (outcome !== 'gone') return;
    await switchOffEndpoint(this.#deps, claim.endpoint);
    this.#deps.log.warn({ endpoint: claim.endpoint.id }, 'a webhook endpoint answered 410 and is switched off');
  }

  onEnd({ claim }: Flight): void {
    this.#startMore(claim.endpoint.id, this.#lanes.end());
  }

  idsOf({ claim }: Flight): Readonly<Record<string, string>> {
    return { endpoint: claim.endpoint.id, order: claim.order.uuid };
  }

  async giveBack(): Promise<void> {
    for (const id of this.#lanes.ids()) await this.#giveBack(id);
  }

  async #giveBack(lane: string): Promise<void> {
    const claims = this.#lanes.empty(lane);
    if (claims.length === 0) return;
    await giveBack(this.#deps.db, this.#lease.owner, claims).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'claimed webhooks were not given back; they are sent when their leases end'),
    );
  }

  /** Starts as many attempts as allowed, taking the lanes in turn. */
  #startAll(): void {
    for (let isGoing = true; isGoing; ) {
      isGoing = false;
      for (const id of this.#lanes.ids()) if (this.#startOne(id)) isGoing = true;
    }
  }

  #startMore(lane: string, { wasFull }: { readonly wasFull: boolean }): void {
    // If there was room before, only this lane can have something to start. Checking all of many lanes is costly.
    if (wasFull) this.#startAll();
    else while (this.#startOne(lane));
    this.engine.soon();
  }

  #startOne(lane: string): boolean {
    if (this.engine.isStopping() || !this.heartbeat.isAlive()) return false;
    const claimedAt = this.#lanes.oldestClaimAt(lane);
    if (claimedAt !== null && performance.now() - claimedAt > QUEUED_MS) {
      void this.#giveBack(lane); // their leases end soon
      return false;
    }
    const flight = this.#lanes.begin(lane);
    if (flight === null) return false;
    this.engine.start(flight);
    return true;
  }

  /**
   * Frees the attempt's place for others, and gives back queued claims that it stops, so that any process can take them.
   */
  #hang(flight: Flight): void {
    for (const lane of this.#lanes.hang(flight)) void this.#giveBack(lane);
    this.#startAll();
  }

  /** Begins nothing more of an endpoint that answered 410. If that is known already, it is a failure like any other. */
  #stopLane(outcome: Outcome, startedAt: number): Outcome {
    const { id } = outcome.claim.endpoint;
    if ((this.#goneAt.get(id) ?? Number.NEGATIVE_INFINITY) > startedAt) return { ...outcome, outcome: 'retry' };
    this.#goneAt.set(id, performance.now());
    this.#lanes.empty(id);
    return outcome;
  }
}
