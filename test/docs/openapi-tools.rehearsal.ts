// What tools for OpenAPI make of the OpenAPI document: Spectral and Redocly have nothing against it, and the clients of three
// generators compile and create an order. The tools are in tools/openapi, with packages of their own.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { OPENAPI_FILE, PACKAGE_FOLDER } from '../../src/paths.js';
import { chargeBody, startTestService } from '../support/service.js';

const run = promisify(execFile);
const TOOLS = join(PACKAGE_FOLDER, 'tools', 'openapi');
const service = await startTestService();
const url = `http://127.0.0.1:${await service.listen()}`;

async function lint(file: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, [join(TOOLS, 'lint.mjs'), file], { maxBuffer: 16 * 1024 * 1024 });
  return JSON.parse(stdout);
}

test('Spectral and Redocly have nothing against the document with their recommended rules', async () => {
  assert.deepEqual(await lint(OPENAPI_FILE), []);
});

test('both say what is wrong with a document', async () => {
  const folder = mkdtempSync(join(TOOLS, '.made-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(
    file,
    JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: { '/a': { get: {} } } }),
  );
  const problems = await lint(file);
  assert.ok(
    problems.some((one) => one.startsWith('Spectral operation-operationId at paths./a.get')),
    problems.join('\n'),
  );
  assert.ok(
    problems.some((one) => one.startsWith('Redocly ')),
    problems.join('\n'),
  );
});

test('the clients of three generators compile and create an order', async () => {
  const folder = mkdtempSync(join(TOOLS, '.made-')); // there the compiler and Node.js find the packages of the tools
  after(() => rmSync(folder, { recursive: true }));
  await run(process.execPath, [join(TOOLS, 'generate.mjs'), OPENAPI_FILE, folder]);
  const names = ['openapi-fetch', 'hey-api', 'orval'];
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.json', files: names.map((name) => `${name}/main.ts`) }),
  );
  const tsc = join(PACKAGE_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [tsc, '--project', folder]).catch((error) => assert.fail(error.stdout));

  await service.call('POST', '/v1/charges', { key: service.key, body: chargeBody() });
  for (const name of names) {
    const env = { PATH: process.env['PATH'] ?? '', API_URL: url, API_KEY: service.key };
    const { stdout } = await run(process.execPath, [join(folder, name, 'main.js')], { env });
    const { id, again, clabe, refusal, type } = JSON.parse(stdout);
    const { json: order } = await service.call('GET', `/v2/orders/${id}`, { key: service.key });
    assert.deepEqual(
      { again, clabe, refusal, type },
      { again: id, clabe: order.payment.clabe, refusal: 'order_not_found', type: 'OXXO' },
      name,
    );
  }
});
