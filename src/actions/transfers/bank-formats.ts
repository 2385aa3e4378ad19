// Formats of banks' files: those that ship, and those that operators have saved over them or beside them. Saving one is an act
// (D81), because whoever says which column is the amount says how much money came.
import type { Deps } from '../../deps.js';
import { type FileMapping, type FileUse, ownMapping } from '../../domain/rails/file-mapping.js';
import type { BankFormat, NamedFormat } from '../../domain/transfers/bank-format.js';
import { type BankLayout, OWN_LAYOUT } from '../../domain/transfers/bank-layout.js';
import { AppError } from '../../errors/errors.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { deleteFormat, findFormat, listFormats, saveFormat } from '../../store/transfers/bank-formats.js';

type FormatDeps = Pick<Deps, 'db' | 'shippedFormats'>;

/** By name. */
export async function allFormats(deps: FormatDeps): Promise<NamedFormat[]> {
  const saved = await listFormats(deps.db);
  const names = new Set(saved.map(({ name }) => name));
  const shipped = (await deps.shippedFormats()).filter(({ name }) => !names.has(name));
  return [...saved, ...shipped].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function requireFormat(deps: FormatDeps, name: string): Promise<NamedFormat> {
  const saved = await findFormat(deps.db, name);
  const found = saved ?? (await deps.shippedFormats()).find((one) => one.name === name);
  if (found === undefined) throw new AppError('unknown_format', { name });
  return found;
}

/** null is Cobro's own CSV of this use. Another mapping says itself what it is of. */
export async function requireMapping(
  deps: FormatDeps,
  { name, use, uses }: { readonly name: string | null; readonly use: FileUse; readonly uses: readonly FileUse[] },
): Promise<FileMapping> {
  if (name === null) return ownMapping(use);
  const { format } = await requireFormat(deps, name);
  if (format.is !== 'mapping' || !uses.includes(format.mapping.use)) throw new AppError('unknown_format', { name });
  return format.mapping;
}

/** null is Cobro's own CSV. */
export async function requireLayout(deps: FormatDeps, name: string | null): Promise<BankLayout> {
  if (name === null) return OWN_LAYOUT;
  const { format } = await requireFormat(deps, name);
  if (format.is !== 'layout') throw new AppError('unknown_format', { name });
  return format.layout;
}

/** null takes it away; one that ships is then as it was shipped. */
export async function setFormat(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { name, format, actor }: { readonly name: string; readonly format: BankFormat | null; readonly actor: string },
): Promise<void> {
  // The desk has its form for new ones under that name.
  if (!/^[a-z0-9-]{1,40}$/.test(name) || name === 'new')
    throw new AppError('invalid_format', {
      problem: 'its name must have up to 40 small letters, digits and -, and not be new',
    });
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (format !== null) await saveFormat(tx, { name, format, by: actor, at });
    else if (!(await deleteFormat(tx, name))) throw new AppError('unknown_format', { name });
    const details = { is: format?.is ?? 'removed', title: titleIn(format) };
    await appendAudit(tx, deps, { at, actor, action: 'format.set', subject: name, details });
  });
}

function titleIn(format: BankFormat | null): string {
  if (format === null) return '';
  return format.is === 'mapping' ? format.mapping.title : format.layout.title;
}
