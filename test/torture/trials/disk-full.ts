// The disk of the database is full while clients go on: PostgreSQL refuses statements, and may stop altogether when it
// can write its log no more. No order is acknowledged that is not there, and with room again all goes on by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { withSmallDisk } from '../../support/small-disk.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { askDuring } from '../asking.js';
import { openShop } from '../shop.js';
import { type Figure, none, sized, type Trial } from '../trial.js';

const MEGABYTES = 600;
const FULL_MS = 5_000;
const WHAT = 'false acknowledgements with the disk of the database full';

export const diskFull: Trial = async (options) => {
  const rounds = sized(options, { quick: 1, whole: 12 });
  const figures = await withSmallDisk(MEGABYTES, (disk) =>
    withTemporaryPostgres('torture', ({ url }) => fillAgain(url, disk, rounds), {
      parent: disk.folder,
      settings: { shared_buffers: '64MB', max_wal_size: '128MB' },
    }),
  );
  return figures ?? [{ what: WHAT, must: '0', measured: 'not run: only root may mount a small disk', isMet: true }];
};

async function fillAgain(
  url: string,
  disk: { fill(): Promise<void>; empty(): Promise<void> },
  rounds: number,
): Promise<Figure[]> {
  const shop = await openShop(url);
  const asked = await askDuring(url, shop, async (untilWell) => {
    for (let round = 0; round < rounds; round++) {
      await sleep(1_000);
      await disk.fill();
      await sleep(FULL_MS);
      await disk.empty();
      await untilWell();
    }
  });
  const { acknowledged, refused, requests, lost, odd } = asked;
  const unfelt = refused === 0 ? ['nothing was refused, so the disk was never full'] : [];
  const of = `${acknowledged.toLocaleString('en')} acknowledgements, ${rounds} times full`;
  return [
    none(WHAT, [...lost, ...unfelt], of),
    none('answers other than 200 or 503 with a full disk', odd, `${requests.toLocaleString('en')} requests`),
  ];
}
