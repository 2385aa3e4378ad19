// No regular expression takes longer than its text is long (D83): one that does lets whoever sends a text hold the process.
// All of them are judged, since where a text comes from changes more easily than how it is read. A verdict depends on
// nothing else, so good ones are kept for the next run.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { check } from 'recheck';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { readAssets, readSources } from './source.js';

/** How much is tried is limited by counts alone: a clock would judge otherwise on a busy machine. */
const LIMITS = { timeout: 60_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };
const KNOWN_FILE = join(PACKAGE_FOLDER, 'node_modules', '.cache', 'cobro', 'linear.json');

/** Patterns that are put together at run time, each out of what nobody outside writes. */
const PUT_TOGETHER: Readonly<Record<string, number>> = {
  'src/http/problems.ts': 1, // out of the paths of our routes
  'src/domain/base/visible-text.ts': 1, // a constant
  'packages/embedded-postgres/src/run-as.ts': 2, // out of a user's number, and of a name that we chose
};

const sources = [...readSources('src', 'packages').values(), ...readAssets('src')];
const isTest = (file: string) => /^packages\/[^/]+\/test\//.test(file);
const literals = sources
  .filter(({ file }) => !isTest(file))
  .flatMap((source) =>
    source.all('RegExpLiteral').map((node) => ({
      where: `${source.file}:${source.line(node)}`,
      pattern: String(node['pattern']),
      flags: String(node['flags']),
    })),
  );

test('every regular expression is linear', async () => {
  assert.ok(literals.length > 300);
  const known = readKnown();
  const wrong: string[] = [];
  for (const { where, pattern, flags } of literals) {
    const text = `/${pattern}/${flags}`;
    if (known.has(text)) continue;
    const fault = await faultOf(pattern, flags);
    if (fault === null) known.add(text);
    else wrong.push(`${where} ${text}: ${fault}`);
  }
  mkdirSync(dirname(KNOWN_FILE), { recursive: true });
  writeFileSync(KNOWN_FILE, JSON.stringify([...known]));
  assert.deepEqual(wrong, []);
});

test('one that is not linear is found', async () => {
  for (const pattern of ['\\s*MXN$', '^(a+)+$', '"((?:[^"\\\\]|\\\\.)*)"(\\s*:)?|"[^"]*$'])
    assert.match((await faultOf(pattern, 'g')) ?? '', /polynomial|exponential/, pattern);
  assert.equal(await faultOf('^\\d{4}-\\d{2}$', ''), null);
});

test('patterns that are put together at run time are those of the list', () => {
  const found = sources
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, code }) => [...code.matchAll(/\bRegExp\(/g)].map(() => file));
  const counts = Object.fromEntries(
    [...new Set(found)].map((file) => [file, found.filter((one) => one === file).length]),
  );
  assert.deepEqual(counts, PUT_TOGETHER);
});

async function faultOf(pattern: string, flags: string): Promise<string | null> {
  const verdict = await check(pattern, flags, LIMITS);
  if (verdict.status === 'safe') return null;
  return verdict.status === 'vulnerable'
    ? verdict.complexity.summary
    : 'cannot be judged in time; write it more simply';
}

function readKnown(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(KNOWN_FILE, 'utf8')));
  } catch {
    return new Set();
  }
}
