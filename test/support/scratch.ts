// Where a run of the tests keeps its files: in memory where the machine has enough of it. Hundreds of databases are made
// and dropped, and on many disks it takes seconds to delete the thousand files of one.
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A whole run needs less than one gigabyte at any moment. */
const ENOUGH_BYTES = 6 * 2 ** 30;

/** A new folder, which the caller removes. TMPDIR decides, if somebody has set it. */
export async function makeScratch(): Promise<string> {
  const parent = process.env['TMPDIR'] === undefined && (await hasRoomInMemory()) ? MEMORY : tmpdir();
  const folder = await mkdtemp(join(parent, 'cobro-test-'));
  await chmod(folder, 0o1777); // as that of every temporary folder: as root some programs run under another user
  return folder;
}

async function hasRoomInMemory(): Promise<boolean> {
  if (!existsSync(MEMORY) || freemem() < ENOUGH_BYTES) return false;
  const { bavail, bsize } = await statfs(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES && !isWithoutPrograms();
}

/** Some tests start programs that they have copied. */
function isWithoutPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , , options = 'noexec'] = mounts.find((line) => line.split(' ')[1] === MEMORY)?.split(' ') ?? [];
  return options.split(',').includes('noexec');
}
