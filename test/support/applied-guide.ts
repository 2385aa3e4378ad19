// Guides of docs/ applied to a copy of the sources, which is removed after the tests of the file. Their blocks name their
// files: a block of code is a new file, and a `diff` changes one. What the compiler says of the copy is what a reader of the
// guide would see. All guides share a copy, because compiling it takes longer than everything else.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { PACKAGE_FOLDER } from '../../src/paths.js';

export type GuideBlock = { readonly language: string; readonly file: string; readonly text: string };

export type Guide = {
  /** What changes before the compiler says `errors`, or everything if it has nothing to say. */
  readonly first: readonly GuideBlock[];
  /** What the guide promises that the compiler says then: lines of a file and of what is wrong with it. */
  readonly errors: readonly string[];
  readonly rest: readonly GuideBlock[];
};

export function readGuide(name: string): Guide {
  const page = readFileSync(join(PACKAGE_FOLDER, 'docs', name), 'utf8');
  const blocks = [...page.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)]
    .map(([, language = '', file = '', text = '']) => ({ language, file, text }))
    .filter(({ file }) => file !== 'sample');
  const told = blocks.findIndex(({ file }) => file === 'errors');
  if (told < 0) return { first: blocks, errors: [], rest: [] };
  const errors = blocks[told]?.text.trim().split('\n') ?? [];
  return { first: blocks.slice(0, told), errors, rest: blocks.slice(told + 1) };
}

export type CompilerError = { readonly file: string; readonly message: string };

export type SourceCopy = {
  apply(blocks: readonly GuideBlock[]): void;
  read(file: string): string;
  /** What the compiler says of these files and what they import. */
  check(files: readonly string[]): CompilerError[];
  /** The same, and of all of src; writes what can be run. */
  compile(files: readonly string[]): CompilerError[];
  /** Runs a program in the copy, which must succeed. */
  run(...command: readonly string[]): void;
};

export function copySources(): SourceCopy {
  const copy = mkdtempSync(join(tmpdir(), 'cobro-guides-'));
  after(() => rmSync(copy, { recursive: true }));
  for (const part of ['src', 'test', 'docs', 'migrations', 'tsconfig.json', 'package.json', '.env.example'])
    cpSync(join(PACKAGE_FOLDER, part), join(copy, part), { recursive: true });
  mkdirSync(join(copy, 'dist'));
  for (const part of ['node_modules', 'packages', 'catalogue', 'biome.json', 'dist/assets'])
    symlinkSync(join(PACKAGE_FOLDER, part), join(copy, part));
  return {
    apply(blocks) {
      for (const block of blocks) applyBlock(copy, block);
    },
    read: (file) => readFileSync(join(copy, file), 'utf8'),
    check: (files) => compile(copy, files, { noEmit: true }),
    compile: (files) => compile(copy, ['src', ...files], { outDir: 'dist', sourceMap: false }),
    run: (...command) => run(copy, command),
  };
}

function applyBlock(copy: string, block: GuideBlock): void {
  const path = join(copy, block.file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    afterBlock(block, () => readFileSync(path, 'utf8')),
  );
}

/** What a file says after a step of a guide. */
export function afterBlock({ language, file, text }: GuideBlock, read: () => string): string {
  return language === 'diff' ? changed(read(), text, file) : text;
}

/** Each hunk, with an empty line behind it, replaces the lines that it begins with a blank or `-`. */
function changed(source: string, diff: string, file: string): string {
  return diff.split(/^\n/m).reduce((text, hunk) => {
    const side = (mark: string) => (hunk.match(/^.*\n/gm) ?? []).filter((line) => ` ${mark}`.includes(line.charAt(0)));
    const [before, now] = [side('-'), side('+')].map((lines) => lines.map((line) => line.slice(1)).join(''));
    assert.equal(text.split(before ?? '').length, 2, `${file} has once:\n${before}`);
    return text.replace(before ?? '', () => now ?? '');
  }, source);
}

function compile(copy: string, include: readonly string[], options: object): CompilerError[] {
  writeFileSync(
    join(copy, 'tsconfig.guide.json'),
    JSON.stringify({ extends: './tsconfig.json', include, compilerOptions: options }),
  );
  const tsc = join(PACKAGE_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc');
  // Several checkers find the same types again and again: one takes half of their processor time.
  const command = [tsc, '--project', 'tsconfig.guide.json', '--checkers', '1'];
  const { stdout } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8' });
  return [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error \w+: (.*)$/gm)].map(([, file = '', message = '']) => ({
    file,
    message,
  }));
}

function run(copy: string, command: readonly string[]): void {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }; // its output is for us, not for this run's reporter
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8', env });
  assert.equal(status, 0, stdout + stderr);
}
