// Every request of the guides for merchants as the pages show it in other languages: run from top to bottom with the clients, and
// answered as the guide says. Also the command itself with what the page adds to it, in a real shell.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PACKAGE_FOLDER, SITE_FOLDER } from '../../src/paths.js';
import { makeFolder } from '../support/process.js';
import { findProgram } from '../support/programs.js';
import { startTestService } from '../support/service.js';
import { fencesOf } from './fences.js';
import { createStory, type Place, type Speaker } from './story.js';

type Sample = {
  readonly text: string;
  readonly curl: string;
  readonly result?: string;
  readonly js?: string;
  readonly php?: string;
  readonly python?: string;
};
type Samples = {
  readonly samples: readonly Sample[];
  readonly variables: readonly (readonly [id: string, name: string])[];
};

const run = promisify(execFile);
const folder = await makeFolder();
mkdirSync(join(folder, 'node_modules', '@cobro'), { recursive: true });
symlinkSync(join(PACKAGE_FOLDER, 'packages', 'sdk'), join(folder, 'node_modules', '@cobro', 'sdk'));

findProgram('curl'); // the shell finds it, too
const LANGUAGES = [
  { kind: 'js', title: 'Node.js', command: process.execPath, file: 'sample.mjs' },
  { kind: 'php', title: 'PHP', command: findProgram('php'), file: 'sample.php' },
  { kind: 'python', title: 'Python', command: findProgram('python'), file: 'sample.py' },
  { kind: 'curl', title: 'curl', command: 'bash', file: 'sample.sh' },
] as const;

let programs = 0;

/** Makes a test of each guide in each language, which run `least` samples at least. */
export async function testInAllLanguages(guides: readonly string[], least: number): Promise<void> {
  // One after the other: commands of guides run in this process, and print what it prints.
  for (const language of LANGUAGES) {
    // A service for each: a guide shows the keys of a bank, which are there once. It has the limit of a fresh installation,
    // because a guide shows its headers.
    const service = await startTestService({ COBRO_RATE_LIMIT: '100' });
    const url = `http://127.0.0.1:${await service.listen()}`;
    for (const guide of guides)
      test(`docs/${guide}.md runs with ${language.title}`, () => follow({ service, folder, url }, guide, language));
  }
  test('there are such samples', () => assert.ok(programs >= least, String(programs)));
}

async function follow(
  place: Omit<Place, 'merchant'>,
  guide: string,
  language: (typeof LANGUAGES)[number],
): Promise<void> {
  const list: Samples = JSON.parse(readFileSync(join(SITE_FOLDER, 'en', `${guide}.samples.json`), 'utf8'));
  const merchant = await place.service.account({ name: 'Reader' });
  const fences = fencesOf(readFileSync(join(PACKAGE_FOLDER, 'docs', `${guide}.md`), 'utf8'));
  const story = createStory({ ...place, merchant }, speakerOf(list, language, guide));
  for (const [index, fence] of fences.entries()) {
    const { notRun, triedIn, file } = fence.marks;
    const isTold = fence.kind === 'sh' || file !== null;
    if (isTold && notRun === null && triedIn === null) await story.tell(fence, fences[index + 1]);
  }
}

function speakerOf(
  { samples, variables }: Samples,
  { kind, command, file }: (typeof LANGUAGES)[number],
  guide: string,
): Speaker {
  return async (fence, real, given) => {
    const sample = samples.find(({ text }) => text === fence.text);
    const program = sample?.js === undefined ? undefined : sample[kind];
    if (sample === undefined || program === undefined) return null;
    // A command that keeps the id shows the answer beside it.
    const isKept = kind === 'curl' && sample.result !== undefined;
    const path = join(folder, `${guide}-${file}`);
    await writeFile(path, real(program));
    const env = {
      ...given,
      ...Object.fromEntries(variables.map(([id, name]) => [name, real(id)])),
      PATH: process.env['PATH'] ?? '',
      COBRO_PHP: join(PACKAGE_FOLDER, 'packages', 'php', 'cobro.php'),
      PYTHONPATH: join(PACKAGE_FOLDER, 'packages', 'python', 'src'),
      PYTHONPYCACHEPREFIX: join(folder, 'python'),
    };
    const { stdout } = await run(command, isKept ? ['-c', `bash ${path} 2>&1 >/dev/null | cat`] : [path], {
      env,
      timeout: 60_000,
    });
    programs += 1;
    return { status: 200, text: stdout, json: JSON.parse(stdout), headers: {} };
  };
}
