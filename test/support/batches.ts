// Puts test files together that run in one process, one after the other: loading the whole service takes two seconds of
// a processor, more than most files take for their tests. What takes longest begins first, so that a run does not end with
// one processor waiting for the other.
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isInBrowser } from './programs.js';

/** How many files of a folder run in one process, if not so many as of most. Slow files are spread over several. */
const MOST_FILES: Readonly<Record<string, number>> = {
  browser: 5,
  service: 4,
  'embedded-postgres': 3,
  cli: 9,
  money: 4,
  webhooks: 4,
  docs: 6,
};
const OF_MOST_FOLDERS = 24;
/** The slowest first. The others follow by name. */
const FIRST = ['browser', 'service', 'embedded-postgres', 'cli', 'money', 'webhooks', 'docs'];

const fileOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** Writes a file for each batch to the folder, and gives the files to run in their order. Paths are absolute. */
export async function writeBatches(paths: readonly string[], folder: string): Promise<string[]> {
  const groups = [...new Set(paths.map(groupOf))];
  const rankOf = (group: string) => (FIRST.includes(group) ? FIRST.indexOf(group) : FIRST.length);
  const inOrder = groups.sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  const membersOf = (group: string) => paths.filter((path) => groupOf(path) === group);
  const batches = inOrder.flatMap((group) => splitEvenly(membersOf(group), MOST_FILES[group] ?? OF_MOST_FOLDERS));
  const files = batches.map((_, index) => join(folder, `${String(index).padStart(4, '0')}.test.mjs`));
  for (const [index, file] of files.entries()) await writeFile(file, batchOf(batches[index] ?? []));
  return files; // node sorts them by name
}

/** The folder of a test, or what it needs a process for that nobody else needs. */
function groupOf(path: string): string {
  if (isInBrowser(path)) return 'browser';
  const [project = '', inside = ''] = path.split(`${sep}dist${sep}test${sep}`);
  const [folder = ''] = inside.split(sep);
  return project.includes(`${sep}packages${sep}`) ? basename(project) : folder;
}

/** Neighbours, which are often of one kind, come into different batches. */
function splitEvenly(members: readonly string[], most: number): string[][] {
  const count = Math.ceil(members.length / most);
  return Array.from({ length: count }, (_, batch) => members.filter((_, index) => index % count === batch));
}

function batchOf(members: readonly string[]): string {
  const suites = members.map((path, index) => {
    const name = JSON.stringify(join(basename(dirname(path)), basename(path)));
    const isLast = index === members.length - 1;
    const ends = ['endProcesses', ...(isLast && isInBrowser(path) ? ['closeChromium'] : [])];
    const hooks = ends.map((end) => `after(${end});`).join(' ');
    // A suite ends what the file has opened before the next file begins.
    return `await describe(${name}, () => { ${hooks} return import(${JSON.stringify(pathToFileURL(path).href)}); });`;
  });
  const lines = [
    "import { after, describe } from 'node:test';",
    `import { endProcesses } from ${fileOf('process.js')};`,
    `const closeChromium = () => import(${fileOf('../web/chromium.js')}).then((module) => module.closeChromium());`,
    ...suites,
  ];
  return `${lines.join('\n')}\n`;
}
