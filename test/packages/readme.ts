// Follows the README of a client to the letter: runs its samples and looks at what they print, in whatever language.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.js';
import type { TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { startDelivering } from '../webhooks/engines.js';

const run = promisify(execFile);

export type Sample = { readonly kind: string; readonly text: string; readonly title: string };

/** The samples of these kinds, and the chapters that they are in. */
export function samplesOf(readme: string, kinds: readonly string[]): Sample[] {
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(({ 1: kind = '', 2: text = '', index }) => {
    const title =
      readme
        .slice(0, index)
        .match(/^#+ .*$/gm)
        ?.at(-1) ?? '';
    return kinds.includes(kind) ? [{ kind, text, title: title.replace(/^#+ /, '') }] : [];
  });
}

export type SampleProgram = {
  readonly command: string;
  /** What follows the command; a server is told its port. */
  args(port: number): readonly string[];
  readonly file: string;
  readonly text: string;
  readonly env: Readonly<Record<string, string>>;
};

/** A line that prints something ends with a comment of what it prints; an ellipsis stands for anything. */
export async function prints({ command, args, file, text, env }: SampleProgram): Promise<void> {
  await writeFile(file, text);
  const said = [...text.matchAll(/^ *(?:console\.log|print|echo)\b.*(?:[;,] \/\/| {2}#) (.*)$/gm)].map(
    ([, line = '']) => line,
  );
  assert.ok(said.length > 0);
  const { stdout } = await run(command, [...args(0)], { env });
  const pattern = said.map((line) => line.split('…').map(quote).join('.*')).join('\n');
  assert.match(stdout, new RegExp(`^${pattern}\n`));
}

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A receiver refuses what is not signed, and hears of an order that is paid. */
export async function receives(service: TestService, program: SampleProgram): Promise<void> {
  const { command, args, file, text, env } = program;
  await writeFile(file, text);
  const port = await freePort();
  const { key } = service;
  const body = { url: `http://127.0.0.1:${port}/cobro` };
  const { json: endpoint } = await service.call('POST', '/v1/webhooks/stores', { key, body });
  const child = spawn(command, args(port), {
    env: { ...env, PORT: String(port), WEBHOOK_SECRET: endpoint.secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const answers = () =>
    fetch(body.url, { method: 'POST', body: '{}' }).then(
      (reply) => reply.status === 401,
      () => false,
    );
  await until('it refuses what is not signed', answers);
  await until('it says why', () => output.includes('webhook-id is missing'));
  const order = { product: { id: 'SMG-README', name: 'Funda', price: 150 }, payment: {} };
  const customer = { name: 'Ana Robles', email: 'ana@example.com' };
  const { json: made } = await service.call('POST', '/v2/orders', { key, body: { ...order, customer } });
  await service.call('POST', `/v1/test/orders/${made.id}/payments`, { key, body: { scenario: 'exact' } });
  const engine = startDelivering(service.deps);
  await until('it is paid', () => output.includes('paid SMG-README'));
  await engine.stop();
  child.kill('SIGKILL');
}
