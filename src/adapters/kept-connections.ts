// Connections to receivers that are kept open between webhooks. A request takes one for itself, so that it is known whether
// it was used before.
import type { LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { Mode } from '../domain/mode.js';

/** `isUsed`: it has carried an answer already. The key is its mode and origin: what is allowed in test is not in live. */
export type Connection = { readonly key: string; readonly client: Client; readonly openedAt: number; isUsed: boolean };

/** As many to one host as may be in flight: with fewer, most were closed and opened again at each turn. */
const KEPT_PER_HOST = 256;
const KEPT_MS = 60_000;
const MOST_KEPT = 2_048;
/** A shop that moves to another address is found there after this time at the latest. */
const OLDEST_MS = 300_000;

export class KeptConnections {
  readonly #connectors: Readonly<Record<Mode, buildConnector.connector>>;
  /** Open connections that nobody uses, the latest used at the end. */
  readonly #idle = new Map<string, Connection[]>();
  #idleCount = 0;
  #isClosed = false;

  // No limit per host: many merchants' shops may stand on one, and one that hangs is not to hold up the others. The engine
  // bounds how many are in flight.
  constructor(lookup: (mode: Mode) => LookupFunction, timeoutMs: number) {
    const connector = (mode: Mode) => buildConnector({ lookup: lookup(mode), timeout: timeoutMs });
    this.#connectors = { test: connector('test'), live: connector('live') };
  }

  /** The one that was used latest; undefined when none is kept. */
  take(mode: Mode, origin: string): Connection | undefined {
    const key = `${mode} ${origin}`;
    const connections = this.#idle.get(key);
    const connection = connections?.pop();
    if (connection !== undefined) this.#idleCount--;
    if (connections?.length === 0) this.#idle.delete(key);
    return connection;
  }

  open(mode: Mode, origin: string): Connection {
    const client = new Client(origin, {
      connect: this.#connectors[mode],
      pipelining: 1,
      keepAliveTimeout: KEPT_MS,
      keepAliveMaxTimeout: KEPT_MS, // also when the receiver offers longer
      // One timer for the whole of a try is enough.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: Connection = { key: `${mode} ${origin}`, client, openedAt: performance.now(), isUsed: false };
    client.on('connect', () => {
      connection.isUsed = false;
    });
    // One that is in use at that moment either fails, or connects anew by itself.
    client.on('disconnect', () => this.#forget(connection));
    return connection;
  }

  /** For the next one, after an answer. */
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
