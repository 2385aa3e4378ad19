// Sends claimed deliveries with bounded concurrency and records the outcomes. It never holds a transaction open while
// sending.
import { switchOffEndpoint } from '../../actions/webhooks/manage-endpoint.js';
import type { Span } from '../../adapters/tracer.js';
import type { Deps } from '../../deps.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import type { Claim } from '../../store/webhooks/deliveries/claims.js';
import { giveBack } from '../../store/webhooks/deliveries/leases.js';
import type { Outcome } from '../../store/webhooks/deliveries/outcomes.js';
import { formatEventId } from '../../wire/webhooks/webhook-body.js';
import { attemptDelivery } from './attempt.js';
import type { Flight, Lanes } from './lanes.js';

/** An attempt that takes longer than this counts as hanging. */
const QUICK_MS = 2_000;
/** How long a claim may be queued before it is sent. Its lease covers this time plus the longest attempt. */
const QUEUED_MS = 45_000;

export type SendingOptions = {
  readonly owner: string;
  readonly lanes: Lanes;
  record(outcome: Outcome): Promise<void>;
  /** Whether an attempt may start now. */
  mayStart(): boolean;
  /** Called when an attempt has ended and there is room for another. */
  onRoom(): void;
};

type SendingDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'settings' | 'log' | 'sender' | 'metrics' | 'vault' | 'tracer'
>;

export class Sending {
  readonly #deps: SendingDeps;
  readonly #options: SendingOptions;
  readonly #lanes: Lanes;
  /** When each endpoint answered 410. A 410 to an attempt that started before that time is ignored. */
  readonly #goneAt = new Map<string, number>();

  constructor(deps: SendingDeps, options: SendingOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#lanes = options.lanes;
  }

  /** Starts as many attempts as allowed, taking the lanes in turn. */
  startAll(): void {
    for (let isGoing = true; isGoing; ) {
      isGoing = false;
      for (const id of this.#lanes.ids()) if (this.#startOne(id)) isGoing = true;
    }
  }

  /** Gives back all queued claims. */
  async giveBackAll(): Promise<void> {
    for (const id of this.#lanes.ids()) await this.#giveBack(id);
  }

  #startOne(id: string): boolean {
    if (!this.#options.mayStart()) return false;
    const claimedAt = this.#lanes.oldestClaimAt(id);
    if (claimedAt !== null && performance.now() - claimedAt > QUEUED_MS) {
      void this.#giveBack(id); // their leases end soon
      return false;
    }
    const flight = this.#lanes.begin(id);
    if (flight === null) return false;
    void this.#fly(flight);
    return true;
  }

  async #fly(flight: Flight): Promise<void> {
    const { endpoint, order } = flight.claim;
    try {
      const { outcome, isGone } = await this.#attempt(flight);
      await this.#options.record(outcome);
      if (isGone) await this.#switchOff(endpoint);
    } catch (error) {
      // The outcome is not recorded, so it is sent again when the lease ends. Twice is better than never.
      this.#deps.log.error({ endpoint: endpoint.id, order: order.uuid, err: error }, 'a delivery was not recorded');
    }
    this.#startMore(endpoint.id, this.#lanes.end());
  }

  /** Its place is free as soon as the answer is there. Sending does not wait for recording, and batches become larger. */
  async #attempt(flight: Flight): Promise<{ outcome: Outcome; isGone: boolean }> {
    const { id } = flight.claim.endpoint;
    const startedAt = performance.now();
    const hanging = setTimeout(() => this.#hang(flight), QUICK_MS);
    try {
      const outcome = await attemptDelivery(this.#deps, flight.claim);
      this.#deps.metrics.delivery(outcome.outcome, outcome.durationMs / 1000);
      if (this.#deps.tracer !== null) this.#deps.tracer.note(spanOf(outcome));
      if (!flight.isHanging && outcome.reply !== null) this.#lanes.markQuick(id);
      return { outcome, isGone: outcome.outcome === 'gone' && this.#stopLane(id, startedAt) };
    } finally {
      clearTimeout(hanging);
      this.#startMore(id, this.#lanes.answer(flight));
    }
  }

  #startMore(id: string, { wasFull }: { readonly wasFull: boolean }): void {
    // If there was room before, only this lane can have something to start. Checking all of many lanes is costly.
    if (wasFull) this.startAll();
    else while (this.#startOne(id));
    this.#options.onRoom();
  }

  /**
   * Frees the attempt's place for others, and gives back queued claims that it stops, so that any process can take them.
   */
  #hang(flight: Flight): void {
    for (const id of this.#lanes.hang(flight)) void this.#giveBack(id);
    this.startAll();
  }

  /** Begins nothing more of an endpoint that answered 410. False if it is known already. */
  #stopLane(id: string, startedAt: number): boolean {
    if ((this.#goneAt.get(id) ?? Number.NEGATIVE_INFINITY) > startedAt) return false;
    this.#goneAt.set(id, performance.now());
    this.#lanes.empty(id);
    return true;
  }

  /** The claims that were queued for it are held with its other deliveries. */
  async #switchOff(endpoint: Endpoint): Promise<void> {
    await switchOffEndpoint(this.#deps, endpoint);
    this.#deps.log.warn({ endpoint: endpoint.id }, 'a webhook endpoint answered 410 and is switched off');
  }

  async #giveBack(id: string): Promise<void> {
    const claims: readonly Claim[] = this.#lanes.empty(id);
    if (claims.length === 0) return;
    await giveBack(this.#deps.db, this.#options.owner, claims).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'claimed webhooks were not given back; they are sent when their leases end'),
    );
  }
}

function spanOf({ claim, outcome, at, durationMs, reply }: Outcome): Span {
  const { endpoint, order, event } = claim;
  return {
    name: 'POST webhook',
    kind: 'client',
    endedAt: at + durationMs,
    ms: durationMs,
    isFailed: outcome !== 'delivered',
    attributes: {
      'http.request.method': 'POST',
      'server.address': new URL(endpoint.url).hostname,
      ...(reply !== null && { 'http.response.status_code': reply.status }),
      'cobro.event_id': formatEventId(order.uuid, event.sequence),
      'cobro.event_type': event.type,
      'cobro.outcome': outcome,
      'cobro.account': endpoint.scope.accountId,
    },
  };
}
