// npm run bench -- --only size --data FOLDER: measures everything that is compared between versions over a large database
// (made by the growth part) and over an empty one, on the same PostgreSQL.
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { startReceiver } from '../deliveries/receiver-process.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { makeDatabase, startCheckout } from '../versions/checkout.js';
import { compareSides, judge, rowsOf } from '../versions/sides.js';
import { openBusiness } from './business.js';
import { switchOffEndpoints } from './switch-off-endpoints.js';

const LEAST_RATIO = 0.9;
/** As many as the large account has. */
const ENDPOINTS = 2;
/** Orders of one account go to places all over its indexes, and only after a while are those in memory. */
const WARM_UPS = 4;

export async function measureSize(place: Place, options: PartOptions): Promise<Part> {
  const { rows, rowsOfOne, database, ...merchant } = await openBusiness(place, options);
  await database.close();
  const receiver = await startReceiver(options.signal);
  try {
    const around = { ...options, folder: PACKAGE_FOLDER, workFolder: place.folder };
    const large = await startCheckout({ ...around, name: 'large', databaseUrl: database.url, merchant });
    const databaseUrl = await makeDatabase(place.databaseUrl, 'size_empty');
    const empty = await startCheckout({ ...around, name: 'empty', databaseUrl });
    for (let number = 1; number <= ENDPOINTS; number++)
      await empty.call('POST', '/v1/webhooks/stores', { url: `${receiver.url}/${number}` });
    for (const side of [large, empty]) await switchOffEndpoints(side);
    const rounds = await compareSides(
      { ours: large, theirs: empty },
      { ...options, place, receiver, warmUps: WARM_UPS },
    );
    return {
      heading: 'Size',
      note:
        `${rows.toLocaleString('en')} orders of 402 accounts, ${rowsOfOne.toLocaleString('en')} of them of the one that asks, with their events, ` +
        'deliveries, payments, postings and notices, against an empty database on the same PostgreSQL. Each account has two endpoints ' +
        'that are switched off, so every order makes two deliveries that are held. CPU is the processor time of service and ' +
        'PostgreSQL for an answer.',
      head: ['what', 'large, per second', 'empty, per second', 'large, CPU µs', 'empty, CPU µs'],
      rows: rowsOf(rounds),
      verdicts: judge(rounds, LEAST_RATIO, 'CPU of the empty one against the large one'),
    };
  } finally {
    await receiver.stop();
  }
}
