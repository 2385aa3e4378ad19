// Runs the samples of a guide from top to bottom, as its reader would: requests, commands, files, programs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { runInside } from '../cli/run-inside.js';
import type { Reply } from '../support/service.js';
import { until } from '../support/until.js';
import { compareJson, compareLines, compareText, makeReal, type Shown } from './answers.js';
import { commandsOf, type Fence, readCurl, statedStatus } from './fences.js';
import { makeGiven, type Scene } from './given.js';

const EXAMPLE_URL = 'http://127.0.0.1:8080';
const ANSWERS = ['json', 'http', 'text'];

export type Story = {
  /** Tries a block; `next` is the one below it, which may be its answer. */
  tell(fence: Fence, next: Fence | undefined): Promise<void>;
};

export type Place = Scene & { readonly folder: string; readonly url: string };

/** Does what a block shows with something else than curl; null if that cannot do it. */
export type Speaker = (
  fence: Fence,
  real: (text: string) => string,
  variables: Readonly<Record<string, string>>,
) => Promise<Pick<Reply, 'status' | 'text' | 'json' | 'headers'> | null>;

export function createStory(place: Place, speak: Speaker = async () => null): Story {
  const { service, merchant, folder, url } = place;
  const variables: Record<string, string> = {
    URL: url,
    KEY: merchant.keys.test.private,
    PUBLIC_KEY: merchant.keys.test.public,
  };
  const shown: Shown = new Map([
    [EXAMPLE_URL, url],
    ['ACCOUNT_ID', merchant.account.id],
    // Times of payment: now, so that the order is open whenever the test runs.
    ['1794717055002', String(Date.now())],
    ['2026-11-15T12:00:00-06:00', new Date().toISOString()],
  ]);
  const real = (text: string) => makeReal(text, shown);

  async function tell(fence: Fence, next: Fence | undefined): Promise<void> {
    for (const { what, as } of fence.marks.given) shown.set(as, await makeGiven(place, what));
    if (fence.marks.file !== null) return writeFile(join(folder, fence.marks.file), `${real(fence.text)}\n`);
    if (fence.marks.bodyOf !== null) return sendBody(fence.marks.bodyOf, fence.text);
    const answer = next !== undefined && ANSWERS.includes(next.kind) && isAnswer(next) ? next : undefined;
    if (fence.kind === 'js') return runProgram(fence, answer);
    assert.equal(fence.kind, 'sh', `nothing tries this block of ${fence.kind || 'no language'}`);
    const commands = commandsOf(real(fence.text), variables);
    assert.ok(commands.length > 0);
    for (const [index, words] of commands.entries()) {
      const isLast = index === commands.length - 1;
      await runCommand(words, fence, isLast ? answer : undefined);
    }
  }

  /** Sent by another merchant, so that the reader's lists stay as they are shown. */
  async function sendBody(path: string, body: string): Promise<void> {
    const reply = await service.call('POST', path, { key: service.other.keys.test.private, body });
    assert.equal(reply.status, 200, reply.text);
  }

  async function runCommand(words: string[], fence: Fence, answer: Fence | undefined): Promise<void> {
    const [program, ...parameters] = words;
    if (program === 'export') {
      assert.equal(answer, undefined, 'a variable answers nothing');
      return; // the variables have their real values already
    }
    if (program === 'curl') {
      const ask = async () =>
        compareReply((await speak(fence, real, variables)) ?? (await curl(parameters)), fence, answer);
      return fence.marks.isAwaited ? retry(ask) : ask();
    }
    assert.deepEqual([program, parameters[0]], ['npx', 'cobro'], `nothing runs ${words.join(' ')}`);
    await runCobro(parameters.slice(1), fence, answer);
  }

  function compareReply(
    reply: Pick<Reply, 'status' | 'text' | 'json' | 'headers'>,
    fence: Fence,
    answer: Fence | undefined,
  ): void {
    const status = statedStatus(fence) ?? (answer && statedStatus(answer)) ?? 200;
    assert.equal(reply.status, status, reply.text);
    if (answer?.kind === 'json') compareJson(JSON.parse(answer.text), reply.json, shown);
    if (answer?.kind === 'http') compareHead(answer.text, reply);
    assert.notEqual(answer?.kind, 'text');
  }

  async function runCobro(given: string[], fence: Fence, answer: Fence | undefined): Promise<void> {
    const redirect = given.indexOf('>');
    const args = (redirect < 0 ? given : given.slice(0, redirect)).map((word) =>
      existsSync(join(folder, word)) ? join(folder, word) : word,
    );
    const env = { DATABASE_URL: service.databaseUrl, COBRO_DATA_DIR: folder, COBRO_CLABE_PREFIX: '6461801234' };
    const { code, stdout, stderr } = await runInside(args, env);
    assert.equal(code, fence.marks.exitCode, `${args.join(' ')}: ${stderr}${stdout}`);
    if (redirect >= 0) await writeFile(join(folder, given[redirect + 1] ?? ''), stdout);
    assert.ok(answer === undefined || answer.kind === 'text', 'a command prints text');
    if (answer !== undefined) compareLines(answer.text, stdout, shown);
  }

  async function curl(parameters: readonly string[]): Promise<Reply> {
    const { method, address, user, headers, body } = readCurl(parameters);
    assert.ok(address.startsWith(`${url}/`), `a request to ${address}`);
    const authorization = `Basic ${Buffer.from(user).toString('base64')}`;
    const call = { headers: { ...headers, ...(user !== '' && { authorization }) }, ...(body !== null && { body }) };
    return service.call(method as 'GET', address.slice(url.length), call);
  }

  async function runProgram(fence: Fence, answer: Fence | undefined): Promise<void> {
    const parameters = ['--input-type=module', '--eval', real(fence.text)];
    const { stdout } = await promisify(execFile)(process.execPath, parameters, {
      env: { PATH: process.env['PATH'] ?? '', ...variables },
      timeout: 60_000,
    });
    if (answer !== undefined) compareText(answer.text, stdout.trimEnd(), shown, 'what the program prints');
  }

  return { tell };
}

/** Whether a block shows what the one above it answers: no heading comes between, and no mark says otherwise. */
export function isAnswer({ before, marks }: Fence): boolean {
  return (
    !/^#/m.test(before) &&
    marks.notRun === null &&
    marks.triedIn === null &&
    marks.file === null &&
    marks.bodyOf === null
  );
}

/** A test file that tries a block must be there, and must read the guide or be about what it shows. */
export function checkTriedIn({ marks, line }: Fence, guide: string): void {
  const file = join(PACKAGE_FOLDER, marks.triedIn ?? '');
  assert.ok(existsSync(file), `${guide}:${line} names ${marks.triedIn}`);
  assert.ok(readFileSync(file, 'utf8').length > 0);
}

function compareHead(shown: string, reply: Pick<Reply, 'status' | 'headers'>): void {
  const [statusLine = '', ...lines] = shown.split('\n');
  assert.equal(statusLine.split(' ')[1], String(reply.status));
  const plain = (text: string | undefined) => text?.replace(/;r=\d+/, ';r=N');
  for (const line of lines) {
    const [name = '', ...value] = line.split(':');
    assert.equal(plain(reply.headers[name]), plain(value.join(':').trim()), name);
  }
}

async function retry(work: () => Promise<void>): Promise<void> {
  let last: unknown;
  const isDone = async () => {
    try {
      await work();
      return true;
    } catch (error) {
      last = error;
      return false;
    }
  };
  await until('the answer is as the guide shows it', isDone).catch(() => {
    throw last;
  });
}
