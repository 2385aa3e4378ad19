// Connections to the receivers of webhooks that stay open between attempts. A request takes one of its own, so that it is
// known whether it was used before.
import { buildConnector, Client } from 'undici';
import type { Mode } from '../domain/mode.js';
import type { AddressGuard } from './address-guard.js';

/** `isUsed`: it has carried an answer already. The key is its mode and origin: what is allowed in test is not in live. */
export type Connection = { readonly key: string; readonly client: Client; readonly openedAt: number; isUsed: boolean };

export type KeptConnections = {
  /** An open connection that nobody uses. */
  take(mode: Mode, origin: string): Connection | undefined;
  connect(mode: Mode, origin: string): Connection;
  /** Keeps a connection for the next request, or closes it when there are enough. */
  keep(connection: Connection): void;
  close(): void;
};

/** As many to one host as may be in flight: with fewer, most were closed and opened again at each turn. */
const KEPT_PER_HOST = 256;
const KEPT_MS = 60_000;
const MOST_KEPT = 2_048;
/** A shop that moves to another address is found there after this time at the latest. */
const OLDEST_MS = 300_000;

export function createKeptConnections(
  guard: Pick<AddressGuard, 'lookup'>,
  options: { readonly timeoutMs: number },
): KeptConnections {
  const connector = (mode: Mode) => buildConnector({ lookup: guard.lookup(mode), timeout: options.timeoutMs });
  const connectors = { test: connector('test'), live: connector('live') };
  /** The latest used of a key at the end. */
  const idle = new Map<string, Connection[]>();
  let idleCount = 0;
  let isClosed = false;

  return {
    take(mode, origin) {
      const key = keyOf(mode, origin);
      const connections = idle.get(key);
      const connection = connections?.pop();
      if (connection !== undefined) idleCount--;
      if (connections?.length === 0) idle.delete(key);
      return connection;
    },
    connect(mode, origin) {
      const connection = openConnection(keyOf(mode, origin), origin, connectors[mode]);
      // A connection that is in use at that moment either fails, or connects anew by itself.
      connection.client.on('disconnect', () => forget(connection));
      return connection;
    },
    keep(connection) {
      const { key, client } = connection;
      connection.isUsed = true;
      const connections = idle.get(key) ?? [];
      const isFull = connections.length >= KEPT_PER_HOST || idleCount >= MOST_KEPT;
      const isOld = performance.now() - connection.openedAt > OLDEST_MS;
      if (isClosed || client.destroyed || isFull || isOld) return void client.destroy();
      connections.push(connection);
      idle.set(key, connections);
      idleCount++;
    },
    close() {
      isClosed = true;
      for (const connections of idle.values()) for (const { client } of connections) void client.destroy();
      idle.clear();
      idleCount = 0;
    },
  };

  function forget(connection: Connection): void {
    const connections = idle.get(connection.key);
    const place = connections?.indexOf(connection) ?? -1;
    if (connections === undefined || place === -1) return;
    connections.splice(place, 1);
    idleCount--;
    if (connections.length === 0) idle.delete(connection.key);
    void connection.client.destroy();
  }
}

function keyOf(mode: Mode, origin: string): string {
  return `${mode} ${origin}`;
}

function openConnection(key: string, origin: string, connect: buildConnector.connector): Connection {
  const client = new Client(origin, {
    connect,
    pipelining: 1,
    keepAliveTimeout: KEPT_MS,
    keepAliveMaxTimeout: KEPT_MS, // also when the receiver offers longer
    // One timer for the whole of an attempt is enough.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const connection: Connection = { key, client, openedAt: performance.now(), isUsed: false };
  client.on('connect', () => {
    connection.isUsed = false;
  });
  return connection;
}
