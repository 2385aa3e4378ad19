// Ends backends (PostgreSQL's processes for single connections) that outlive their killed server. A backend in a long
// statement notices only at its end, and until then its shared memory keeps a new server from starting.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { servesCluster } from './processes.js';

/**
 * PostgreSQL puts this name into the title of each of its processes, which every user may read. The working folder
 * would also identify the cluster, but in a container it is hidden even from root.
 */
export function clusterName(name: string, clusterDir: string): string {
  return `${name}-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;
}

/**
 * Ends them, as PostgreSQL itself asks its operator to do ("terminate any old server processes"); crash recovery
 * follows anyway. On a system without /proc it ends nothing, and the caller waits.
 */
export async function endOldBackends(name: string, clusterDir: string): Promise<void> {
  const title = `postgres: ${clusterName(name, clusterDir)}: `;
  const entries = await readdir('/proc').catch(() => []);
  for (const pid of entries.filter((entry) => /^\d+$/.test(entry))) {
    if (!(await hasTitle(pid, title)) || !(await isOrphan(pid, clusterDir))) continue;
    try {
      process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // It has ended meanwhile, or belongs to another user.
    }
  }
}

async function hasTitle(pid: string, title: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.startsWith(title);
}

/** False if its parent still serves the cluster. In that case postmaster.pid was removed while the server runs. */
async function isOrphan(pid: string, clusterDir: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const parent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1];
  return parent !== undefined && !(await servesCluster(Number(parent), clusterDir));
}
