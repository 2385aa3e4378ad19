// Measures the service beside peers on Fastify, Express and NestJS with Drizzle, TypeORM and Prisma, and beside a bare
// Fastify that answers the same bytes. All take turns, round by round.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPostgresCpu } from '../cpu.js';
import { generatePrismaClient, installPeers } from '../install-peers.js';
import { CONNECTIONS, WARM_REQUESTS, warmUp } from '../load.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { median, medianSample, type Sample } from '../sample.js';
import { type ServerProcess, startServer } from '../server-process.js';
import { createWrk, type Wrk } from '../wrk.js';
import { type Framework, type FrameworkId, prepareFramework } from './frameworks.js';
import { judge } from './judge.js';
import type { Answer } from './same-answers.js';
import { type CountedSample, type Turn, takeTurn } from './turn.js';

export type Round = { readonly turns: ReadonlyMap<FrameworkId, Turn>; readonly bare: Sample };

const IDS: readonly FrameworkId[] = ['cobro', 'drizzle', 'typeorm', 'nest', 'prisma'];

export async function measureFrameworks(place: Place, options: PartOptions): Promise<Part> {
  await installPeers(options.signal);
  await generatePrismaClient(options.signal);
  const frameworks: Framework[] = [];
  try {
    for (const id of IDS) frameworks.push(await prepareFramework(id, place, options));
    const rounds = await runRounds(frameworks, place, options);
    const isWhole = ({ id }: Framework) => rounds.every(({ turns }) => turns.has(id));
    return toPart(frameworks.filter(isWhole), rounds);
  } finally {
    for (const framework of frameworks) await framework.drop();
  }
}

async function runRounds(frameworks: readonly Framework[], place: Place, options: PartOptions): Promise<Round[]> {
  const rounds: Round[] = [];
  const postgresCpu = await createPostgresCpu(place.db);
  let bare: Wrk | null = null;
  let wanted: Answer | null = null;
  while (rounds.length < options.rounds) {
    const turns = new Map<FrameworkId, Turn>();
    let bareSample: Sample | null = null;
    for (const framework of frameworks) {
      options.signal.throwIfAborted();
      const turn: Turn | null = await takeTurn(framework, place, { ...options, wanted, postgresCpu }).catch(
        (error: unknown) => leaveOut(framework, error, options),
      );
      if (turn === null) continue;
      wanted ??= turn.answer;
      turns.set(framework.id, turn);
      options.say(`round ${rounds.length + 1}: ${framework.name}: ${told(turn)}`);
      bare ??= await startBare(framework, place, options);
      bareSample ??= await bare(options.seconds); // right after the service
    }
    if (bareSample !== null) rounds.push({ turns, bare: bareSample });
  }
  return rounds;
}

/** A peer that fails is left out and named, so that the others are still compared. The service must not fail. */
function leaveOut({ id, name }: Framework, error: unknown, { signal, say }: PartOptions): null {
  if (id === 'cobro' || signal.aborted) throw error;
  say(`${name} missed its turn and is left out: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
  return null;
}

function told({ create, alone, verify }: Turn): string {
  const rate = ({ perSecond }: Sample) => `${Math.round(perSecond)}/s`;
  return `creates ${rate(create)}, one at a time ${rate(alone)}, verifies ${rate(verify)}`;
}

/** The bytes are those of an order of the service. */
async function startBare(framework: Framework, place: Place, { signal, onStarted }: PartOptions): Promise<Wrk> {
  const answerFile = join(place.folder, 'answer.json');
  const service = await framework.start();
  try {
    await writeFile(answerFile, await readAnswer(service, framework));
  } finally {
    await service.stop();
  }
  const command = ['bench/servers/constant.js', answerFile] as const;
  const server = await startServer({ name: 'bare', command, env: {}, folder: place.folder });
  onStarted(server);
  const { key, paths } = framework;
  const load = await createWrk({ url: server.url, key, paths, signal, scriptFile: join(place.folder, 'bare.lua') });
  await warmUp(load, 1);
  return load;
}

async function readAnswer({ url }: ServerProcess, { key, paths }: Framework): Promise<string> {
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
  const answer = await fetch(`${url}${paths[0]}`, { headers, signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`GET ${paths[0]}: ${answer.status}`);
  return answer.text();
}

const NOTE =
  `${CONNECTIONS} connections, or one. CPU is the processor time of the server and of PostgreSQL for each answer, which ` +
  'depends far less on the neighbours of the machine than a rate; cold is that of the first run of a new process, the others come ' +
  `after ${WARM_REQUESTS.toLocaleString('en')} requests. ` +
  'Each server runs alone on a database of its own with the tables and indexes of ' +
  'Cobro, and every order is stored with its event and its delivery before it is answered. The peers have ' +
  "Cobro's pricing, numbers and answers, 10 connections to PostgreSQL and a minute's memory of keys. They do not log, count, " +
  'limit, repeat by key or index orders for the search, which Cobro does.';

function toPart(frameworks: readonly Framework[], rounds: readonly Round[]): Part {
  return {
    heading: 'Frameworks',
    note: NOTE,
    head: [
      ...['what', 'creates/s', 'p50 ms', 'p99 ms', 'CPU µs', 'cold', 'one at a time/s'],
      ...['verifies/s', 'p50 ms', 'p99 ms', 'CPU µs', 'cold', 'memory MB'],
    ],
    rows: [
      ...frameworks.map(({ id, name }) => {
        const turns = rounds.flatMap((round) => round.turns.get(id) ?? []);
        const alone = medianSample(turns.map((turn) => turn.alone));
        const memory = Math.max(...turns.map(({ memoryMb }) => memoryMb ?? 0));
        return [
          name,
          ...cells(medianSample(turns.map((turn) => turn.create))),
          cpuCell(turns.map((turn) => turn.create)),
          cpuCell(turns.map((turn) => turn.cold.create)),
          count(alone.perSecond),
          ...cells(medianSample(turns.map((turn) => turn.verify))),
          cpuCell(turns.map((turn) => turn.verify)),
          cpuCell(turns.map((turn) => turn.cold.verify)),
          count(memory),
        ];
      }),
      ['bare Fastify: the bytes of a verify, constant', '', '', '', '', '', '', ...bareCells(rounds), '', '', ''],
    ],
    verdicts: judge(frameworks, rounds),
  };
}

function bareCells(rounds: readonly Round[]): string[] {
  return cells(medianSample(rounds.map(({ bare }) => bare)));
}

/** Of the server, and of PostgreSQL, for one answer. */
function cpuCell(samples: readonly CountedSample[]): string {
  const server = median(samples.map(({ serverMicros }) => serverMicros));
  const all = median(samples.map(({ allMicros }) => allMicros));
  return `${count(server)} + ${count(all - server)}`;
}

function cells({ perSecond, p50Ms, p99Ms }: Sample): string[] {
  return [count(perSecond), p50Ms.toFixed(1), p99Ms.toFixed(1)];
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}
