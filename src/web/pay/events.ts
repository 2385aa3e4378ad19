// GET /pay/{id}/events: tells an open page of changes as they happen (server-sent events). How many streams there are is
// bounded per machine and per address; a page that gets none polls status.json instead.
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.js';
import { AppError } from '../../errors/errors.js';
import { networkOf } from '../../http/client-address.js';
import type { WatchedPay } from '../../memory/pay-watch.js';
import { OPEN } from '../ui/open.js';
import { toldState } from './pay-state.js';

const MOST_STREAMS = 2_000;
/** A shop's network may have many customers behind one address. */
const MOST_PER_ADDRESS = 30;
/** Proxies end connections on which nothing comes for a minute. */
const HEARTBEAT_MS = 20_000;
const LOOK_MS = 500;
/** Nobody looks at a page for longer without touching it; a page that does connects again. */
const LONGEST_MS = 30 * 60_000;

type EventsRequest = FastifyRequest<{ Params: { id: string } }>;
type Stream = { readonly out: PassThrough; readonly since: number; lastSent: number };
type EventsState = {
  isDraining(): boolean;
  find(id: string): Promise<WatchedPay | null>;
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

export function eventRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'payWatch' | 'clock' | 'siblings'>,
  state: EventsState,
): void {
  const streams = new Set<Stream>();
  const { count: processes } = deps.siblings;
  const perAddress = new Map<string, number>();
  const care = setInterval(() => careFor(streams, state.isDraining), LOOK_MS).unref();
  app.addHook('preClose', async () => {
    for (const { out } of streams) out.end();
  });
  app.addHook('onClose', async () => clearInterval(care));

  // A HEAD request would never end.
  app.get('/:id/events', { ...OPEN, exposeHeadRoute: false }, async (request: EventsRequest, reply) => {
    const order = await state.find(request.params.id);
    if (order === null) return state.sendNotFound(request, reply);
    const leave = enter(request);
    const now = performance.now();
    const stream: Stream = { out: new PassThrough(), since: now, lastSent: now };
    let known = '';
    const tell = (current: WatchedPay) => {
      const told = toldState(current, deps.clock.now());
      if (told.version === known) return;
      known = told.version;
      stream.lastSent = performance.now();
      stream.out.write(`event: state\ndata: ${JSON.stringify(told)}\n\n`);
    };
    const unwatch = deps.payWatch.watch(order.uuid, tell);
    streams.add(stream);
    stream.out.once('close', () => {
      unwatch();
      streams.delete(stream);
      leave();
    });
    // The client may be gone before the first byte, and then nothing else would end the stream.
    request.raw.socket.once('close', () => stream.out.destroy());
    stream.out.write('retry: 5000\n\n');
    tell(order);
    return reply.headers(HEADERS).send(stream.out);
  });

  /** Counts a stream until the returned function is called. */
  function enter({ address }: FastifyRequest): () => void {
    const network = networkOf(address);
    const open = perAddress.get(network) ?? 0;
    if (streams.size >= MOST_STREAMS / processes || state.isDraining()) throw new AppError('overloaded');
    if (open >= MOST_PER_ADDRESS / processes) throw new AppError('address_limited', { retryAfterSeconds: 60 });
    perAddress.set(network, open + 1);
    return () => {
      const left = (perAddress.get(network) ?? 1) - 1;
      if (left > 0) perAddress.set(network, left);
      else perAddress.delete(network);
    };
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'x-robots-tag': 'noindex',
  // nginx would keep what is sent until it has a page of it.
  'x-accel-buffering': 'no',
} as const;

function careFor(streams: ReadonlySet<Stream>, isDraining: () => boolean): void {
  const now = performance.now();
  for (const stream of streams) {
    if (isDraining() || now - stream.since > LONGEST_MS) stream.out.end();
    else if (now - stream.lastSent > HEARTBEAT_MS) {
      stream.lastSent = now;
      stream.out.write(': still here\n\n');
    }
  }
}
