// Bounds on connections: how many there are, how many from one address, and how long one may leave its answer unread or stay
// after its last.
// Requests that arrive too slowly are cut by Node.js (server.ts).
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '../settings/settings.js';
import { createProxyCheck, networkOf, parseAddress } from './client-address.js';

/** One visitor may hold a tenth of all connections, so that it takes ten to shut others out. */
const ADDRESSES_TO_FILL = 10;
const LOOK_MS = 5_000;
/** How long a client may take nothing of its answer at all. */
const UNREAD_MS = 20_000;
/** How slow it may be beyond that: 16 KB a second. */
const LEAST_BYTES_PER_MS = 16;

export type ConnectionLimits = Pick<Settings, 'maxConnections' | 'trustProxy'> & {
  readonly unreadMs?: number;
  readonly lookMs?: number;
};

/** Returns how to end the watch. */
export function boundConnections(server: Server, limits: ConnectionLimits): () => void {
  const { maxConnections, trustProxy, unreadMs = UNREAD_MS, lookMs = LOOK_MS } = limits;
  const isProxy = createProxyCheck(trustProxy);
  const mostPerAddress = Math.max(1, Math.floor(maxConnections / ADDRESSES_TO_FILL));
  const perAddress = new Map<string, number>();
  const sockets = new Map<Socket, Progress>();
  server.maxConnections = maxConnections;

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    // Whoever has one IPv6 address has a whole /64 of them.
    const network = networkOf(parseAddress(address) ?? address);
    const open = (perAddress.get(network) ?? 0) + 1;
    if (open > mostPerAddress && !isProxy(address)) return void socket.destroy();
    perAddress.set(network, open);
    sockets.set(socket, { sent: 0, length: 0, since: 0, isOver: false });
    socket.once('close', () => {
      sockets.delete(socket);
      const left = (perAddress.get(network) ?? 1) - 1;
      if (left > 0) perAddress.set(network, left);
      else perAddress.delete(network);
    });
  });
  const looking = setInterval(() => cutSlowReaders(sockets, performance.now(), unreadMs), lookMs).unref();
  return () => clearInterval(looking);
}

/** How much of its answers a client has taken, how much waits, and since when that is so; and whether it has had its last. */
type Progress = { sent: number; length: number; since: number; isOver: boolean };

/**
 * Node.js ends a connection on which nothing moves for as long as its timeout says, but only while one is set, which we
 * do while an answer waits. Whoever takes a byte now and then is cut when that is too slow for what waits.
 */
function cutSlowReaders(sockets: ReadonlyMap<Socket, Progress>, now: number, unreadMs: number): void {
  for (const [socket, progress] of sockets) {
    const { writableLength: length } = socket;
    // Half closed, it would stay for as long as its client likes, and longer if nobody reads what that still sent.
    if (progress.isOver) socket.destroy();
    progress.isOver = socket.writableFinished;
    const isWatched = socket.timeout === unreadMs;
    if (length > 0 && !isWatched) socket.setTimeout(unreadMs);
    if (length === 0 && isWatched) socket.setTimeout(0);
    const sent = socket.bytesWritten - length; // bytesWritten includes what still waits
    if (length === 0 || sent !== progress.sent || progress.length === 0) {
      Object.assign(progress, { sent, length, since: now });
    } else if (now - progress.since > unreadMs + length / LEAST_BYTES_PER_MS) {
      socket.destroy();
    }
  }
}
