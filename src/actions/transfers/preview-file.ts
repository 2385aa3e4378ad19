// Keeps a bank's file as it was understood, so that what somebody looked at is what is taken.
import type { Deps } from '../../deps.js';
import { isUuid } from '../../domain/base/identity.js';
import { AppError } from '../../errors/errors.js';
import { type FilePreview, findPreview, insertPreview } from '../../store/transfers/file-previews.js';
import { digestOfFile } from './import-results.js';

export async function keepPreview(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  given: Omit<FilePreview, 'id' | 'digest' | 'madeAt'>,
): Promise<FilePreview> {
  const madeAt = deps.clock.now();
  const preview = { ...given, id: deps.random.uuid(madeAt), digest: digestOfFile(given.body), madeAt };
  await insertPreview(deps.db, preview);
  return preview;
}

export async function requirePreview(deps: Pick<Deps, 'db'>, id: string): Promise<FilePreview> {
  const preview = isUuid(id) ? await findPreview(deps.db, id) : null;
  if (preview === null) throw new AppError('not_found');
  return preview;
}

/** The file that was looked at, and no other. */
export async function requireSeenFile(
  deps: Pick<Deps, 'db'>,
  { id, digest }: { readonly id: string; readonly digest: string },
): Promise<FilePreview> {
  const preview = await requirePreview(deps, id);
  if (preview.digest !== digest || digestOfFile(preview.body) !== digest) throw new AppError('list_not_kept');
  return preview;
}
