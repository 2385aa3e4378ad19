// The documents name files, headings, commands and settings that exist. test/guides/ runs their examples.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { commandContext } from '../../src/service/command-context.js';
import { SETTING_NAMES } from '../../src/settings/settings.js';
import { MENUS } from '../../src/web/dashboard/sections.js';
import { fencesOf } from '../guides/fences.js';

type Words = Readonly<Record<string, string>>;

const documents = ['.', 'docs', 'docs/es'].flatMap((folder) =>
  readdirSync(join(PACKAGE_FOLDER, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
);
const read = (path: string): string => readFileSync(join(PACKAGE_FOLDER, path), 'utf8');

test('every relative link points to a file and a heading that exist', () => {
  let links = 0;
  for (const path of documents) {
    for (const [, target = ''] of withoutFences(read(path)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? path : join(dirname(path), file);
      assert.ok(existsSync(join(PACKAGE_FOLDER, linked)), `${path} links to ${target}`);
      if (anchor !== undefined) assert.ok(anchorsOf(read(linked)).has(anchor), `${path} links to ${target}`);
      links += 1;
    }
  }
  assert.ok(links > 20);
});

test('every npx cobro command exists, with the options that are shown', async () => {
  const program = await buildProgram(commandContext, 'all');
  let commands = 0;
  for (const path of documents) {
    for (const [, line = ''] of read(path).matchAll(/npx cobro\b([^`\n]*)/g)) {
      checkCommand(program, line, path);
      commands += 1;
    }
  }
  assert.ok(commands > 15);
});

test('every setting that is named exists, unless it is marked as not built yet', () => {
  // What a shop's own program calls the address and its key.
  const ofShops = ['COBRO_URL', 'COBRO_KEY'];
  for (const path of documents) {
    const declaredHere = [...read(path).matchAll(/^\+ +name: '(\w+)',$/gm)].map(([, name]) => name);
    for (const paragraph of read(path).split('\n\n')) {
      if (/not built yet/i.test(paragraph)) continue;
      for (const name of paragraph.match(/\b(COBRO|OTEL)_[A-Z_]+/g) ?? []) {
        const isOfShop = ofShops.includes(name) && /\/(sdk|examples)\.md$/.test(path);
        assert.ok(isOfShop || SETTING_NAMES.includes(name) || declaredHere.includes(name), `${path} names ${name}`);
      }
    }
  }
});

test('every npm script that is named exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Words };
  for (const path of documents) {
    for (const [, run, name = ''] of read(path).matchAll(/\bnpm (run )?([a-z]+)\b(?= *(?:`|--|#|\n|$))/g)) {
      if (run === undefined && !['start', 'test'].includes(name)) continue;
      assert.ok(name in scripts, `${path} names npm run ${name}`);
    }
  }
});

test('README.md stays short, and every entry of its folder map exists', () => {
  const readme = read('README.md');
  assert.ok(readme.split('\n').length <= 100);
  const map =
    fencesOf(readme)
      .find(({ text }) => text.startsWith('bin/'))
      ?.text.split('\n') ?? [];
  assert.ok(map.length > 10);
  for (const line of map) {
    const entry = line.split(' ', 1)[0] ?? '';
    assert.ok(existsSync(join(PACKAGE_FOLDER, entry)), `the folder map names ${entry}`);
  }
});

test('docs/decisions.md has every decision once, in order, and all that the code cites', () => {
  const numbers = [...read('docs/decisions.md').matchAll(/^\*\*D(\d+)\.\*\*/gm)].map(([, number]) => Number(number));
  assert.ok(numbers.length >= 60);
  assert.ok(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0)));
  for (const name of readdirSync(join(PACKAGE_FOLDER, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    for (const [, number] of read(`src/${name}`).matchAll(/\bD([1-9]\d?)\b/g)) {
      assert.ok(numbers.includes(Number(number)), `src/${name} cites D${number}`);
    }
  }
});

function withoutFences(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '');
}

/** The names by which headings can be linked to. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...withoutFences(markdown).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Walks down the commands that a line names; what follows must be their options and as many arguments as they take. */
function checkCommand(program: Command, line: string, path: string): void {
  let command = program;
  const where = `${path}: npx cobro${line}`;
  const words = shellLike(line.replace(/ > \S+$/, ''));
  const childNamed = (name = '') =>
    command.commands.find((child) => child.name() === name || child.aliases().includes(name));
  for (let child = childNamed(words[0]); child !== undefined; child = childNamed(words[0])) {
    words.shift();
    command = child;
  }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!word.startsWith('--')) {
      assert.ok(command.registeredArguments.length > 0 || word === '…', `${where}: unknown command ${word}`);
      continue;
    }
    if (word === '--help' || word === '--version') continue;
    const option = command.options.find(({ long }) => long === word);
    assert.ok(option !== undefined, `${where}: unknown option ${word}`);
    if (option.required) words.shift();
  }
}

/** The words of a command that stands in a sentence: it ends where the sentence goes on. */
function shellLike(line: string): string[] {
  const [command = ''] = line.split(/[.:;,)|]( |$)| {2,}/, 1);
  return command.match(/"[^"]*"|\S+/g) ?? [];
}

test('docs/dashboard.md has a row for every page of the menus, by the name that it has there', () => {
  const rowsOf = (file: string, chapter: number) => {
    const table =
      (read(file).split(/^## /m)[chapter] ?? '').split(/^\| (?:page|página) .*\n/m)[1]?.split('\n\n')[0] ?? '';
    return [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) => names.split(', '));
  };
  for (const [file, chapter, menu, language] of [
    ['docs/dashboard.md', 1, MENUS.merchant, 'en'],
    ['docs/dashboard.md', 2, MENUS.operator, 'en'],
    ['docs/es/dashboard.md', 1, MENUS.merchant, 'es'],
  ] as const) {
    const rows = rowsOf(file, chapter);
    for (const { name } of menu.flatMap(({ entries }) => entries))
      assert.ok(rows.includes(name[language]), `${file} has no row ${name[language]}`);
  }
});

test('the threat model names tests that are there', () => {
  const named = [...read('docs/security.md').matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file ?? '');
  assert.ok(named.length > 20);
  for (const file of named) assert.ok(existsSync(join(PACKAGE_FOLDER, file)), file);
});
