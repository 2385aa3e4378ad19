// A guide of docs/ applied to a copy of the sources, which is removed after the tests of the file. Its blocks name their files: a block of code is a new file, and a
// `diff` changes one. What the compiler says of the copy is what a reader of the guide would see.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PACKAGE_FOLDER } from '../../src/paths.js';

export type GuideBlock = { readonly language: string; readonly file: string; readonly text: string };

export type AppliedGuide = {
  readonly page: string;
  readonly blocks: readonly GuideBlock[];
  apply(blocks: readonly GuideBlock[]): void;
  /** What the compiler says of these folders of the copy, and of what they import. */
  compile(include: readonly string[]): CompilerAnswer;
  /** Compiles one module of the copy with what it imports, and loads it. */
  load(file: string): Promise<unknown>;
};

/** `text` is empty if everything compiles; `files` are those with errors. */
export type CompilerAnswer = { readonly text: string; readonly files: readonly string[] };

export function openGuide(name: string): AppliedGuide {
  const page = readFileSync(join(PACKAGE_FOLDER, 'docs', name), 'utf8');
  const blocks = [...page.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', file = '', text = '']) => ({ language, file, text }),
  );
  const copy = mkdtempSync(join(tmpdir(), 'cobro-guide-'));
  after(() => rmSync(copy, { recursive: true }));
  for (const part of ['src', 'tsconfig.json', 'package.json'])
    cpSync(join(PACKAGE_FOLDER, part), join(copy, part), { recursive: true });
  for (const part of ['node_modules', 'packages']) symlinkSync(join(PACKAGE_FOLDER, part), join(copy, part));
  return {
    page,
    blocks,
    apply(given) {
      for (const block of given) applyBlock(copy, block);
    },
    compile: (include) => compile(copy, include, { noEmit: true }),
    load(file) {
      assert.equal(compile(copy, [file], { rootDir: '.', outDir: 'built' }).text, '');
      return import(pathToFileURL(join(copy, 'built', file.replace(/\.tsx?$/, '.js'))).href);
    },
  };
}

function applyBlock(copy: string, { language, file, text }: GuideBlock): void {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, language === 'diff' ? changed(readFileSync(path, 'utf8'), text, file) : text);
}

/** Replaces each run of `-` lines by the `+` lines behind it. */
function changed(source: string, diff: string, file: string): string {
  let result = source;
  for (const [, removed = '', added = ''] of diff.matchAll(/((?:^-.*\n)+)((?:^\+.*\n)+)/gm)) {
    assert.ok(result.includes(unmarked(removed)), `${file} has ${removed}`);
    result = result.replace(unmarked(removed), () => unmarked(added));
  }
  return result;
}

function unmarked(lines: string): string {
  return lines.replace(/^[-+]/gm, '');
}

function compile(copy: string, include: readonly string[], options: object): CompilerAnswer {
  const config = { extends: './tsconfig.json', include, compilerOptions: { incremental: false, ...options } };
  writeFileSync(join(copy, 'tsconfig.guide.json'), JSON.stringify(config));
  const tsc = join(PACKAGE_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.guide.json'], { cwd: copy, encoding: 'utf8' });
  const files = [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
  return { text: stdout, files: [...new Set(files)].sort() };
}
