// npm run attack: another merchant's orders while one attacker is at work, attack by attack. One measurement under attack stands
// between two quiet ones, so that it is compared with the machine of that moment.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { ORDER } from '../load.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { medianSample, type Sample } from '../sample.js';
import type { Verdict } from '../targets.js';
import { atLeast } from '../targets.js';
import { makeDatabase } from '../versions/checkout.js';
import { createWrk } from '../wrk.js';
import { ATTACKS } from './attacks.js';
import { startNameServer } from './name-server.js';
import { startTarget } from './target.js';

const LEAST_RATIO = 0.8;
const MOST_P99_MS = 250;
/** An attack has this long to take hold before it is measured, and to let go afterwards. */
const HOLD_MS = 2_000;

type Pair = { readonly quiet: Sample; readonly attacked: Sample; readonly met: string };

export async function measureAttacks(place: Place, options: PartOptions): Promise<Part> {
  const names = await startNameServer();
  try {
    const target = await startTarget({
      ...options,
      name: 'target',
      folder: PACKAGE_FOLDER,
      workFolder: place.folder,
      databaseUrl: await makeDatabase(place.databaseUrl, 'attack_target'),
      env: names.settings,
    });
    const wrk = await createWrk({
      url: target.url,
      key: target.victim.private,
      paths: ['/v2/orders'],
      body: JSON.stringify(ORDER),
      scriptFile: join(place.folder, 'victim.lua'),
      signal: options.signal,
      mayFail: true,
    });
    await wrk(options.seconds); // warms up
    const measured = new Map<string, Pair[]>();
    for (const { name, prepare } of ATTACKS) {
      const start = await prepare(target);
      const pairs: Pair[] = [];
      let before = await wrk(options.seconds);
      for (let round = 0; round < options.rounds; round++) {
        const attack = await start();
        await sleep(HOLD_MS);
        const attacked = await wrk(options.seconds).finally(() => attack.stop());
        await sleep(HOLD_MS);
        const after = await wrk(options.seconds);
        pairs.push({
          quiet: { ...before, perSecond: (before.perSecond + after.perSecond) / 2 },
          attacked,
          met: [...attack.counts].map(([what, count]) => `${count} x ${what}`).join(', '),
        });
        before = after;
      }
      measured.set(name, pairs);
      options.say(rowOf(name, pairs).join('  '));
    }
    return {
      heading: 'Under attack',
      note: 'One merchant creates SPEI orders over 64 connections while one attacker at another address is at work.',
      head: ['attack', 'quiet, per second', 'attacked', 'p99 ms', 'replies to the attacker'],
      rows: [...measured].map(([name, pairs]) => rowOf(name, pairs)),
      verdicts: [...measured].flatMap(([name, pairs]) => verdictsOf(name, pairs)),
    };
  } finally {
    await names.stop();
  }
}

function rowOf(name: string, pairs: readonly Pair[]): string[] {
  const quiet = medianSample(pairs.map((pair) => pair.quiet));
  const attacked = medianSample(pairs.map((pair) => pair.attacked));
  const perSecond = (rate: number) => Math.round(rate).toLocaleString('en');
  return [
    name,
    perSecond(quiet.perSecond),
    perSecond(attacked.perSecond),
    attacked.p99Ms.toFixed(0),
    pairs.at(-1)?.met ?? '',
  ];
}

function verdictsOf(name: string, pairs: readonly Pair[]): Verdict[] {
  const { p99Ms } = medianSample(pairs.map((pair) => pair.attacked));
  return [
    atLeast(
      `${name}: rate`,
      LEAST_RATIO,
      pairs.map(({ quiet, attacked }) => attacked.perSecond / quiet.perSecond),
    ),
    {
      target: `${name}: p99`,
      wanted: `< ${MOST_P99_MS} ms`,
      measured: `${p99Ms.toFixed(0)} ms`,
      spread: '',
      met: p99Ms < MOST_P99_MS,
    },
  ];
}
