// Tracks this process's claims: each endpoint has a lane with its queued claims and the number being sent. Decides how
// many more to claim and which to start, so that no endpoint delays another and no merchant the others.
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import type { Claim } from '../../store/webhooks/deliveries/claims.js';
import { Shares } from './shares.js';

/** A fast endpoint gets many places. One that hangs gets few, so that it delays no other endpoint. */
const QUICK = { inFlight: 32, claimed: 64 };
const SLOW = { inFlight: 8, claimed: 8 };
/** Hanging attempts do not count against the concurrency, but the total is limited to this multiple of it. */
const MOST_IN_FLIGHT = { quick: 8, slow: 4 };

type Queued = { readonly claim: Claim; readonly claimedAt: number };
type Lane = { readonly account: string; readonly queue: Queued[]; inFlight: number };

/** A claim that is being sent. */
export type Flight = { readonly claim: Claim; isHanging: boolean };

export class Lanes {
  readonly #concurrency: number;
  /** Lanes with claims; the lane served last is at the end. */
  readonly #lanes = new Map<string, Lane>();
  readonly #slow = new Set<string>();
  readonly #shares: Shares;
  #inFlight = 0;
  /** Attempts in flight that do not hang. */
  #busy = 0;
  /** Attempts that have their answer, while it is being recorded. */
  #answered = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
    this.#shares = new Shares(concurrency);
  }

  /** Endpoints with claims; the endpoint served last is at the end. */
  ids(): string[] {
    return [...this.#lanes.keys()];
  }

  /** `few`: enough claims are queued, and filling so little room is not worth two statements. */
  room(): 'none' | 'few' | 'enough' {
    const room = this.#roomInAll();
    if (room <= 0 || this.#inFlight >= this.#concurrency * MOST_IN_FLIGHT.quick) return 'none';
    return this.#queued() > 0 && room < this.#concurrency / 2 ? 'few' : 'enough';
  }

  /** Divides the room among these endpoints. Leaves out endpoints whose lanes are full. */
  share(endpoints: readonly Endpoint[]): { endpoint: Endpoint; room: number }[] {
    const open = endpoints.filter((endpoint) => this.#roomOf(endpoint) > 0);
    const share = Math.max(1, Math.floor(this.#roomInAll() / open.length));
    return open.map((endpoint) => ({ endpoint, room: Math.min(this.#roomOf(endpoint), share) }));
  }

  add(claims: readonly Claim[], claimedAt: number): void {
    for (const claim of claims) this.#laneOf(claim.endpoint).queue.push({ claim, claimedAt });
  }

  /** When the oldest queued claim of this lane was made, or null if none is queued. */
  oldestClaimAt(id: string): number | null {
    return this.#lanes.get(id)?.queue[0]?.claimedAt ?? null;
  }

  /** Removes and returns the queued claims of a lane. */
  empty(id: string): Claim[] {
    const lane = this.#lanes.get(id);
    if (lane === undefined) return [];
    const queued = lane.queue.splice(0);
    this.#forgetIdle(id, lane);
    return queued.map(({ claim }) => claim);
  }

  /** Takes the next claim of a lane for sending, if it may start. */
  begin(id: string): Flight | null {
    const lane = this.#lanes.get(id);
    if (lane === undefined || !this.#mayBegin(id, lane)) return null;
    const next = lane.queue.shift();
    if (next === undefined) return null;
    this.#lanes.delete(id);
    this.#lanes.set(id, lane);
    lane.inFlight++;
    this.#inFlight++;
    this.#busy++;
    this.#shares.begin(lane.account);
    return { claim: next.claim, isHanging: false };
  }

  /**
   * Marks an attempt that takes too long: its place becomes free, and its endpoint counts as slow. Returns the lanes
   * whose queued claims wait in vain now: that of the endpoint, or all of its merchant if too many hang.
   */
  hang(flight: Flight): string[] {
    const { id, scope } = flight.claim.endpoint;
    flight.isHanging = true;
    this.#busy--;
    this.#slow.add(id);
    this.#shares.hang(scope.accountId);
    if (!this.#shares.isFull(scope.accountId)) return [id];
    return this.ids().filter((one) => this.#lanes.get(one)?.account === scope.accountId);
  }

  markQuick(id: string): void {
    this.#slow.delete(id);
  }

  /** Frees the place of an attempt. `wasFull`: nothing could begin before, so other lanes may be waiting. */
  answer({ claim, isHanging }: Flight): { wasFull: boolean } {
    const wasFull = this.#busy >= this.#concurrency || this.#inFlight >= this.#concurrency;
    const { id } = claim.endpoint;
    const lane = this.#laneOf(claim.endpoint);
    lane.inFlight--;
    this.#inFlight--;
    this.#answered++;
    if (!isHanging) this.#busy--;
    this.#shares.end(lane.account, isHanging ? 'hanging' : 'busy');
    this.#forgetIdle(id, lane);
    return { wasFull };
  }

  /** The answer of an attempt is recorded, or never will be. */
  end(): { wasFull: boolean } {
    const wasFull = this.#isBehind();
    this.#answered--;
    return { wasFull };
  }

  /** Whether so many answers wait to be recorded that no more attempts may begin. */
  #isBehind(): boolean {
    return this.#answered >= this.#concurrency;
  }

  #mayBegin(id: string, lane: Lane): boolean {
    const most = this.#concurrency * (this.#slow.has(id) ? MOST_IN_FLIGHT.slow : MOST_IN_FLIGHT.quick);
    return (
      !this.#isBehind() &&
      lane.inFlight < this.#limits(id).inFlight &&
      this.#busy < this.#concurrency &&
      this.#inFlight < most &&
      this.#shares.mayBegin(lane.account, this.#busy)
    );
  }

  /** Based on twice the concurrency: while one half is being sent, the other half is claimed. */
  #roomInAll(): number {
    return 2 * this.#concurrency - this.#busy - this.#answered - this.#queued();
  }

  #roomOf({ id, scope }: Endpoint): number {
    if (this.#shares.isFull(scope.accountId)) return 0;
    const lane = this.#lanes.get(id);
    if (this.#slow.has(id) && this.#inFlight >= this.#concurrency * MOST_IN_FLIGHT.slow) return 0;
    return this.#limits(id).claimed - (lane === undefined ? 0 : lane.queue.length + lane.inFlight);
  }

  #limits(id: string): typeof QUICK {
    return this.#slow.has(id) ? SLOW : QUICK;
  }

  #queued(): number {
    let sum = 0;
    for (const { queue } of this.#lanes.values()) sum += queue.length;
    return sum;
  }

  #laneOf({ id, scope }: Endpoint): Lane {
    const known = this.#lanes.get(id);
    if (known !== undefined) return known;
    const lane: Lane = { account: scope.accountId, queue: [], inFlight: 0 };
    this.#lanes.set(id, lane);
    this.#shares.addLane(lane.account);
    return lane;
  }

  #forgetIdle(id: string, lane: Lane): void {
    if (lane.queue.length > 0 || lane.inFlight > 0) return;
    this.#lanes.delete(id);
    this.#shares.removeLane(lane.account);
  }
}
