// Several nodes of the real service over one database, which are killed and stopped at random, with clocks that may
// disagree. A client repeats a request at any node until one answers it.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { type Client, createClient } from './http-client.js';
import { type Environment, type ServiceProcess, startServiceProcess } from './process.js';
import type { Call, Reply } from './service.js';
import { until } from './until.js';

const SKEWED_CLOCK = pathToFileURL(join(PACKAGE_FOLDER, 'dist', 'test', 'support', 'skewed-clock.js')).href;
/** A stopped node never answers, so a client must give up on it. */
const PATIENCE_MS = 4_000;
const GIVE_UP_MS = 120_000;
const CONNECTIONS = 64;

/** `step` sets the clock of a node to the next of TEST_CLOCK_STEPS_MS. */
export type Harm = 'kill' | 'stop' | 'step';

export type NodesOptions = {
  readonly random: () => number;
  /** One node for each: how far its clock is ahead. */
  readonly skewsMs: readonly number[];
  /** What happens to a node every now and then; nothing if it is empty. */
  readonly harms: readonly Harm[];
  /** How long nothing happens after a harm, at least and at most. */
  readonly restMs: readonly [number, number];
};

export type Nodes = {
  /** The first definite answer. The request must have the same effect when it is repeated. */
  call(path: string, call: Call): Promise<Reply>;
  read(path: string, call: Call): Promise<Reply>;
  readonly harm: { kills: number; stops: number; steps: number };
  /** Ends the harm and waits until all nodes answer. */
  calm(): Promise<void>;
  /** Stops the nodes, which must end well. */
  stop(): Promise<void>;
};

type Node = { readonly env: Environment; running: ServiceProcess; client: Client | null };

export async function startNodes(env: Environment, options: NodesOptions): Promise<Nodes> {
  const { random, skewsMs } = options;
  const nodes = await Promise.all(skewsMs.map((skewMs) => startNode(env, skewMs)));
  const harm = { kills: 0, stops: 0, steps: 0 };
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const ended = new AbortController();
  const chaos = options.harms.length === 0 ? null : doHarm(nodes, { ...options, harm, pick, signal: ended.signal });
  let failure: unknown = null;
  chaos?.catch((error: unknown) => {
    failure = error;
  });
  const ask = (method: 'GET' | 'POST') => (path: string, call: Call) =>
    repeatUntilAnswered(
      path,
      () => failure,
      async () => {
        const { client } = pick(nodes);
        return client === null ? null : within(PATIENCE_MS, client.call(method, path, call));
      },
    );
  return {
    harm,
    call: ask('POST'),
    read: ask('GET'),
    async calm() {
      ended.abort();
      await chaos;
      for (const { client, running } of nodes) await until('the node is ready', () => isReady(client, running), 60_000);
    },
    async stop() {
      for (const { running, client } of nodes) {
        client?.close();
        running.process.kill('SIGTERM');
        const { code } = await running.ended();
        if (code !== 0) throw new Error(`a node ended with ${code}: ${running.stderr()}`);
      }
    },
  };
}

/** A node that has ended by itself never gets ready, and says why. */
async function isReady(client: Client | null, { process: node, ...running }: ServiceProcess): Promise<boolean> {
  if (node.exitCode !== null || node.signalCode !== null)
    throw new Error(`a node ended by itself: ${running.stdout()} ${running.stderr()}`);
  return (await client?.call('GET', '/health/ready').catch(() => null))?.status === 200;
}

async function doHarm(
  nodes: readonly Node[],
  {
    random,
    pick,
    harms,
    harm,
    restMs: [least, most],
    signal,
  }: NodesOptions & {
    readonly pick: <Item>(items: readonly Item[]) => Item;
    readonly harm: Nodes['harm'];
    readonly signal: AbortSignal;
  },
): Promise<void> {
  while (!signal.aborted) {
    await sleep(least + random() * (most - least));
    const node = pick(nodes);
    const kind = pick(harms);
    if (kind === 'kill') {
      await killAndRestart(node);
      harm.kills++;
    } else if (kind === 'step') {
      node.running.process.kill('SIGUSR2');
      harm.steps++;
    } else {
      node.running.process.kill('SIGSTOP');
      await sleep(500 + random() * 3_000);
      node.running.process.kill('SIGCONT');
      harm.stops++;
    }
  }
}

async function repeatUntilAnswered(
  path: string,
  failure: () => unknown,
  send: () => Promise<Reply | null>,
): Promise<Reply> {
  const deadline = performance.now() + GIVE_UP_MS;
  let last: unknown = null;
  for (; performance.now() < deadline; await sleep(50)) {
    // A node that does not come back is no harm that we do, but a fault.
    if (failure() !== null) throw new Error('a node did not come back', { cause: failure() });
    try {
      const reply = await send();
      if (reply !== null && isDefinite(reply)) return reply;
      last = reply;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${path} was never answered`, { cause: last });
}

/** 5xx may have happened or not, and a key whose first request still runs has no answer yet. */
function isDefinite({ status, text }: Reply): boolean {
  return status < 500 && status !== 429 && !text.includes('idempotency_in_progress');
}

async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}

async function startNode(env: Environment, skewMs: number): Promise<Node> {
  const own =
    skewMs === 0 ? env : { ...env, NODE_OPTIONS: `--import ${SKEWED_CLOCK}`, TEST_CLOCK_SKEW_MS: String(skewMs) };
  const running = startServiceProcess(own);
  return { env: own, running, client: createClient(await running.url(60_000), { connections: CONNECTIONS }) };
}

async function killAndRestart(node: Node): Promise<void> {
  const { client, running } = node;
  node.client = null;
  running.process.kill('SIGKILL');
  await running.ended();
  client?.close();
  node.running = startServiceProcess(node.env);
  node.client = createClient(await node.running.url(60_000), { connections: CONNECTIONS });
}
