// The processor time that processes have used, from /proc. Unlike a rate it hardly depends on what else the machine does.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../src/store/db.js';
import { sql } from '../src/store/sql.js';

/** A counter of seconds of processor time. Not a number where the system has no /proc. */
export type CpuCounter = () => Promise<number>;

/** The clock ticks of /proc, which are the same on every Linux. */
const TICKS_A_SECOND = 100;

export async function cpuSecondsOf(pid: number | undefined): Promise<number> {
  return (await ticksOf(pid, ['user', 'system'])) / TICKS_A_SECOND;
}

/** All processes of a PostgreSQL: those that run, and those that have ended. */
export async function createPostgresCpu(db: Db): Promise<CpuCounter> {
  const [row] = await db.query<{ folder: string }>(sql`select current_setting('data_directory') as folder`);
  const file = await readFile(join(row?.folder ?? '', 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number.parseInt(file, 10);
  return async () => {
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '');
    const running = children.trim().split(' ').filter(Boolean).map(Number);
    const ticks = await Promise.all(running.map((pid) => ticksOf(pid, ['user', 'system'])));
    const own = await ticksOf(postmaster, ['user', 'system', 'childrenUser', 'childrenSystem']);
    // One that has ended since it was listed is among the children of the postmaster.
    return ticks.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : one), own) / TICKS_A_SECOND;
  };
}

const FIELDS = { user: 11, system: 12, childrenUser: 13, childrenSystem: 14 } as const;

async function ticksOf(pid: number | undefined, fields: readonly (keyof typeof FIELDS)[]): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat === '') return Number.NaN;
  // The name of the program stands in parentheses and may have spaces.
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.reduce((sum, field) => sum + Number(values[FIELDS[field]]), 0);
}
