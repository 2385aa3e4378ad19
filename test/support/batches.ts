// Puts test files together that run in one process, one after the other: loading the whole service takes two seconds of
// a processor, more than most files take for their tests.
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Folders of tests whose service runs inside the test's own process. What a file opens, it closes at its end. */
const SHARING = ['actions', 'adapters', 'api', 'domain', 'http', 'memory', 'store', 'web', 'wire', 'workers'];
/** Chromium takes so long that sharing gains nothing. */
const ALONE = /browser|pictures|pay-live/;
const MOST_FILES = 16;

/** The files to run: those that run alone, and one for each batch, which is written to the folder. Paths are absolute. */
export async function writeBatches(paths: readonly string[], folder: string): Promise<string[]> {
  const batches = new Map<string, string[]>();
  for (const path of paths) {
    const group = groupOf(path);
    if (group === null) batches.set(path, [path]);
    else batches.set(group, [...(batches.get(group) ?? []), path]);
  }
  const files: string[] = [];
  for (const [group, members] of batches) {
    for (let first = 0; first < members.length; first += MOST_FILES)
      files.push(
        await writeBatch(members.slice(first, first + MOST_FILES), join(folder, `${group}-${first}.test.mjs`)),
      );
  }
  return files;
}

function groupOf(path: string): string | null {
  const [folder = '', rest = ''] = path.split(`${sep}test${sep}`).at(-1)?.split(sep) ?? [];
  return rest !== '' && SHARING.includes(folder) && !ALONE.test(basename(path)) ? folder : null;
}

async function writeBatch(members: readonly string[], batch: string): Promise<string> {
  const [only = ''] = members;
  if (members.length === 1) return only;
  const lines = members.map((path) => {
    const name = join(basename(dirname(path)), basename(path));
    // A suite ends what the file has opened before the next file begins.
    return `await describe(${JSON.stringify(name)}, () => import(${JSON.stringify(pathToFileURL(path).href)}));`;
  });
  await writeFile(batch, ["import { describe } from 'node:test';", ...lines, ''].join('\n'));
  return batch;
}
