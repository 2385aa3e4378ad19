// npm run bench [-- --only orders,growth --rounds 5 --seconds 6 --against FOLDER --rows N --of-one N --data FOLDER --url URL]: measures Cobro and its peers in
// turn, on one PostgreSQL, and judges the ratios. It always stops what it started and removes its folder.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { print } from '../src/cli/output.js';
import { OperatorError } from '../src/errors/operator-error.js';
import { measureAttacks } from './attack/measure-attacks.js';
import { measureBooks } from './books/measure-books.js';
import { measureCluster } from './cluster/measure-cluster.js';
import { measureBacklog } from './deliveries/measure-backlog.js';
import { measureDeliveries } from './deliveries/measure-deliveries.js';
import { measureFiles } from './files/measure-files.js';
import { measureFrameworks } from './frameworks/measure-frameworks.js';
import { measureGrowth } from './growth/measure-growth.js';
import { measureSize } from './growth/measure-size.js';
import { measureRuntimes } from './measure-runtimes.js';
import { measureNotices } from './notices/measure.js';
import { measureOrders } from './orders.js';
import type { Part, PartOptions } from './part.js';
import { MOST_RUNS } from './pgbench.js';
import { openPlace, type Place } from './place.js';
import { measureProcesses } from './processes/measure-processes.js';
import { renderPart, writePart } from './report.js';
import type { ServerProcess } from './server-process.js';
import { requireTools } from './tools.js';
import { measureTuning } from './tuning/measure-tuning.js';
import { measureVersions } from './versions/measure-versions.js';

const PARTS: Readonly<Record<string, (place: Place, options: PartOptions) => Promise<Part>>> = {
  orders: measureOrders,
  notices: measureNotices,
  frameworks: measureFrameworks,
  deliveries: measureDeliveries,
  backlog: (place, options) => measureBacklog(place, { ...options, due: DUE }),
  attack: measureAttacks,
  growth: measureGrowth,
  size: measureSize,
  books: measureBooks,
  files: measureFiles,
  processes: measureProcesses,
  runtimes: measureRuntimes,
  tuning: measureTuning,
  cluster: (place, options) => measureCluster(place, requireUrls(options), options),
  versions: (place, options) => measureVersions(place, { ...options, against: requireAgainst(options) }),
};

const DUE = 1_000_000;

/** Several parts by one name. */
const GROUPS: Readonly<Record<string, readonly string[]>> = { peers: ['frameworks', 'deliveries'] };

/** Run only when named: one compares with another checkout, others fill or need tens of gigabytes. */
const OWN_OCCASION = ['versions', 'growth', 'size', 'books', 'files', 'tuning', 'cluster'];

/** Fewer rounds are a trial and do not change the document. */
const ROUNDS_FOR_DOCUMENT = 3;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

try {
  const { only, ...options } = readOptions();
  const tools = requireTools();
  for (const name of only) await runPart(name, { ...options, tools });
} catch (error) {
  if (interrupted.signal.aborted) console.error('Interrupted.');
  else console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = interrupted.signal.aborted ? 130 : 1;
}

/** Each part has its own PostgreSQL, so that leftovers of one part do not slow the next. */
async function runPart(
  name: string,
  { tools, data, ...options }: Options & { tools: readonly string[] },
): Promise<void> {
  const { signal } = interrupted;
  const { rounds, seconds } = options;
  const measure = PARTS[name];
  if (measure === undefined)
    throw new OperatorError(`--only ${name}: there are ${[...Object.keys(PARTS), ...Object.keys(GROUPS)].join(', ')}.`);
  print(`Measuring ${name}…`);
  if (name === 'tuning' && data === null)
    throw new OperatorError('--only tuning needs --data FOLDER: a database of --only growth --data FOLDER.');
  const place = await openPlace(data);
  const servers: ServerProcess[] = [];
  try {
    signal.throwIfAborted();
    const onStarted = (server: ServerProcess) => void servers.push(server);
    const part = await measure(place, { ...options, signal, onStarted, say: print });
    const text = renderPart(part, { rounds, seconds, tools, postgresVersion: place.postgresVersion });
    print(`\n${text}\n`);
    if (name === 'versions') print('Not written to docs/performance.md: it is about a change, not about the service.');
    else if (rounds >= ROUNDS_FOR_DOCUMENT) print(`Written to ${await writePart(name, text)}`);
    else print(`Not written to docs/performance.md: that takes ${ROUNDS_FOR_DOCUMENT} rounds.`);
  } finally {
    for (const server of servers) await server.stop();
    await place.remove();
  }
}

type Options = Pick<PartOptions, 'rounds' | 'seconds' | 'against' | 'urls' | 'rows' | 'rowsOfOne'> & {
  readonly data: string | null;
};

function readOptions(): Options & { only: string[] } {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      against: { type: 'string' },
      rows: { type: 'string' },
      'of-one': { type: 'string' },
      data: { type: 'string' },
      url: { type: 'string', multiple: true },
    },
  });
  const rows = wholeNumber('--rows', values.rows ?? '1000000', 100_000_000);
  return {
    only:
      values.only?.split(',').flatMap((name) => GROUPS[name] ?? name) ??
      Object.keys(PARTS).filter((name) => !OWN_OCCASION.includes(name)),
    against: values.against === undefined ? null : resolve(values.against),
    data: values.data === undefined ? null : resolve(values.data),
    urls: values.url ?? [],
    rows,
    rowsOfOne: wholeNumber('--of-one', values['of-one'] ?? String(Math.ceil(rows / 5)), rows),
    rounds: wholeNumber('--rounds', values.rounds ?? '5', MOST_RUNS - 1),
    seconds: wholeNumber('--seconds', values.seconds ?? '6', 600),
  };
}

function requireAgainst({ against }: Pick<Options, 'against'>): string {
  if (against !== null) return against;
  throw new OperatorError('--only versions needs --against FOLDER: a checkout of the version to compare with.');
}

function requireUrls({ urls }: Pick<Options, 'urls'>): readonly string[] {
  if (urls.length > 0) return urls;
  throw new OperatorError(
    '--only cluster needs --url, first that of a plain database, then that of a distributed one for each cluster.',
  );
}

function wholeNumber(name: string, text: string, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new OperatorError(`${name} ${text} must be a whole number from 1 to ${most}.`);
}
