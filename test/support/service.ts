// A whole service for a test: real database, real server, a merchant with keys, and a clock that can be set.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { type AccountRequest, createAccount, type NewAccount } from '../../src/actions/accounts/create-account.js';
import type { Deps } from '../../src/deps.js';
import type { Random } from '../../src/domain/base/clock.js';
import { createLog, type ServiceLog } from '../../src/log.js';
import { createPasswords } from '../../src/memory/passwords.js';
import { createRandom } from '../../src/memory/random.js';
import { buildServer, createDeps } from '../../src/service/compose.js';
import { readSettings } from '../../src/settings/settings.js';
import { openStore } from '../../src/store/cluster/cluster-db.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { createDatabase } from './database.js';
import { createReplyCheck, type ReplyCheck } from './described.js';
import { TEST_SECRET_KEY } from './secret-key.js';
import { watchSender } from './sent-webhooks.js';

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
};

export type Call = {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type TestService = {
  readonly deps: Deps;
  readonly app: FastifyInstance;
  readonly merchant: NewAccount;
  readonly other: NewAccount;
  /** A test private key of `merchant`. */
  readonly key: string;
  readonly databaseUrl: string;
  account(request: Partial<AccountRequest>): Promise<NewAccount>;
  call(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
    path: string,
    call?: Call,
  ): Promise<Reply>;
  /** Sets the clock; it stands still until set again. null: the time of day. */
  setTime(ms: number | null): void;
  /** Also answers on a real port of this machine. */
  listen(): Promise<number>;
};

export type TestOptions = {
  /** A database that is there already, and stays: that of another service. */
  readonly databaseUrl?: string;
  readonly random?: Random;
  readonly log?: ServiceLog;
  /** For pictures of pages; Merchant if nothing is given. */
  readonly merchantName?: string;
};

/** Other tests keep the machine busy: ten connections at once, as six pages open, may take longer than three seconds. */
const CONNECT_MS = 10_000;

/** Starts one and ends it after the tests of the file. */
export async function startTestService(
  env: Readonly<Record<string, string>> = {},
  options: TestOptions = {},
): Promise<TestService> {
  const database =
    options.databaseUrl === undefined ? await createDatabase() : { url: options.databaseUrl, drop: async () => {} };
  const settings = readSettings({
    DATABASE_URL: database.url,
    COBRO_CLABE_PREFIX: '6461801234',
    COBRO_RATE_LIMIT: '0',
    COBRO_ADDRESS_LIMIT: '0',
    COBRO_LOG_LEVEL: 'silent',
    COBRO_SECRET_KEY: TEST_SECRET_KEY,
    COBRO_AUDIT_ANCHOR: 'off',
    // Tests of what people do at the desk need no phone; test/web/dashboard/desk/second-factor.test.ts is about it.
    COBRO_DESK_SECOND_FACTOR: 'off',
    ...env,
  });
  const log = options.log ?? createLog({ level: settings.logLevel, destination: 2 });
  const timeoutMs = settings.databaseTimeoutMs;
  const connectMs = env['COBRO_DATABASE_TIMEOUT_MS'] === undefined ? CONNECT_MS : timeoutMs;
  const db = await openStore({ url: database.url, poolSize: 10, timeoutMs, connectMs, log });
  let time: number | null = null;
  const clock = { now: () => time ?? Date.now() };
  const made = await createDeps({ settings, log, db, clock, passwords: quickPasswords() });
  const webhooks = watchSender(made.sender);
  const deps: Deps = { ...made, sender: webhooks.sender, ...(options.random && { random: options.random }) };
  const check = createReplyCheck();
  const { app } = await buildServer(deps, [check.watch]);
  after(async () => {
    app.server.closeAllConnections();
    await app.close();
    const faults = await webhooks.faults(db).catch(() => []); // a test may have taken the database away
    await db.close();
    await database.drop();
    assertDescribed(check);
    assert.deepEqual(faults, []);
  });
  const account = (request: Partial<AccountRequest>) =>
    createAccount(deps, { name: 'Test', interfaceVersion: NEWEST_VERSION, actor: 'service', ...request });
  const merchant = await account({ name: options.merchantName ?? 'Merchant' });
  return {
    deps,
    app,
    merchant,
    other: await account({ name: 'Other' }),
    key: merchant.keys.test.private,
    databaseUrl: database.url,
    account,
    async call(method, path, call = {}) {
      const reply = await send(app, method, path, call);
      assertDescribed(check);
      return reply;
    },
    setTime: (ms) => {
      time = ms;
    },
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
  };
}

/** Every digest says what it cost, so tests need not wait for a strong one. */
function quickPasswords() {
  return createPasswords(createRandom(), { cost: 2 ** 8, blockSize: 8, lanes: 1 });
}

/** A reply that the OpenAPI document does not describe fails the test that got it, or the next one, or the file. */
function assertDescribed(check: ReplyCheck): void {
  const fault = check.take();
  if (fault !== undefined) assert.fail(fault);
}

async function send(
  app: FastifyInstance,
  method: Parameters<TestService['call']>[0],
  path: string,
  call: Call,
): Promise<Reply> {
  const isText = typeof call.body === 'string' || Buffer.isBuffer(call.body);
  const reply = await app.inject({
    method,
    url: path,
    headers: {
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...(call.key !== undefined && { authorization: basic(call.key) }),
      ...call.headers,
    },
    ...(call.body !== undefined && { payload: isText ? (call.body as string) : JSON.stringify(call.body) }),
  });
  return {
    status: reply.statusCode,
    headers: reply.headers as Reply['headers'],
    text: reply.body,
    get json() {
      return JSON.parse(reply.body);
    },
  };
}

export function basic(user: string, password = ''): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** A valid create-order body; what is given replaces whole parts. */
export function orderBody(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    product: { id: 'SMG-1', price: 150, name: 'Funda' },
    customer: { name: 'Ana Robles', email: 'ana@example.com' },
    payment: { type: 'SPEI' },
    ...change,
  };
}

/** A valid create-charge body. */
export function chargeBody(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    order_id: 'SMG-1',
    order_price: 75,
    order_name: 'Funda',
    customer_name: 'Ana Robles',
    customer_email: 'ana@example.com',
    payment_type: 'OXXO',
    ...change,
  };
}
