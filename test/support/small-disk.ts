// A disk of a few hundred megabytes, in memory, that can be full. Only root may mount one.
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type SmallDisk = {
  readonly folder: string;
  /** Writes until nothing more goes in. */
  fill(): Promise<void>;
  empty(): Promise<void>;
};

const run = promisify(execFile);

/** Gives null instead of the result if this user may not mount a disk. */
export async function withSmallDisk<Result>(
  megabytes: number,
  work: (disk: SmallDisk) => Promise<Result>,
): Promise<Result | null> {
  const folder = await mkdtemp(join(tmpdir(), 'cobro-disk-'));
  try {
    const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', folder]).then(
      () => true,
      () => false,
    );
    if (!isMounted) return null;
    const ballast = join(folder, 'ballast');
    try {
      return await work({ folder, fill: () => fill(ballast), empty: () => rm(ballast, { force: true }) });
    } finally {
      await run('umount', ['--lazy', folder]);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'a');
  try {
    for (const size of [2 ** 20, 4_096, 1]) {
      const bytes = Buffer.alloc(size, 1);
      while (await handle.write(bytes).then(({ bytesWritten }) => bytesWritten === size, isFull));
    }
  } finally {
    await handle.close();
  }
}

function isFull(error: NodeJS.ErrnoException): false {
  if (error.code !== 'ENOSPC') throw error;
  return false;
}
