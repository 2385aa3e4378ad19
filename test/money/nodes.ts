// Two nodes of the real service over one database, whose clocks disagree, and which are killed and stopped at random. A
// client repeats a request at either node until one answers it.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { type Environment, type ServiceProcess, startServiceProcess } from '../support/process.js';
import { basic, type Call } from '../support/service.js';
import { until } from '../support/until.js';

const SKEWED_CLOCK = pathToFileURL(join(PACKAGE_FOLDER, 'dist', 'test', 'support', 'skewed-clock.js')).href;
const SKEW_MS = 5_000;
/** A stopped node never answers, so a client must give up on it. */
const PATIENCE_MS = 4_000;
const GIVE_UP_MS = 120_000;

export type Answer = { readonly status: number; readonly text: string };

export type Nodes = {
  /** The first definite answer. The request must have the same effect when it is repeated. */
  call(path: string, call: Call): Promise<Answer>;
  readonly harm: { kills: number; stops: number };
  /** Ends the harm and waits until both nodes answer. */
  calm(): Promise<void>;
};

type Node = { readonly env: Environment; running: ServiceProcess; url: string | null };

export async function startNodes(env: Environment, random: () => number): Promise<Nodes> {
  const nodes = await Promise.all([0, SKEW_MS].map((skewMs) => startNode(env, skewMs)));
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const harm = { kills: 0, stops: 0 };
  let isCalm = false;
  const chaos = (async () => {
    while (!isCalm) {
      await sleep(300 + random() * 1_500);
      const node = pick(nodes);
      if (random() < 0.5) {
        harm.kills++;
        await killAndRestart(node);
      } else {
        harm.stops++;
        node.running.process.kill('SIGSTOP');
        await sleep(500 + random() * 3_000);
        node.running.process.kill('SIGCONT');
      }
    }
  })();
  return {
    harm,
    async call(path, { key, body, headers = {} }) {
      const deadline = performance.now() + GIVE_UP_MS;
      const authorization = key === undefined ? {} : { authorization: basic(key) };
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...authorization, ...headers } };
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
      for (let last: unknown = null; performance.now() < deadline; await sleep(50)) {
        const { url } = pick(nodes);
        if (url === null) continue;
        try {
          const reply = await fetch(url + path, { ...init, body: text, signal: AbortSignal.timeout(PATIENCE_MS) });
          const answer = { status: reply.status, text: await reply.text() };
          if (isDefinite(answer)) return answer;
          last = answer;
        } catch (error) {
          last = error;
        }
        if (performance.now() >= deadline) throw new Error(`${path} was never answered`, { cause: last });
      }
      throw new Error(`${path} was never answered`);
    },
    async calm() {
      isCalm = true;
      await chaos;
      for (const node of nodes)
        await until('the node is ready', async () => (await fetch(`${node.url}/health/ready`)).ok, 30_000);
    },
  };
}

/** 5xx may have happened or not, and a key whose first request still runs has no answer yet. */
function isDefinite({ status, text }: Answer): boolean {
  return status < 500 && status !== 429 && !text.includes('idempotency_in_progress');
}

async function startNode(env: Environment, skewMs: number): Promise<Node> {
  const own = { ...env, NODE_OPTIONS: `--import ${SKEWED_CLOCK}`, TEST_CLOCK_SKEW_MS: String(skewMs) };
  const running = startServiceProcess(own);
  return { env: own, running, url: await running.url() };
}

async function killAndRestart(node: Node): Promise<void> {
  node.url = null;
  node.running.process.kill('SIGKILL');
  await node.running.ended();
  node.running = startServiceProcess(node.env);
  node.url = await node.running.url(60_000);
}
