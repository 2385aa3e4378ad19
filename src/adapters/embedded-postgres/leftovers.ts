// Backends that outlive their killed postmaster: one busy with a long statement notices only at its end, and until then
// its shared memory keeps a new server from starting.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { servesCluster } from './processes.js';

/**
 * PostgreSQL puts this name into the title of each of its processes, which every user may read; their working folder,
 * which would tell the cluster too, is hidden even from root in a container.
 */
export function clusterName(clusterDir: string): string {
  return `cobro-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;
}

/**
 * Ends them as PostgreSQL itself asks its operator to ("terminate any old server processes"); crash recovery follows
 * anyway. Where the system has no /proc nothing is ended, and the caller waits.
 */
export async function endLeftovers(clusterDir: string): Promise<void> {
  const names = await readdir('/proc').catch(() => []);
  for (const pid of names.filter((name) => /^\d+$/.test(name))) {
    if (!(await isLeftover(pid, clusterDir))) continue;
    try {
      process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // Gone meanwhile, or not ours to end.
    }
  }
}

/** One whose parent still serves the cluster is no leftover: somebody removed postmaster.pid below a living server. */
async function isLeftover(pid: string, clusterDir: string): Promise<boolean> {
  const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!title.startsWith(`postgres: ${clusterName(clusterDir)}: `)) return false;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const parent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1];
  return parent !== undefined && !(await servesCluster(Number(parent), clusterDir));
}
