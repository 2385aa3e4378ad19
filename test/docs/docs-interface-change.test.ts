// docs/adding-an-interface-change.md is true: applied to a copy of the sources, its first step is refused by the compiler in
// the files that it names, and all of its steps compile.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PACKAGE_FOLDER } from '../../src/paths.js';

const page = readFileSync(join(PACKAGE_FOLDER, 'docs', 'adding-an-interface-change.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', file = '', text = '']) => ({ language, file, text }),
);
const firstStep = page.slice(0, page.indexOf('## 2.'));
const isInFirstStep = (text: string) => firstStep.includes(text);

const copy = mkdtempSync(join(tmpdir(), 'cobro-change-'));
after(() => rmSync(copy, { recursive: true }));
for (const name of ['src', 'tsconfig.json', 'package.json'])
  cpSync(join(PACKAGE_FOLDER, name), join(copy, name), { recursive: true });
for (const name of ['node_modules', 'packages']) symlinkSync(join(PACKAGE_FOLDER, name), join(copy, name));
writeFileSync(
  join(copy, 'tsconfig.wire.json'),
  JSON.stringify({ extends: './tsconfig.json', include: ['src/wire'], compilerOptions: { noEmit: true } }),
);

test('after the first step the compiler refuses the files that the page names', () => {
  for (const block of blocks) if (isInFirstStep(block.text)) apply(block);
  const wanted = blocks
    .find(({ file }) => file === 'errors')
    ?.text.trim()
    .split('\n');
  assert.deepEqual(filesWithErrors(), wanted);
});

test('after all of its steps everything compiles', () => {
  for (const block of blocks) if (!isInFirstStep(block.text)) apply(block);
  assert.deepEqual(filesWithErrors(), []);
});

/** Writes a new file, or replaces each run of `-` lines by the `+` lines behind it. */
function apply({ language, file, text }: (typeof blocks)[number]): void {
  const path = join(copy, file);
  if (language === 'ts') writeFileSync(path, text);
  if (language !== 'diff') return;
  let source = readFileSync(path, 'utf8');
  for (const [, removed = '', added = ''] of text.matchAll(/((?:^-.*\n)+)((?:^\+.*\n)+)/gm)) {
    assert.ok(source.includes(unmarked(removed)), `${file} has ${removed}`);
    source = source.replace(unmarked(removed), () => unmarked(added));
  }
  writeFileSync(path, source);
}

function unmarked(lines: string): string {
  return lines.replace(/^[-+]/gm, '');
}

function filesWithErrors(): string[] {
  const tsc = join(PACKAGE_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.wire.json'], { cwd: copy, encoding: 'utf8' });
  return [...new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))].sort();
}
