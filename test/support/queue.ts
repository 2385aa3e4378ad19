// The test files of a run, shared by a few processes: each takes the next file when it has ended the one before. Loading the
// whole service takes two seconds of a processor, more than most files take for their tests, and code that has run for a while
// runs several times as fast. What takes longest begins first, so that a run does not end with one processor waiting.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endProcesses } from './process.js';
import { isInBrowser } from './programs.js';

/** What several files of a process share: a browser. */
const shared: (() => Promise<void>)[] = [];

/** Whoever opens what other files use, too, has it closed at the end of the process. */
export function closeAtEnd(close: () => Promise<void>): void {
  shared.push(close);
}

/** A process ends after so many files, with whatever they have left in its memory. */
const FILES_A_PROCESS = 60;
/** The slowest folders first. The others follow by name. */
const FIRST = ['browser', 'service', 'embedded-postgres', 'cli', 'money', 'webhooks', 'docs'];

const listIn = (folder: string) => join(folder, 'files.json');
const claimOf = (folder: string, index: number) => join(folder, `taken-${index}`);

/** Writes the queue to the folder, and gives the files to run: one for each process. Paths are absolute. */
export async function writeQueue(paths: readonly string[], folder: string, atOnce: number): Promise<string[]> {
  await writeFile(listIn(folder), JSON.stringify(inOrder(paths)));
  const count = Math.min(paths.length, Math.ceil(paths.length / FILES_A_PROCESS) + atOnce - 1);
  const takers = Array.from({ length: count }, (_, index) => join(folder, `process-${index}.test.mjs`));
  const text = `import { takeFiles } from ${JSON.stringify(import.meta.url)};\nawait takeFiles(${JSON.stringify(folder)});\n`;
  for (const file of takers) await writeFile(file, text);
  return takers;
}

/** Runs files of the queue until none is left. */
export async function takeFiles(folder: string): Promise<void> {
  const paths: string[] = JSON.parse(await readFile(listIn(folder), 'utf8'));
  let taken = 0;
  for (const [index, path] of paths.entries()) {
    if (taken === FILES_A_PROCESS) break;
    if (!(await claim(folder, index))) continue;
    taken++;
    // A suite ends what the file has opened before the next file begins.
    await describe(join(basename(dirname(path)), basename(path)), () => {
      after(endProcesses);
      return import(pathToFileURL(path).href);
    });
  }
  for (const close of shared) await close();
}

/** The files that no process has taken: those that were to do it ended before. */
export async function filesLeft(folder: string): Promise<string[]> {
  const paths: string[] = JSON.parse(await readFile(listIn(folder), 'utf8'));
  const isFree = await Promise.all(paths.map((_, index) => claim(folder, index)));
  return paths.filter((_, index) => isFree[index]);
}

function claim(folder: string, index: number): Promise<boolean> {
  return mkdir(claimOf(folder, index)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

function inOrder(paths: readonly string[]): string[] {
  const rankOf = (path: string) => (FIRST.includes(groupOf(path)) ? FIRST.indexOf(groupOf(path)) : FIRST.length);
  return [...paths].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
}

/** The folder of a test, or what makes it slow. */
function groupOf(path: string): string {
  if (isInBrowser(path)) return 'browser';
  const [project = '', inside = ''] = path.split(`${sep}dist${sep}test${sep}`);
  const [folder = ''] = inside.split(sep);
  return project.includes(`${sep}packages${sep}`) ? basename(project) : folder;
}
