// How many processes the service runs in, by the setting, the machine and the connections of the database.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { OperatorError } from '../../errors/operator-error.js';
import type { Settings } from '../../settings/settings.js';

/** Connections that stay free for commands, and for the process that starts the others. */
const SPARE_CONNECTIONS = 10;

export type CountSettings = Pick<Settings, 'processes' | 'databasePool' | 'databaseUrl' | 'databasePooler'>;

/** How many there shall be, and what the operator should know about it. */
export function countProcesses(
  { processes, databasePool: pool, databaseUrl, databasePooler }: CountSettings,
  machine: { readonly cores: number; readonly connections: number },
): { readonly count: number; readonly warning: string | null } {
  const free = machine.connections - SPARE_CONNECTIONS;
  const bearable = databasePooler === 'transaction' ? machine.cores : Math.max(1, Math.floor(free / pool));
  if (processes === 'auto') return { count: Math.min(machine.cores, bearable), warning: null };
  if (databasePooler === 'transaction' || processes === 1 || processes * pool <= free)
    return { count: processes, warning: null };
  const problem =
    `COBRO_PROCESSES=${processes} with COBRO_DATABASE_POOL=${pool} may open ${processes * pool} connections, and the database ` +
    `has ${free} to spare. Set COBRO_DATABASE_POOL to at most ${Math.floor(free / processes)}, or COBRO_PROCESSES to at most ${bearable}.`;
  // Whoever runs the database may be about to give it more connections. The embedded one has what it has.
  if (databaseUrl === null) throw new OperatorError(problem);
  return { count: processes, warning: problem };
}

/** The cores that this process may use. Node.js does not know of a container's share of them. */
export function usableCores(): number {
  const cores = availableParallelism();
  try {
    const [quota, period] = readFileSync('/sys/fs/cgroup/cpu.max', 'utf8').trim().split(' ').map(Number);
    const share = (quota ?? Number.NaN) / (period ?? Number.NaN);
    return Number.isFinite(share) ? Math.max(1, Math.min(cores, Math.floor(share))) : cores;
  } catch {
    return cores; // no Linux, or no limit
  }
}
