// What the settings of the server depend on: the memory that this program may use, and the disk of the data folder.
import { readFile, realpath, stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';

export type Facts = {
  readonly memoryBytes: number;
  /** null if the system does not say. */
  readonly freeDiskBytes: number | null;
  /** Whether the disk has to move its head. */
  readonly isDiskRotating: boolean;
};

/** `folder` exists. */
export async function readFacts(folder: string): Promise<Facts> {
  const [freeDiskBytes, isDiskRotating] = await Promise.all([readFreeDisk(folder), isRotating(folder)]);
  return { memoryBytes: usableMemory(totalmem(), process.constrainedMemory()), freeDiskBytes, isDiskRotating };
}

/** In a container the machine's memory says nothing. `limit` is 0 or larger than any machine if there is none. */
export function usableMemory(total: number, limit: number | undefined): number {
  return limit !== undefined && limit > 0 && limit < total ? limit : total;
}

async function readFreeDisk(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Only Linux tells. A virtual disk always claims to rotate, and hardly one does. */
async function isRotating(folder: string): Promise<boolean> {
  try {
    const { dev } = await stat(folder);
    const device = await realpath(`/sys/dev/block/${major(dev)}:${minor(dev)}`);
    if (/\/(virtio|vbd-|xen)/.test(device)) return false;
    const says = (place: string) => readFile(`${place}/queue/rotational`, 'utf8').catch(() => null);
    // A partition has no queue of its own.
    return ((await says(device)) ?? (await says(dirname(device))))?.trim() === '1';
  } catch {
    return false;
  }
}

/** As the macros of the C library take a device number apart. */
const major = (dev: number) => Number((BigInt(dev) >> 8n) & 0xfffn);
const minor = (dev: number) => Number((BigInt(dev) & 0xffn) | ((BigInt(dev) >> 12n) & 0xfff00n));
