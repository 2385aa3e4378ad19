// The next version of the program: a copy of this one with one more migration, which changes the busiest table.
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../src/paths.js';

const ADDED = 'note_of_the_next_version';
const MIGRATION = `-- Step by step
-- What the next version of the test wants to know of an order.
alter table orders add column if not exists ${ADDED} text;
alter table orders alter column ${ADDED} set default 'new';
create index concurrently if not exists orders_${ADDED} on orders (account_id, livemode, ${ADDED});
`;

/** Writes it into the folder, which must be empty. Returns the name of the column that its migration adds. */
export async function writeNextVersion(folder: string): Promise<string> {
  const here = (...parts: string[]) => join(PACKAGE_FOLDER, ...parts);
  // Modules are found by where they really are, so links would lead to this version.
  await mkdir(join(folder, 'dist'));
  await cp(here('dist', 'run'), join(folder, 'dist', 'run'), { recursive: true });
  await cp(here('migrations'), join(folder, 'migrations'), { recursive: true });
  await cp(here('package.json'), join(folder, 'package.json'));
  for (const name of ['node_modules', 'catalogue', 'docs', 'deploy', 'examples', '.env.example'])
    await symlink(here(name), join(folder, name));
  for (const name of ['assets', 'site', 'openapi.json']) await symlink(here('dist', name), join(folder, 'dist', name));
  const last = (await readdir(join(folder, 'migrations'))).sort().at(-1) ?? '0000';
  const number = String(Number(last.slice(0, 4)) + 1).padStart(4, '0');
  await writeFile(join(folder, 'migrations', `${number}_next_version.sql`), MIGRATION);
  return ADDED;
}
