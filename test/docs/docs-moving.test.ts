// docs/moving.md tells the truth: its commands run in the order in which it gives them, its files are accepted, and its
// tables name the libraries and plugins that test/compat/ tries, with the account that they are tried with.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { runInside } from '../cli/run-inside.js';
import { LIBRARIES } from '../compat/libraries.js';
import { PLUGINS } from '../compat/plugins.js';
import { makeFolder } from '../support/process.js';
import { startTestService } from '../support/service.js';
import { startReceiver } from '../webhooks/receiver.js';

const page = readFileSync(join(PACKAGE_FOLDER, 'docs/moving.md'), 'utf8');
const fences = (kind: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\n([\\s\\S]*?)\n\`\`\`$`, 'gm'))].map(([, text = '']) => text);
const commands = fences('sh').flatMap((text) => text.split('\n'));

// Each command that runs inside this process leaves a hook for its end, and the warning about many is no error.
process.setMaxListeners(100);

const service = await startTestService();
const receiver = await startReceiver();
after(() => receiver.close());
const folder = await makeFolder();
const env = { DATABASE_URL: service.databaseUrl, COBRO_DATA_DIR: folder };
const details = join(folder, 'details.json');

/** What the page leaves open. */
const places = new Map([
  ['details.json', details],
  ['https://shop.example.com/webhook', receiver.url],
]);

async function run(command: string) {
  const [npx, cobro, ...words] = (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  assert.deepEqual([npx, cobro], ['npx', 'cobro'], command);
  const args = words.map((word) => places.get(word) ?? word);
  const { code, stdout, stderr } = await runInside([...args, '--json'], env);
  assert.deepEqual([code, stderr], [0, ''], command);
  return JSON.parse(stdout);
}

test('every command works, one after the other, on the account of the first', async () => {
  assert.ok(commands.length >= 8);
  await writeFile(details, fences('json')[0] ?? '');
  for (const command of commands) {
    const answer = await run(command);
    if (command.includes('account create')) places.set('ID', answer.id);
    if (command.includes('webhook add')) places.set('ENDPOINT_ID', answer.id);
    if (command.includes('account show'))
      assert.deepEqual([answer.orders_envelope, answer.interface_version], [true, '2015-01-01']);
  }
  assert.equal(receiver.hits.length, 1, 'the ping has come');
});

test('every file of live details is accepted for a point that is named with it', async () => {
  const files = fences('json');
  assert.ok(files.length > 3);
  for (const [index, file] of files.entries()) {
    const before = page.slice(0, page.indexOf(file)).split('\n\n').at(-2) ?? '';
    const kind = /kind\s`(\w+)`/.exec(before)?.[1];
    const codes = /\(([A-Z0-9_, \n]+)\)/.exec(before)?.[1]?.split(/,\s+/) ?? [];
    assert.ok(codes.length >= 5, before);
    await writeFile(details, file);
    const [first] = codes;
    await run(`npx cobro provider set ${first} --live details.json`);
    for (const code of codes)
      assert.equal((await run(`npx cobro provider show ${code}`)).kind, kind, `${code} ${index}`);
  }
});

test('the help of provider set shows the same keys for every kind', async () => {
  const { stdout } = await runInside(['provider', 'set', '--help'], env);
  for (const file of fences('json')) {
    const keys = Object.keys(JSON.parse(file)).map((key) => `"${key}": `);
    const line = stdout.split('\n').find((one) => keys.every((key) => one.includes(key)));
    assert.ok(line !== undefined, `${keys} in ${stdout}`);
  }
});

/** The rows of the table below a heading, as cells. */
function rowsBelow(heading: string): string[][] {
  const section = page.slice(page.indexOf(`### ${heading}`)).split('\n## ', 1)[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('the table of libraries has those that are tried, with the account that they need', () => {
  const told = rowsBelow('Libraries').slice(0, LIBRARIES.length);
  const tried = LIBRARIES.map(({ docs, version }) => [docs, `\`--orders-envelope --interface-version ${version}\``]);
  assert.deepEqual(
    told.map(([name, version, account]) => [`${name} ${version?.split(' ', 1)[0]}`, account]),
    tried,
  );
});

test('the table of plugins has those that are tried, with what they offer and register', () => {
  const tried = PLUGINS.map(({ docs, reads, receiver: { breaks }, registers }) => {
    const works = breaks === undefined ? 'yes' : 'orders only';
    return [
      docs,
      reads.cash === undefined ? 'not offered' : works,
      reads.spei === undefined ? 'not offered' : works,
      registers === 'never' ? '**never**' : 'when its settings are saved',
    ];
  });
  assert.deepEqual(
    rowsBelow('Plugins')
      .slice(0, PLUGINS.length)
      .map(([name, version, cash, spei, registers]) => [`${name}, ${version}`, cash, spei, registers]),
    tried,
  );
});
