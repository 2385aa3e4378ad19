// npm run bench:deliveries [-- --rounds 3 --due 1000000 --only deliveries]: the deliveries alone, for a try-out.
import { parseArgs } from 'node:util';
import { print } from '../../src/cli/output.js';
import { OperatorError } from '../../src/operator-error.js';
import { openPlace } from '../place.js';
import { measureBacklog } from './measure-backlog.js';
import { measureDeliveries } from './measure-deliveries.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    due: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'deliveries,backlog' },
  },
});
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
const { signal } = interrupted;
const place = await openPlace();
try {
  const wanted = values.only.split(',');
  if (wanted.includes('deliveries')) show(await measureDeliveries(place, { rounds: Number(values.rounds), signal }));
  if (wanted.includes('backlog')) show(await measureBacklog(place, { due: Number(values.due), signal }));
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
} finally {
  await place.remove();
}

function show(part: Awaited<ReturnType<typeof measureDeliveries>>): void {
  print(`\n${part.heading}: ${part.note}`);
  for (const row of [part.head, ...part.rows]) print(`  ${row.join(' | ')}`);
  for (const { target, wanted, measured, spread, met } of part.verdicts) {
    print(`  ${target}: wanted ${wanted}, measured ${measured} (${spread}): ${met === true ? 'met' : 'NOT MET'}`);
  }
}
