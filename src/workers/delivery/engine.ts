// The delivery engine (D52, D53) claims due deliveries lane by lane, sends them with bounded concurrency and records
// outcomes in batches. Any number of processes may run one. It has two loops: one claims, the other sends the
// heartbeat.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.js';
import { claimDeliveries, FIRST_LANE, listLanes } from '../../store/webhooks/deliveries/claims.js';
import type { Loop, LoopControl } from '../loop.js';
import { Lanes } from './lanes.js';
import { createRecorder } from './outcomes.js';
import { Pulse } from './pulse.js';
import { Sending } from './sending.js';

type EngineDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'settings' | 'log' | 'sender' | 'metrics' | 'vault' | 'tracer'
>;

export type DeliveryEngine = { readonly deliver: Loop; readonly heartbeat: Loop };

const LANES_A_TURN = 200;
/** A lease lasts for the longest attempt plus this time. A claim may wait in the queue for 45 s of it. */
const LEASE_SLACK_MS = 60_000;
const BEAT_MS = 2_000;
/**
 * The pause before the next turn: with no room, with little room, with room after an attempt, and with more to claim.
 */
const FULL_MS = 50;
const FEW_MS = 10;
const ROOM_MS = 10;
const MORE_MS = 5;

export function createDeliveryEngine(deps: EngineDeps): DeliveryEngine {
  const { webhookConcurrency, webhookPollMs: pollMs, webhookTimeoutMs, shutdownTimeoutMs } = deps.settings;
  const owner = deps.random.uuid(deps.clock.now());
  const lease = { owner, ms: webhookTimeoutMs + LEASE_SLACK_MS };
  const lanes = new Lanes(webhookConcurrency);
  const pulse = new Pulse(deps.db, owner);
  let control: LoopControl | null = null;
  const isStopping = () => control?.stopping.aborted === true;
  const sending = new Sending(deps, {
    owner,
    lanes,
    record: createRecorder(deps, owner, isStopping),
    mayStart: () => !isStopping() && pulse.isAlive(),
    onRoom: () => control?.soon(ROOM_MS),
  });
  let walkFrom = FIRST_LANE;

  /**
   * Claims as many deliveries as there is room for, from the next group of lanes. Returns the pause before the next
   * turn.
   */
  async function claimMore(): Promise<number> {
    const room = lanes.room();
    if (!pulse.isAlive() || room === 'none') return FULL_MS;
    if (room === 'few') return FEW_MS;
    const { endpoints, next } = await listLanes(deps.db, walkFrom, LANES_A_TURN);
    walkFrom = next ?? FIRST_LANE;
    const wanted = lanes.share(endpoints);
    if (wanted.length === 0) return next === null ? pollMs : 0;
    const claimedAt = performance.now();
    const claims = await claimDeliveries(deps.db, wanted, lease);
    lanes.add(claims, claimedAt);
    sending.startAll();
    return claims.length === 0 && next === null ? pollMs : MORE_MS;
  }

  async function beat(): Promise<void> {
    if ((await pulse.beat()) === 'taken for dead') {
      // Other processes may already have sent the queued deliveries. Sending them now could break the event sequence.
      deps.log.warn('this process was taken for dead by another; it gives back what it had in hand');
      await sending.giveBackAll();
    }
    sending.startAll();
  }

  /** Gives back claims that are not being sent, and waits a limited time for the outcomes of the others. */
  async function drain(): Promise<void> {
    await sending.giveBackAll();
    const end = performance.now() + shutdownTimeoutMs;
    while (lanes.unrecorded > 0 && performance.now() < end) await sleep(20);
  }

  return {
    deliver: {
      name: 'deliver webhooks',
      everyMs: pollMs,
      atStart: true,
      afterFailureMs: Math.max(1_000, pollMs),
      onStart: (started) => {
        control = started;
      },
      turn: claimMore,
      onStop: drain,
    },
    heartbeat: {
      name: 'say that this process delivers',
      everyMs: BEAT_MS,
      atStart: true,
      // Keeps other processes from taking over the last attempts before they end.
      stopsLast: true,
      turn: beat,
      onStop: () => pulse.end(),
    },
  };
}
