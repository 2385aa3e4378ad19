// Sends what is in hand with bounded concurrency, and records how it went. No transaction is open while a socket is.
import { switchOffEndpoint } from '../../actions/manage-endpoint.js';
import type { Deps } from '../../deps.js';
import type { Endpoint } from '../../domain/endpoint.js';
import type { Claim } from '../../store/webhooks/deliveries/claims.js';
import { giveBack } from '../../store/webhooks/deliveries/leases.js';
import type { Outcome } from '../../store/webhooks/deliveries/outcomes.js';
import { attemptDelivery } from './attempt.js';
import type { Flight, Lanes } from './lanes.js';

/** A try that takes longer than this hangs. */
const QUICK_MS = 2_000;
/** How long a claim may wait here before it is sent; its lease lasts this long and the longest try. */
const QUEUED_MS = 45_000;

export type SendingOptions = {
  readonly owner: string;
  readonly lanes: Lanes;
  /** Stores an outcome. */
  record(outcome: Outcome): Promise<void>;
  /** Whether a try may start now. */
  mayStart(): boolean;
  /** Called when a try has ended and there is room for another. */
  onRoom(): void;
};

type SendingDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'log' | 'sender' | 'metrics'>;

export class Sending {
  readonly #deps: SendingDeps;
  readonly #options: SendingOptions;
  readonly #lanes: Lanes;
  /** When endpoints answered 410. Later answers to tries that began before are the same news, not another. */
  readonly #goneAt = new Map<string, number>();

  constructor(deps: SendingDeps, options: SendingOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#lanes = options.lanes;
  }

  /** Starts what may start, one of each lane in turn. */
  startAll(): void {
    for (let isGoing = true; isGoing; ) {
      isGoing = false;
      for (const id of this.#lanes.ids()) if (this.#startOne(id)) isGoing = true;
    }
  }

  /** Gives back what waits here. */
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

  /** From the start of a try until its place is free again. */
  async #fly(flight: Flight): Promise<void> {
    const { id } = flight.claim.endpoint;
    const hanging = setTimeout(() => this.#hang(flight), QUICK_MS);
    try {
      await this.#deliver(flight, () => clearTimeout(hanging));
    } catch (error) {
      // Not recorded: the lease ends and it is sent again. Twice is better than never.
      const order = flight.claim.order.uuid;
      this.#deps.log.error({ endpoint: id, order, err: error }, 'a delivery was not recorded');
    }
    clearTimeout(hanging);
    const { wasFull } = this.#lanes.end(flight);
    // Where there was room before, nobody but this lane has something to start: with many lanes, looking at all costs.
    if (wasFull) this.startAll();
    else while (this.#startOne(id));
    this.#options.onRoom();
  }

  async #deliver(flight: Flight, onAnswer: () => void): Promise<void> {
    const startedAt = performance.now();
    const { endpoint } = flight.claim;
    const outcome = await attemptDelivery(this.#deps, flight.claim);
    onAnswer();
    this.#deps.metrics.delivery(outcome.outcome, outcome.durationMs / 1000);
    if (!flight.isHanging && outcome.reply !== null) this.#lanes.markQuick(endpoint.id);
    await this.#options.record(outcome);
    if (outcome.outcome === 'gone') await this.#switchOff(endpoint, startedAt);
  }

  /** Others may start in its place, and what waits in its lane goes back to whoever has room. */
  #hang(flight: Flight): void {
    this.#lanes.hang(flight);
    void this.#giveBack(flight.claim.endpoint.id);
    this.startAll();
  }

  /** An endpoint that answers 410 wants nothing more. What waits here is held with all its others. */
  async #switchOff(endpoint: Endpoint, startedAt: number): Promise<void> {
    const { id } = endpoint;
    if ((this.#goneAt.get(id) ?? Number.NEGATIVE_INFINITY) > startedAt) return;
    this.#goneAt.set(id, performance.now());
    this.#lanes.empty(id);
    await switchOffEndpoint(this.#deps, endpoint);
    this.#deps.log.warn({ endpoint: id }, 'a webhook endpoint answered 410 and is switched off');
  }

  async #giveBack(id: string): Promise<void> {
    const claims: readonly Claim[] = this.#lanes.empty(id);
    if (claims.length === 0) return;
    await giveBack(this.#deps.db, this.#options.owner, claims).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'claimed webhooks were not given back; they are sent when their leases end'),
    );
  }
}
