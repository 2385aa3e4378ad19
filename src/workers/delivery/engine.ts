// The delivery engine (D52, D53): claims what is due, lane by lane, sends it with bounded concurrency and records outcomes in
// batches. Any number of processes may run one. It is two loops: one claims, the other says that this process is alive.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.js';
import { claimDeliveries, FIRST_LANE, listLanes } from '../../store/webhooks/deliveries/claims.js';
import type { Loop, LoopControl } from '../loop.js';
import { Lanes } from './lanes.js';
import { createRecorder } from './outcomes.js';
import { Pulse } from './pulse.js';
import { Sending } from './sending.js';

type EngineDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'log' | 'sender' | 'metrics'>;

export type DeliveryEngine = { readonly deliver: Loop; readonly heartbeat: Loop };

const LANES_A_TURN = 200;
/** A lease lasts the longest try, and this long, of which a claim may wait for 45 s. */
const LEASE_SLACK_MS = 60_000;
const BEAT_MS = 2_000;
/** How long until the next turn when there is no room, room for few, room after a try, and more to claim. */
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

  /** Claims what there is room for, a stretch of lanes at a time, and gives the time until the next turn. */
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
      // Others may have sent by now what waits here: sending it now could break an order.
      deps.log.warn('this process was taken for dead by another; it gives back what it had in hand');
      await sending.giveBackAll();
    }
    sending.startAll();
  }

  /** What was claimed goes back; what is being sent has a while to end. */
  async function drain(): Promise<void> {
    await sending.giveBackAll();
    const end = performance.now() + shutdownTimeoutMs;
    while (lanes.inFlight > 0 && performance.now() < end) await sleep(20);
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
      // While the last tries end, they are not to be taken over by others.
      stopsLast: true,
      turn: beat,
      onStop: () => pulse.end(),
    },
  };
}
