// cobro top: one screen of what the service does right now, refreshed, from the metrics of its nodes.
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { createRunningFile } from '../../adapters/running-file.js';
import { withoutEnd } from '../../domain/base/without-end.js';
import { OperatorError } from '../../errors/operator-error.js';
import { loadSettings, type Settings } from '../../settings/settings.js';
import { words } from '../merchant.js';
import { print, printOne } from '../output.js';
import { readSamples } from './metric-samples.js';
import { figuresOf, type Reading, screenOf } from './top-screen.js';

type Options = { url?: string[]; every: number; once?: boolean; json?: boolean };

const TIMEOUT_MS = 5_000;
const CLEAR = '\u001b[H\u001b[2J';

export function topCommand(): Command {
  return new Command('top')
    .option(
      '--url <addresses>',
      'the nodes, separated by commas (default: the service of the data folder, else this machine at PORT)',
      words,
    )
    .option('--every <seconds>', 'how often to look', seconds, 2)
    .option('--once', 'look once, and leave')
    .action(watch);
}

async function watch(options: Options): Promise<void> {
  const settings = loadSettings();
  const running = await createRunningFile(settings.dataDir).read();
  const urls = options.url ?? [running ?? `http://127.0.0.1:${settings.port}`];
  let before = await read(urls, settings);
  for (;;) {
    await sleep(options.every * 1000);
    const now = await read(urls, settings);
    const figures = figuresOf(before, now);
    if (options.json) return printOne(figures, options);
    if (process.stdout.isTTY && !options.once) process.stdout.write(CLEAR);
    print(screenOf(figures));
    if (options.once) return;
    before = now;
  }
}

async function read(urls: readonly string[], { metricsToken }: Settings): Promise<Reading> {
  const texts = await Promise.all(urls.map((url) => fetchMetrics(url, metricsToken)));
  return { at: Date.now(), nodes: urls.length, samples: readSamples(texts) };
}

async function fetchMetrics(url: string, token: string | null): Promise<string> {
  const reply = await fetch(`${withoutEnd(url, '/')}/metrics`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new OperatorError(`${url} does not answer. Is the service running? Name its nodes with --url.`, {
      cause: error,
    });
  });
  if (reply.status === 401 || reply.status === 403)
    throw new OperatorError(
      `${url} refuses to show its metrics (${reply.status}). Set COBRO_METRICS_TOKEN to its token.`,
    );
  if (reply.status !== 200) throw new OperatorError(`${url}/metrics answered ${reply.status}.`);
  return reply.text();
}

function seconds(text: string): number {
  const value = /^\d{1,4}(\.\d)?$/.test(text) ? Number(text) : 0;
  if (value < 0.1) throw new InvalidArgumentError('It must be a number of seconds, 0.1 or more.');
  return value;
}
