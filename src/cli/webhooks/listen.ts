// cobro listen: forwards a merchant's test events to a receiver on this machine, signed like deliveries, so that a shop
// can be developed without a public address. It reads GET /v1/events and never loses its position.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { createRunningFile } from '../../adapters/running-file.js';
import { withoutEnd } from '../../domain/base/without-end.js';
import { DEFAULT_EVENTS, EVENT_TYPES, type EventType, isEventType } from '../../domain/orders/event-types.js';
import { refusalReason } from '../../domain/webhooks/endpoint.js';
import { makeSecret, webhookHeaders } from '../../domain/webhooks/webhook-signature.js';
import { OperatorError } from '../../errors/operator-error.js';
import { loadSettings } from '../../settings/settings.js';
import { formatEventCursor } from '../../wire/webhooks/event.js';
import { findDemo, words } from '../merchant.js';
import { print } from '../output.js';

export type ListenOptions = {
  readonly url: string;
  readonly key: string;
  readonly forward: string;
  readonly events: readonly EventType[];
  readonly dataDir: string;
  readonly json: boolean;
};

type Surroundings = { readonly signal: AbortSignal; print(line: string): void };

const POLL_SECONDS = 25;
const FORWARD_TIMEOUT_MS = 30_000; // as for deliveries (D52)
const RETRY_MS = 1_000;
/** Waits for a receiver that restarts because its developer saved a file. */
const CONNECT_TRIES = 4;

export function listenCommand(): Command {
  return new Command('listen')
    .requiredOption('--forward <url>', 'where to, such as http://localhost:3000/hook')
    .option('--key <key>', 'a private test key (default: that of the demo merchant)')
    .option('--url <url>', 'the service (default: that of the data folder, else COBRO_BASE_URL)')
    .option('--events <types>', `types to forward, or all (default: ${DEFAULT_EVENTS.join(',')})`, words)
    .action(async (options: { forward: string; key?: string; url?: string; events?: string[]; json?: boolean }) => {
      const settings = loadSettings();
      const key = options.key ?? (await findDemo(settings.dataDir))?.privateKey;
      if (key === undefined)
        throw new OperatorError(`There is no demo merchant in ${settings.dataDir}: give a test key with --key.`);
      const running = await createRunningFile(settings.dataDir).read();
      const ending = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
      await listen(
        {
          url: readAddress('--url', options.url ?? running ?? settings.baseUrl),
          key,
          forward: readAddress('--forward', options.forward),
          events: readEvents(options.events),
          dataDir: settings.dataDir,
          json: options.json ?? false,
        },
        { signal: ending.signal, print },
      );
    });
}

/** Forwards until the signal. Keeps its position and the secret for the next run. */
export async function listen(options: ListenOptions, around: Surroundings): Promise<void> {
  const { signal } = around;
  const notes = await openNotes(options);
  const ask = <Answer>(path: string) => askPatiently<Answer>(options, path, around);
  try {
    const { livemode } = await ask<{ livemode: boolean }>('/v1/users/auth');
    if (livemode) throw new OperatorError('This is a live key: cobro listen is for test events. Use a test key.');
    let cursor = notes.cursor ?? (await newestCursor(ask));
    const secret = notes.secret;
    const save = () => notes.save({ secret, cursor });
    await save();
    around.print(
      options.json
        ? JSON.stringify({ forwarding: options.forward, secret, cursor })
        : `Forwarding ${options.events.join(', ')} to ${options.forward}\n` +
            `Signing secret: ${secret} (it stays the same)\n${notes.cursor === null ? 'New events' : 'Events since the last time'} follow; Ctrl-C ends.`,
    );
    while (!signal.aborted) {
      const page = await readPage(ask, cursor, `limit=100&wait=${POLL_SECONDS}`);
      if (page === null) {
        // Its database is another one than before, or an older copy.
        say(options, around, 'The service does not know where we stopped; new events follow.');
        cursor = await newestCursor(ask);
        continue;
      }
      for (const event of page.data) {
        const line = options.events.includes(event.type) ? await forward(options, secret, event, signal) : null;
        // Saved after each event, so that a restart forwards none twice, except one that was being sent.
        cursor = cursorAfter(event, page);
        await save();
        if (line !== null) around.print(line);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

type ListedEvent = {
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number;
  readonly order_id: string;
  readonly data: { readonly object: object };
};
type EventPage = { readonly data: readonly ListedEvent[]; readonly next_cursor: string };

/**
 * `after` accepts an event id or a cursor (D54). The cursor is cheaper, but is known only for the last event of a page.
 */
function cursorAfter(event: ListedEvent, page: EventPage): string {
  return event === page.data.at(-1) ? page.next_cursor : event.id;
}

/** Signs and sends one event like a delivery. Returns the result in one line. */
async function forward(
  options: ListenOptions,
  secret: string,
  event: ListedEvent,
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify(event.data.object);
  const signedWith = { secret, previous: [] };
  const started = performance.now();
  let result = '';
  for (let tries = 1; tries <= CONNECT_TRIES; tries++) {
    const message = { id: event.id, sequence: event.sequence, body, at: Date.now() };
    const headers = webhookHeaders(signedWith, message, 'cobro-listen');
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]);
      const reply = await fetch(options.forward, { method: 'POST', headers, body, redirect: 'manual', signal: limit });
      const text = await reply.text();
      const refusal = refusalReason({ status: reply.status, body: text });
      result = refusal === null ? `${reply.status}` : `${reply.status} not accepted: ${refusal}`;
      break;
    } catch (error) {
      if (signal.aborted) throw error;
      result = `failed: ${reasonOf(error)}`;
      if (tries < CONNECT_TRIES && /ECONNREFUSED|ECONNRESET/.test(result)) await sleep(RETRY_MS, null, { signal });
      else break;
    }
  }
  const ms = Math.round(performance.now() - started);
  const at = new Date().toISOString();
  if (options.json) return JSON.stringify({ at, type: event.type, order: event.order_id, event: event.id, result, ms });
  return `${at.slice(11, 19)}  ${event.type.padEnd(15)}  ${event.order_id}  ${result}  ${ms} ms`;
}

/** The service answers that the request is wrong, so repeating it is of no use. */
class Refused extends OperatorError {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Repeats the request until the service answers, because it may be down for a while. */
async function askPatiently<Answer>(options: ListenOptions, path: string, around: Surroundings): Promise<Answer> {
  const { url, key } = options;
  const { signal } = around;
  let isAway = false;
  for (;;) {
    const problem = await (async () => {
      try {
        const reply = await fetch(`${url}${path}`, {
          headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
          signal: AbortSignal.any([signal, AbortSignal.timeout((POLL_SECONDS + 30) * 1000)]),
        });
        const text = await reply.text();
        if (reply.ok) return { answer: JSON.parse(text) as Answer };
        if (reply.status >= 500 || reply.status === 429) return `it answers HTTP ${reply.status}`;
        throw new Refused(`${url} refuses ${path.split('?', 1)[0]}: ${debugMessage(text)}`, reply.status);
      } catch (error) {
        if (signal.aborted || error instanceof OperatorError) throw error;
        return reasonOf(error);
      }
    })();
    if (typeof problem === 'object') {
      if (isAway) say(options, around, `${url} is back.`);
      return problem.answer;
    }
    if (!isAway) say(options, around, `${url} is away (${problem}); trying again every second…`);
    isAway = true;
    await sleep(RETRY_MS, null, { signal });
  }
}

/**
 * The end of the list, so that the first run forwards only new events. Positions have no gaps, so doubling and halving
 * finds the end in about forty requests for any length.
 */
type Ask = <Answer>(path: string) => Promise<Answer>;

async function newestCursor(ask: Ask): Promise<string> {
  const isBeyond = async (position: bigint) => {
    const page = await readPage(ask, cursorAt(position), 'limit=1');
    return page === null || page.data.length === 0;
  };
  let [low, high] = [0n, 1n];
  while (!(await isBeyond(high))) [low, high] = [high, high * 2n];
  if (await isBeyond(low)) high = low;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (await isBeyond(middle)) high = middle;
    else low = middle;
  }
  return cursorAt(high);
}

function cursorAt(position: bigint): string {
  return formatEventCursor({ position, mark: null });
}

/** null if the service knows no such place. */
async function readPage(ask: Ask, cursor: string, parameters: string): Promise<EventPage | null> {
  return ask<EventPage>(`/v1/events?after=${cursor}&${parameters}`).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 400) return null;
    throw error;
  });
}

function say({ json }: ListenOptions, around: Surroundings, text: string): void {
  around.print(json ? JSON.stringify({ notice: text }) : text);
}

type Notes = { readonly secret: string; readonly cursor: string };

/** One file for each service, key and receiver, so that several can listen at once. */
async function openNotes({ url, key, forward: target, dataDir }: ListenOptions) {
  const name = createHash('sha256')
    .update(JSON.stringify([url, key, target]))
    .digest('hex')
    .slice(0, 16);
  const file = join(dataDir, `listen-${name}.json`);
  const known = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Notes,
    () => null,
  );
  return {
    secret: known?.secret ?? makeSecret(randomBytes),
    cursor: known?.cursor ?? null,
    async save(notes: Notes): Promise<void> {
      await mkdir(dataDir, { recursive: true });
      await writeFile(`${file}.new`, `${JSON.stringify(notes)}\n`, { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}

function readAddress(option: string, text: string): string {
  const withScheme = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(withScheme)) throw new OperatorError(`${option} ${text} is no address: http://localhost:3000/hook`);
  return withoutEnd(withScheme, '/');
}

function readEvents(given: readonly string[] | undefined): readonly EventType[] {
  if (given === undefined) return DEFAULT_EVENTS;
  if (given.includes('all')) return EVENT_TYPES;
  const wrong = given.find((type) => !isEventType(type));
  if (wrong !== undefined) throw new OperatorError(`There is no event ${wrong}. Events: ${EVENT_TYPES.join(', ')}.`);
  return given.filter(isEventType);
}

function debugMessage(text: string): string {
  try {
    return (JSON.parse(text) as { debug_message: string }).debug_message;
  } catch {
    return text.slice(0, 200);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.message : String(cause);
}
