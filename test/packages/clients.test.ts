// The clients for PHP and Python against a real service: the same story told in both, their READMEs to the letter, and every
// method of the SDK in them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Cobro } from '@cobro/sdk';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { makeFolder } from '../support/process.js';
import { findProgram } from '../support/programs.js';
import { startHookService } from '../webhooks/engines.js';
import { prints, receives, samplesOf } from './readme.js';

const run = promisify(execFile);
const service = await startHookService();
const url = `http://127.0.0.1:${await service.listen()}`;
const folder = await makeFolder();
const lossy = await startLossyProxy();
const PROGRAMS = join(PACKAGE_FOLDER, 'test', 'packages', 'programs');
const env = {
  PATH: process.env['PATH'] ?? '',
  COBRO_URL: url,
  COBRO_KEY: service.key,
  COBRO_PHP: join(PACKAGE_FOLDER, 'packages', 'php', 'cobro.php'),
  PYTHONPATH: join(PACKAGE_FOLDER, 'packages', 'python', 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
};

/** What both programs print: one line for each thing that a client must do. */
const STORY = {
  order: ['PENDING', 150],
  paid: 'ACCEPTED',
  again: true,
  listed: 3,
  page: [2, true],
  refund: [30.1, 119.9],
  missing: ['order_not_found', 404, 5001, true, 1],
  refused: ['invalid_request', 'product.price', 'Must be greater than zero.'],
  wrongKey: 401,
  otherAccount: 'order_not_found',
  publicKey: 403,
  testClock: 'EXPIRED',
  charge: ['OXXO', true],
  sms: 'sms.success',
  events: ['charge.pending', 'charge.success'],
  endpoint: ['new', 'exists', 'deleted'],
  lost: [1, [null, null, 200]],
  late: 'timeout',
  notCobro: 'unexpected_reply',
  badId: true,
  badOption: true,
  webhook: [
    'charge.success',
    'wrong_signature',
    'too_old',
    'body_changed',
    'body_parsed',
    'secret_malformed',
    'header_missing',
  ],
};

for (const [language, kind, ending] of [
  ['Python', 'python', 'py'],
  ['PHP', 'php', 'php'],
] as const) {
  describe(`the client for ${language}`, () => {
    const command = findProgram(kind);

    test('sells, refunds, lists, waits, repeats and refuses like the SDK', async () => {
      const other = service.other.keys.test.private;
      const shop = (await service.account({})).keys.test;
      const { stdout } = await run(command, [join(PROGRAMS, `story.${ending}`)], {
        env: { ...env, COBRO_KEY: shop.private, PUBLIC_KEY: shop.public, OTHER_KEY: other, LOSSY_URL: lossy.url },
      });
      assert.deepEqual(JSON.parse(stdout), STORY);
      assert.ok(lossy.agents.has(`cobro-${kind}/${version}`), [...lossy.agents].join());
    });

    const readme = readFileSync(join(PACKAGE_FOLDER, 'packages', kind, 'README.md'), 'utf8');
    for (const [index, { text, title }] of samplesOf(readme, [kind]).entries()) {
      const file = join(folder, `sample-${index}.${ending}`);
      const isReceiver = text.includes('WEBHOOK_SECRET');
      const serve = (port: number) => (kind === 'php' ? ['-S', `127.0.0.1:${port}`, file] : [file]);
      const program = { command, args: isReceiver ? serve : () => [file], file, text, env };
      test(`README, ${title}: the sample does what it says`, () =>
        isReceiver ? receives(service, program) : prints(program));
    }
  });
}

const { version }: { version: string } = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8'));

test('the SDK calls every operation as the clients of other languages do', async () => {
  // Written in JavaScript, for the generators.
  const { RESOURCES }: { RESOURCES: Record<string, { methods: Record<string, string> }> } = await import(
    join(PACKAGE_FOLDER, 'scripts', 'clients', 'resources.mjs')
  );
  const sdk: Readonly<Record<string, object>> = Object.fromEntries(
    Object.entries(new Cobro({ url, key: service.key })).filter(([, value]) => typeof value === 'object'),
  );
  const names = (one: Readonly<Record<string, object>>) => Object.keys(one).sort();
  assert.deepEqual(names(sdk), names(RESOURCES));
  for (const [resource, { methods }] of Object.entries(RESOURCES)) {
    const written = Object.keys(sdk[resource] ?? {}).filter((name) => name !== 'follow');
    assert.deepEqual(written.sort(), Object.keys(methods).sort(), resource);
  }
});

/** Stands before the service, and drops the first two answers to each Idempotency-Key that begins with `lost`. */
async function startLossyProxy() {
  const agents = new Set<string>();
  const tries = new Map<string, number>();
  const server = createServer(async (request, response) => {
    agents.add(request.headers['user-agent'] ?? '');
    if (request.url === '/v1/balance') return; // never answered
    if (request.url === '/v1/transfers') return void response.end('<html>');
    const { authorization = '', 'idempotency-key': key = '', 'content-type': type = '' } = request.headers;
    const body = Buffer.concat(await request.toArray());
    const headers = { authorization, 'idempotency-key': String(key), 'content-type': type };
    const reply = await fetch(url + request.url, { method: request.method ?? '', headers, body });
    const count = (tries.get(String(key)) ?? 0) + 1;
    tries.set(String(key), count);
    if (count <= 2) request.socket.destroy();
    else response.writeHead(reply.status, { 'request-id': 'r' }).end(await reply.text());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => server.close());
  after(() => server.closeAllConnections());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { url: `http://127.0.0.1:${address.port}`, agents };
}
