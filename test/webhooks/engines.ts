// Engines for tests: over the database of a test service, with the loop that unblocks deliveries beside them.
import { after } from 'node:test';
import { unblockDeliveries } from '../../src/actions/webhooks/unblock-deliveries.js';
import type { Deps } from '../../src/deps.js';
import { createWebhookEngine } from '../../src/workers/engines/webhook-engine.js';
import { startWorkers, type Workers } from '../../src/workers/loop.js';
import { loops } from '../../src/workers/loops.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { type Receiver, startReceiver } from './receiver.js';

const engines = new Map<Deps, Workers[]>();

/** A service whose engines are stopped before it ends. */
export async function startHookService(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  let deps: Deps | null = null;
  after(async () => {
    if (deps !== null) await Promise.all((engines.get(deps) ?? []).map((engine) => engine.stop()));
  });
  const service = await startTestService({
    COBRO_WEBHOOK_POLL_MS: '20',
    COBRO_WEBHOOK_TIMEOUT_MS: '2000',
    COBRO_SHUTDOWN_TIMEOUT_MS: '200',
    ...env,
  });
  deps = service.deps;
  return service;
}

export function startEngine(deps: Deps): Workers {
  const { deliver, heartbeat } = createWebhookEngine(deps);
  const engine = startWorkers([deliver, heartbeat], deps.log);
  engines.set(deps, [...(engines.get(deps) ?? []), engine]);
  return engine;
}

/** Delivers as a service does, with the loop beside the engine that frees what waited behind another delivery. */
export function startDelivering(deps: Deps): Workers {
  const { deliver, heartbeat } = createWebhookEngine(deps);
  const unblock = { name: 'unblock deliveries', everyMs: 100, turn: () => unblockDeliveries(deps) };
  const engine = startWorkers([deliver, heartbeat, unblock], deps.log);
  engines.set(deps, [...(engines.get(deps) ?? []), engine]);
  return engine;
}

/** One turn of a loop of the service, by its name. */
export async function takeTurn(deps: Deps, name: string): Promise<void> {
  const loop = loops(deps).find((one) => one.name === name);
  if (loop === undefined) throw new Error(`there is no loop ${name}`);
  await loop.turn();
}

export type Hooked = { readonly id: string; readonly secret: string; readonly receiver: Receiver };

/** A shop with an endpoint of its own; its receiver is closed after the tests of the file. */
export async function hook(
  service: TestService,
  how?: Parameters<typeof startReceiver>[0],
  settings: Readonly<Record<string, unknown>> = {},
  key = service.key,
): Promise<Hooked> {
  const receiver = await startReceiver(how);
  after(() => receiver.close());
  const made = await service.call('POST', '/v1/webhooks/stores', { key, body: { url: receiver.url, ...settings } });
  if (made.status !== 200) throw new Error(made.text);
  return { id: made.json.id, secret: made.json.secret, receiver };
}

/** The numbers of the events of one order as they came, refused ones too. */
export function sequencesOf({ receiver }: Hooked, order: string): number[] {
  return receiver.hits.filter((hit) => hit.json.id === order).map(({ sequence }) => sequence);
}

export function untilArrived(hooked: Hooked, order: string, sequence: number, withinMs?: number): Promise<unknown> {
  return until(
    `event ${sequence} of ${order} arrives`,
    () => hooked.receiver.hits.some((hit) => hit.json.id === order && hit.sequence === sequence),
    withinMs,
  );
}
