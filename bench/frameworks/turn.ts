// One turn of one server: it starts, warms up, takes orders from many connections and from one, is read, and ends. So the
// work that a server does behind its requests never slows the next one.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CpuCounter } from '../cpu.js';
import { CONNECTIONS, ORDER, warmUp } from '../load.js';
import type { Place } from '../place.js';
import type { Sample } from '../sample.js';
import type { ServerProcess } from '../server-process.js';
import { createWrk, type Wrk, type WrkOptions } from '../wrk.js';
import type { Framework, Stored } from './frameworks.js';
import { type Answer, requireSameAnswers } from './same-answers.js';

/** With the processor time for each answer, in microseconds: of the server, and of it and PostgreSQL. */
export type CountedSample = Sample & { readonly serverMicros: number; readonly allMicros: number };

export type Turn = {
  readonly create: CountedSample;
  /** What the new process brought first, of creates and of verifies. */
  readonly cold: { readonly create: CountedSample; readonly verify: CountedSample };
  readonly alone: CountedSample;
  readonly verify: CountedSample;
  readonly memoryMb: number | null;
  readonly answer: Answer;
};

export type TurnOptions = {
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly onStarted: (server: ServerProcess) => void;
  /** What the answer to an order must be; null for the first server. */
  readonly wanted: Answer | null;
  readonly postgresCpu: CpuCounter;
};

const QUIET_MS = 300;

export async function takeTurn(framework: Framework, place: Place, options: TurnOptions): Promise<Turn> {
  const { seconds, signal } = options;
  await place.settle();
  const server = await framework.start();
  options.onStarted(server);
  try {
    const wrk = (name: string, more: Pick<WrkOptions, 'paths' | 'body' | 'connections' | 'mayFail'>) =>
      createWrk({
        url: server.url,
        key: framework.key,
        signal,
        scriptFile: join(place.folder, `${framework.id}-${name}.lua`),
        ...more,
      });
    const answer = await requireSameAnswers(framework, server, options.wanted);
    const order = { paths: ['/v2/orders'], body: JSON.stringify(ORDER) };
    const counted = countCpu(server, options.postgresCpu);
    const create = checkStored(framework, counted(await wrk('create', order)));
    const alone = checkStored(framework, counted(await wrk('alone', { ...order, connections: 1 })));
    const verify = counted(await wrk('verify', { paths: framework.paths }));
    const coldCreate = await warmUp(counted(await wrk('warm-up', { ...order, mayFail: true })), seconds);
    await untilQuiet(framework);
    const created = await create(seconds);
    const createdAlone = await alone(seconds);
    const coldVerify = await warmUp(counted(await wrk('warm-up', { paths: framework.paths, mayFail: true })), seconds);
    const verified = await verify(seconds);
    return {
      create: created,
      cold: { create: coldCreate, verify: coldVerify },
      alone: createdAlone,
      verify: verified,
      memoryMb: await server.peakMemoryMb(),
      answer,
    };
  } finally {
    await server.stop();
  }
}

type CountedLoad = (seconds: number) => Promise<CountedSample & { readonly answers: number }>;

function countCpu({ cpuSeconds }: ServerProcess, postgresCpu: CpuCounter) {
  return (load: Wrk): CountedLoad =>
    async (seconds) => {
      const [server, postgres] = [await cpuSeconds(), await postgresCpu()];
      const result = await load(seconds);
      const serverMicros = (((await cpuSeconds()) - server) * 1e6) / result.answers;
      const postgresMicros = (((await postgresCpu()) - postgres) * 1e6) / result.answers;
      return { ...result, serverMicros, allMicros: serverMicros + postgresMicros };
    };
}

/** A slow server is still busy with requests that nobody waits for any more. They must not slow the next load. */
async function untilQuiet({ stored }: Framework): Promise<Stored> {
  for (let before = await stored(); ; ) {
    await sleep(QUIET_MS);
    const now = await stored();
    if (now.deliveries === before.deliveries) return now;
    before = now;
  }
}

/** Every answered order is there with its event and its delivery. Orders whose reply wrk did not wait for may be, too. */
function checkStored(framework: Framework, load: CountedLoad): CountedLoad {
  return async (seconds) => {
    const before = await framework.stored();
    const result = await load(seconds);
    const after = await untilQuiet(framework);
    const orders = after.orders - before.orders;
    const isWhole = after.events - before.events === orders && after.deliveries - before.deliveries === orders;
    if (!isWhole || orders < result.answers || orders > result.answers + 2 * CONNECTIONS) {
      throw new Error(
        `${framework.name}: ${result.answers} orders were answered, ${JSON.stringify({ before, after })}`,
      );
    }
    return result;
  };
}
