// Measures one process against two on one port (COBRO_PROCESSES), and both ways in which Node.js spreads connections over
// them. Client, service and PostgreSQL share the machine, so the figure says what the second process brings here.
import { compareServers } from '../compare-servers.js';
import { CONNECTIONS } from '../load.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';

const WAYS = {
  one: { title: 'one process', env: { COBRO_PROCESSES: '1' } },
  two: { title: 'two processes', env: { COBRO_PROCESSES: '2' } },
  unspread: {
    title: 'two processes, spread by the kernel',
    env: { COBRO_PROCESSES: '2', NODE_CLUSTER_SCHED_POLICY: 'none' },
  },
} as const;

export async function measureProcesses(place: Place, options: PartOptions): Promise<Part> {
  const { head, rows, ratio } = await compareServers(place, options, WAYS);
  return {
    heading: 'Processes',
    note:
      `${CONNECTIONS} connections. Client, service and PostgreSQL share all cores, so a second process can use only what the ` +
      'others leave; on a machine with cores to spare it brings more.',
    head,
    rows,
    verdicts: [
      ratio('creates, two against one', 'creates', ['two', 'one'], 1),
      ratio('reads, two against one', 'reads', ['two', 'one'], 1),
      ratio('creates, in turn against spread by the kernel', 'creates', ['two', 'unspread'], 1),
      ratio('reads, in turn against spread by the kernel', 'reads', ['two', 'unspread'], 1),
    ],
  };
}
