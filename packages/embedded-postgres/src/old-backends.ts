// Backends (PostgreSQL's processes for single connections) that outlive their killed server: one that is busy with a long
// statement notices only at its end, and until then its shared memory keeps a new server from starting.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { servesCluster } from './processes.js';

/**
 * PostgreSQL puts this name into the title of each of its processes, which every user may read. Their working folder
 * would tell the cluster too, but in a container it is hidden even from root.
 */
export function clusterName(name: string, clusterDir: string): string {
  return `${name}-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;
}

/**
 * Ends them as PostgreSQL itself asks its operator to ("terminate any old server processes"); crash recovery follows
 * anyway. Where the system has no /proc, nothing is ended and the caller waits.
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

/** Not when its parent still serves the cluster: then postmaster.pid was removed while the server runs. */
async function isOrphan(pid: string, clusterDir: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const parent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1];
  return parent !== undefined && !(await servesCluster(Number(parent), clusterDir));
}
