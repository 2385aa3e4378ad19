// npm run bench -- --only versions --against FOLDER: compares this version with another checkout on one machine. A change
// that claims to cost nothing must prove it here.
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { startReceiver } from '../deliveries/receiver-process.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { makeDatabase, startCheckout } from './checkout.js';
import { compareSides, judge, rowsOf } from './sides.js';

const LEAST_RATIO = 0.97;

export async function measureVersions(
  place: Place,
  options: PartOptions & { readonly against: string },
): Promise<Part> {
  const receiver = await startReceiver(options.signal);
  try {
    const start = async (name: string, folder: string) => {
      const databaseUrl = await makeDatabase(place.databaseUrl, `versions_${name}`);
      return startCheckout({ ...options, name, folder, workFolder: place.folder, databaseUrl });
    };
    const sides = { ours: await start('this', PACKAGE_FOLDER), theirs: await start('that', options.against) };
    const rounds = await compareSides(sides, { ...options, place, receiver });
    return {
      heading: 'This version against another',
      note:
        `Against the checkout in ${options.against}. CPU is the processor time of service and PostgreSQL for an answer; rates of the ` +
        'same program differ by a twentieth from run to run, processor times by less.',
      head: ['what', 'this, per second', 'that, per second', 'this, CPU µs', 'that, CPU µs'],
      rows: rowsOf(rounds),
      verdicts: judge(rounds, LEAST_RATIO, 'CPU of that against this'),
    };
  } finally {
    await receiver.stop();
  }
}
