// docs/adding-a-page.md is true: applied to a copy of the sources, its steps compile, and its page is as short as it says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { PACKAGE_FOLDER } from '../../src/paths.js';

const MOST_LINES = 60;

const guide = readFileSync(join(PACKAGE_FOLDER, 'docs', 'adding-a-page.md'), 'utf8');
const blocks = [...guide.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', file = '', text = '']) => ({ language, file, text }),
);

const copy = mkdtempSync(join(tmpdir(), 'cobro-page-'));
after(() => rmSync(copy, { recursive: true }));
for (const name of ['src', 'tsconfig.json', 'package.json'])
  cpSync(join(PACKAGE_FOLDER, name), join(copy, name), { recursive: true });
for (const name of ['node_modules', 'packages']) symlinkSync(join(PACKAGE_FOLDER, name), join(copy, name));

test('a page with its table is two new files and a migration, and one line with its import', () => {
  assert.deepEqual(
    blocks.map(({ language, file }) => [language, file]),
    [
      ['sql', 'migrations/9999_tips.sql'],
      ['ts', 'src/store/money/tips.ts'],
      ['tsx', 'src/web/dashboard/tips/tips-list.tsx'],
      ['diff', 'src/web/dashboard/sections.ts'],
    ],
  );
  const [, , page] = blocks;
  const lines = page?.text.trimEnd().split('\n').length ?? 0;
  assert.ok(lines <= MOST_LINES, `the page has ${lines} lines`);
});

test('its steps compile', () => {
  for (const { language, file, text } of blocks) {
    const path = join(copy, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, language === 'diff' ? changed(readFileSync(path, 'utf8'), text) : text);
  }
  const config = { extends: './tsconfig.json', include: ['src'], compilerOptions: NO_OUTPUT };
  writeFileSync(join(copy, 'tsconfig.page.json'), JSON.stringify(config));
  const tsc = join(PACKAGE_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.page.json'], { cwd: copy, encoding: 'utf8' });
  assert.equal(stdout, '');
});

const NO_OUTPUT = { noEmit: true, incremental: false };

/** Replaces each run of `-` lines by the `+` lines behind it. */
function changed(source: string, diff: string): string {
  let result = source;
  for (const [, removed = '', added = ''] of diff.matchAll(/((?:^-.*\n)+)((?:^\+.*\n)+)/gm)) {
    assert.ok(result.includes(unmarked(removed)), `there is ${removed}`);
    result = result.replace(unmarked(removed), () => unmarked(added));
  }
  return result;
}

function unmarked(lines: string): string {
  return lines.replace(/^[-+]/gm, '');
}
