// The settings that follow from the machine. The shares are modest, because the program itself and others use it, too.
import type { Facts } from './facts.js';

/** What a caller may set instead. Everything else is the same on every machine, above all what keeps data safe. */
export const TUNABLE = [
  'shared_buffers',
  'effective_cache_size',
  'work_mem',
  'maintenance_work_mem',
  'autovacuum_work_mem',
  'wal_buffers',
  'max_wal_size',
  'random_page_cost',
  'effective_io_concurrency',
  'huge_pages',
  'max_connections',
] as const;

type Tunable = (typeof TUNABLE)[number];

export type Tuned = { readonly [name in Tunable]?: string };

const MB = 2 ** 20;
const GB = 2 ** 30;

export function tunedSettings({
  memoryBytes,
  freeDiskBytes,
  isDiskRotating,
}: Facts): Required<Omit<Tuned, 'max_connections'>> {
  // PostgreSQL's own 128 MB are too little for an index of millions of rows, and above 8 GB the system's cache does as well.
  const buffers = between(128 * MB, memoryBytes / 8, 8 * GB);
  return {
    shared_buffers: inMegabytes(Math.min(buffers, memoryBytes / 4)),
    // Only an estimate for the planner: what is left for files beside the program.
    effective_cache_size: inMegabytes(memoryBytes / 2),
    // Each sort of each connection may use so much.
    work_mem: inMegabytes(between(4 * MB, memoryBytes / 1024, 32 * MB)),
    maintenance_work_mem: inMegabytes(between(32 * MB, memoryBytes / 32, GB)),
    // Three of them may run at a time.
    autovacuum_work_mem: inMegabytes(between(32 * MB, memoryBytes / 128, 256 * MB)),
    wal_buffers: inMegabytes(between(4 * MB, buffers / 32, 64 * MB)),
    // Fewer, longer checkpoints: after each one, the first change of a page writes the whole page to the log again. More
    // would make recovery after a crash last longer than it is waited for.
    max_wal_size: inMegabytes(between(256 * MB, (freeDiskBytes ?? 20 * GB) / 10, 4 * GB)),
    // A page elsewhere costs a disk without a head hardly more than the next one.
    random_page_cost: isDiskRotating ? '4' : '1.1',
    effective_io_concurrency: isDiskRotating ? '2' : '64',
    huge_pages: 'try',
  };
}

const between = (least: number, wanted: number, most: number) => Math.min(most, Math.max(least, wanted));

const inMegabytes = (bytes: number) => `${Math.max(1, Math.floor(bytes / MB))}MB`;
