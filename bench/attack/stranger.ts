// An attacker's client on loopback, at another address than the victim's, or at several. It sends at a steady rate, because an attacker
// without bounds would only measure how two programs share this machine's cores.
import { connect, type Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';

const ADDRESSES = ['127.0.0.66', '127.0.0.67'] as const;

/** A running attack. `counts` tells how many replies there were of each status, so that a report shows what met it. */
export type Attack = { stop(): Promise<void>; readonly counts: ReadonlyMap<string, number> };

export type Request = {
  readonly method?: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** `most` requests wait for a reply at a time, from so many addresses. */
export type FloodOptions = { readonly most?: number; readonly addresses?: 1 | 2 };

/** Sends requests at that rate until it is stopped. Requests that wait for a reply are bounded, too. */
export function flood(
  url: string,
  perSecond: number,
  request: (turn: number) => Request,
  { most = 50, addresses = 1 }: FloodOptions = {},
): Attack {
  const clients = Array.from(
    { length: most },
    (_, each) => new Client(url, { localAddress: ADDRESSES[each % addresses] ?? '', bodyTimeout: 60_000 }),
  );
  const counts = new Map<string, number>();
  const startedAt = performance.now();
  let turn = 0;
  let waiting = 0;
  const timer = setInterval(() => {
    const wanted = ((performance.now() - startedAt) / 1000) * perSecond;
    for (; turn < wanted; turn++) {
      if (waiting >= most) continue;
      waiting++;
      void send(clients[turn % most] as Client, request(turn)).then((what) => {
        waiting--;
        counts.set(what, (counts.get(what) ?? 0) + 1);
      });
    }
  }, 10);
  return {
    counts,
    async stop() {
      clearInterval(timer);
      await Promise.all(clients.map((client) => client.destroy()));
    },
  };
}

async function send(client: Client, { method = 'GET', path, headers = {}, body }: Request): Promise<string> {
  try {
    const reply = await client.request({ method, path, headers, body: body ?? null });
    await reply.body.dump();
    return String(reply.statusCode);
  } catch {
    return 'none';
  }
}

/** Opens connections that each send `text` and then read nothing. What the service ends is opened again. */
export function idle(url: string, connections: number, text: string): Attack {
  const { hostname, port } = new URL(url);
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: ADDRESSES[0] });
    sockets.add(socket);
    socket.once('connect', () => socket.pause().write(text));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      counts.set('cut', (counts.get('cut') ?? 0) + 1);
      if (!isOver) setTimeout(open, 100).unref();
    });
  };
  for (let each = 0; each < connections; each++) open();
  return {
    counts,
    async stop() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
