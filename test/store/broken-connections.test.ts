// A connection to PostgreSQL that breaks ends a statement, and never the process: also when the server's last word comes
// in one packet with an answer, while the pool hands the connection to the next caller, who cannot listen yet.
import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { AppError } from '../../src/errors/errors.js';
import { createLog } from '../../src/log.js';
import { openDb } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';
import { createDatabase } from '../support/database.js';

/** "Ready for the next statement", the end of every answer. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const MARK = 'the one that is answered last';

const database = await createDatabase();
const wire = await startWire(database.url);
const log = createLog({ level: 'silent', destination: 2 });
const db = openDb({ url: wire.url, poolSize: 1, timeoutMs: 5_000, log });
after(async () => {
  await db.close();
  await wire.close();
  await database.drop();
});

const alarms: unknown[] = [];
const alarm = (error: unknown) => void alarms.push(error);
process.on('uncaughtException', alarm);
after(() => void process.off('uncaughtException', alarm));

test('the last word of the server, in one packet with an answer, reaches nobody who cannot hear it', async () => {
  assert.deepEqual(await db.query(sql`select 1 as one`), [{ one: 1 }]);
  const first = db.query(sql`select ${MARK} as told`);
  // It waits for the only connection, and gets it while the packet is being read.
  const next = db.transaction((tx) => tx.query(sql`select 2 as two`));
  assert.deepEqual(await first, [{ told: MARK }]);
  const outcome = await next.catch((error: unknown) => error);
  assert.equal(wire.farewells(), 1, 'the packet was sent');
  assert.ok(outcome instanceof AppError && outcome.code === 'unavailable', String(outcome));
  assert.deepEqual(alarms, []);
  assert.deepEqual(await db.query(sql`select 3 as three`), [{ three: 3 }], 'the next connection is a new one');
});

/** Carries everything to PostgreSQL and back, and speaks for a server that is shut down after the marked statement. */
async function startWire(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let farewells = 0;
  const server = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    let isMarked = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => {
      isMarked ||= bytes.includes(MARK);
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!isMarked || !bytes.subarray(-READY.length).equals(READY)) return void near.write(bytes);
      farewells++;
      near.end(Buffer.concat([bytes, shutdown()]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(databaseUrl);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own.href,
    farewells: () => farewells,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What PostgreSQL tells its clients before it goes. */
function shutdown(): Buffer {
  const fields = ['SFATAL', 'C57P01', 'Mterminating connection due to administrator command'];
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
