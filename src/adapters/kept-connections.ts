// Keeps connections to receivers open between webhooks. Each request has a connection to itself, so the sender knows
// whether it was used before.
import type { LookupFunction, Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { buildConnector, Client } from 'undici';
import type { Scope } from '../domain/accounts/account.js';
import type { Mode } from '../domain/base/mode.js';
import { MOST_BYTES, TOO_LONG } from './webhook-reply.js';

/**
 * `isUsed`: it has already carried a reply. The key is mode and origin, because test mode allows addresses that live
 * does not.
 */
export type Connection = {
  readonly key: string;
  readonly client: Client;
  readonly openedAt: number;
  /** Call it before each request. */
  readonly limit: ReadLimit;
  isUsed: boolean;
};

/**
 * Ends the connection when a reply has more bytes than any sensible one. The client itself counts only headers and body,
 * and would read what goes between chunks for as long as it comes.
 */
class ReadLimit {
  #socket: Socket | null = null;
  #from = 0;

  begin(): void {
    this.#from = this.#socket?.bytesRead ?? 0;
  }

  watch(socket: Socket): void {
    this.#socket = socket;
    this.#from = socket.bytesRead;
    socket.on('readable', () => {
      if (socket.bytesRead - this.#from > MOST_BYTES) socket.destroy(new Error(TOO_LONG));
    });
  }
}

/** As many per host as may be in flight. With fewer, most connections were closed and reopened at each turn. */
const KEPT_PER_HOST = 256;
const KEPT_MS = 60_000;
const MOST_KEPT = 2_048;
/** The maximum age, so that a shop's new address is used after this time at the latest. */
const OLDEST_MS = 300_000;
/** Each scope resolves names on its own account, and has a connector for it that also remembers TLS sessions. */
const MOST_CONNECTORS = 1_000;

export class KeptConnections {
  readonly #connectors = new LRUCache<string, buildConnector.connector>({ max: MOST_CONNECTORS });
  readonly #lookup: (scope: Scope) => LookupFunction;
  readonly #timeoutMs: number;
  /** Open idle connections; the most recently used is last. */
  readonly #idle = new Map<string, Connection[]>();
  #idleCount = 0;
  #isClosed = false;

  // No limit per host: one host may serve many merchants' shops, and a shop that hangs must not delay the others. The
  // engine limits how many requests are in flight.
  constructor(lookup: (scope: Scope) => LookupFunction, timeoutMs: number) {
    this.#lookup = lookup;
    this.#timeoutMs = timeoutMs;
  }

  /** The most recently used connection, or undefined if none is kept. */
  take(mode: Mode, origin: string): Connection | undefined {
    const key = `${mode} ${origin}`;
    const connections = this.#idle.get(key);
    const connection = connections?.pop();
    if (connection !== undefined) this.#idleCount--;
    if (connections?.length === 0) this.#idle.delete(key);
    return connection;
  }

  open(scope: Scope, origin: string): Connection {
    const limit = new ReadLimit();
    const connector = this.#connectorOf(scope);
    const client = new Client(origin, {
      connect: (options, callback) =>
        connector(options, (...result) => {
          if (result[0] === null) limit.watch(result[1]);
          callback(...result);
        }),
      pipelining: 1,
      keepAliveTimeout: KEPT_MS,
      keepAliveMaxTimeout: KEPT_MS, // even if the receiver offers longer
      // One timer for the whole attempt is enough.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: Connection = {
      key: `${scope.mode} ${origin}`,
      client,
      openedAt: performance.now(),
      limit,
      isUsed: false,
    };
    client.on('connect', () => {
      connection.isUsed = false;
    });
    // A connection in use at that moment either fails or reconnects by itself.
    client.on('disconnect', () => this.#forget(connection));
    return connection;
  }

  /** Keeps a connection for the next request, after a reply. */
  keep(connection: Connection): void {
    const { key, client } = connection;
    connection.isUsed = true;
    const connections = this.#idle.get(key) ?? [];
    const isFull = connections.length >= KEPT_PER_HOST || this.#idleCount >= MOST_KEPT;
    const isOld = performance.now() - connection.openedAt > OLDEST_MS;
    if (this.#isClosed || client.destroyed || isFull || isOld) return void client.destroy();
    connections.push(connection);
    this.#idle.set(key, connections);
    this.#idleCount++;
  }

  close(): void {
    this.#isClosed = true;
    for (const connections of this.#idle.values()) for (const { client } of connections) void client.destroy();
    this.#idle.clear();
    this.#idleCount = 0;
  }

  #connectorOf(scope: Scope): buildConnector.connector {
    const key = `${scope.mode} ${scope.accountId}`;
    const known = this.#connectors.get(key);
    if (known !== undefined) return known;
    const connector = buildConnector({ lookup: this.#lookup(scope), timeout: this.#timeoutMs });
    this.#connectors.set(key, connector);
    return connector;
  }

  #forget(connection: Connection): void {
    const connections = this.#idle.get(connection.key);
    const place = connections?.indexOf(connection) ?? -1;
    if (connections === undefined || place === -1) return;
    connections.splice(place, 1);
    this.#idleCount--;
    if (connections.length === 0) this.#idle.delete(connection.key);
    void connection.client.destroy();
  }
}
