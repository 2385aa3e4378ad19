// A wire to the database that can be cut: the server behind it goes on, but nobody reaches it.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

export type DatabaseProxy = {
  /** The address of the database by way of this wire. */
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Keeps every connection and carries nothing: the server seems to hang. */
  freeze(): void;
  mend(): Promise<void>;
};

/** Closed after the tests of the file. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => frozen || far.write(bytes));
    far.on('data', (bytes) => frozen || near.write(bytes));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  after(() => (server.listening ? cut() : undefined));
  return {
    url: url.href,
    cut,
    freeze: () => {
      frozen = true;
    },
    async mend() {
      frozen = false;
      // What was swallowed meanwhile cannot be made up for: connections of before are broken.
      for (const socket of sockets) socket.destroy();
      if (!server.listening) await listen(port);
    },
  };
}
