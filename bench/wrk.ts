// Loads an HTTP server with wrk and reads its numbers. A single unsuccessful reply or broken connection fails the run,
// because a refusal is faster than an order and must not be counted as one. Only an attack may cause them.
import { writeFile } from 'node:fs/promises';
import { CONNECTIONS, THREADS } from './load.js';
import type { Sample } from './sample.js';
import { type Running, runTool } from './tools.js';

export type WrkResult = Sample & { readonly answers: number };

export type Wrk = (seconds: number) => Promise<WrkResult>;

export type WrkOptions = Running & {
  readonly url: string;
  /** Sent as the user name of Basic authentication. */
  readonly key: string;
  /** The paths that every connection requests in turn. */
  readonly paths: readonly string[];
  /** Sent with POST. Without a body the requests are GET. */
  readonly body?: string;
  /** How many connections at once; 64 by default. */
  readonly connections?: number;
  /** A connection waits so long before each request, on average, as clients do that come when they like. */
  readonly pauseMs?: number;
  /** Where to write its script. */
  readonly scriptFile: string;
  /** Counts only the successful replies, and none of them is a result, too. */
  readonly mayFail?: boolean;
};

export async function createWrk(options: WrkOptions): Promise<Wrk> {
  await writeFile(options.scriptFile, luaScript(options));
  return (seconds) => runWrk(options, seconds);
}

/** Runs wrk with a script that ends with `DONE`. */
export async function runWrk(
  options: Running & Pick<WrkOptions, 'url' | 'scriptFile' | 'mayFail' | 'connections'>,
  seconds: number,
): Promise<WrkResult> {
  const { connections = CONNECTIONS } = options;
  const args = [
    `-c${connections}`,
    `-t${Math.min(THREADS, connections)}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    '-s',
    options.scriptFile,
  ];
  const printed = await runTool('wrk', [...args, options.url], options);
  return options.mayFail ? readSuccesses(printed) : readResult(printed);
}

/** The end of every script. It prints what `readResult` reads. */
export const DONE = `function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    "result %d %d %d %d %d\\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`;

/** Builds the requests once, before the load, and sends them unchanged. */
function luaScript({ key, paths, body, pauseMs }: WrkOptions): string {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  return `
local requests = {}
local threads = 0
function setup(thread)
  thread:set("turn", threads * ${Math.floor(paths.length / THREADS)})
  threads = threads + 1
end
function init(args)
  wrk.headers["Authorization"] = ${JSON.stringify(authorization)}
  ${body === undefined ? '' : 'wrk.headers["Content-Type"] = "application/json"'}
  for _, path in ipairs({ ${paths.map((path) => JSON.stringify(path)).join(', ')} }) do
    requests[#requests + 1] = wrk.format(${body === undefined ? '"GET", path' : `"POST", path, nil, [==[${body}]==]`})
  end
end
function request()
  turn = turn % #requests + 1
  return requests[turn]
end
${pauseMs === undefined ? '' : `function delay() return math.random(0, ${Math.round(2 * pauseMs)}) end`}
${DONE}`;
}

function readResult(printed: string): WrkResult {
  const { answers, micros, p50, p99, failures } = readNumbers(printed);
  if (answers === 0 || failures > 0) throw new Error(`${failures} requests failed under wrk:\n${printed}`);
  return { answers, perSecond: answers / (micros / 1e6), p50Ms: p50 / 1000, p99Ms: p99 / 1000 };
}

/** Without any reply, the slowest took longer than the whole measurement. */
function readSuccesses(printed: string): WrkResult {
  const { answers: replies, micros, p50, p99, failures } = readNumbers(printed);
  const answers = Math.max(0, replies - failures);
  const latency = (value: number) => (answers === 0 ? Number.POSITIVE_INFINITY : value / 1000);
  return { answers, perSecond: answers / (micros / 1e6), p50Ms: latency(p50), p99Ms: latency(p99) };
}

function readNumbers(printed: string) {
  const [, ...numbers] = /^result (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(printed) ?? [];
  const [answers = 0, micros = 1, p50 = 0, p99 = 0, failures = 0] = numbers.map(Number);
  return { answers, micros, p50, p99, failures };
}
