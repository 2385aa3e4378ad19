// Sets what an invoice of our fees must say of a merchant (D88), with a line in the audit log.
import type { Deps } from '../../deps.js';
import { readTaxProfile, type TaxProfile } from '../../domain/accounts/tax-profile.js';
import { AppError } from '../../errors/errors.js';
import { findTaxProfile, saveTaxProfile } from '../../store/accounts/tax-profile.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { requireAccount } from './require-account.js';

type TaxProfileCall = {
  readonly accountId: string;
  readonly given: Readonly<Record<keyof TaxProfile, string>>;
  readonly actor: string;
};

export async function setTaxProfile(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { accountId, given, actor }: TaxProfileCall,
): Promise<TaxProfile> {
  const { id } = await requireAccount(deps, accountId);
  const data = readTaxProfile(given);
  if ('wrong' in data) throw new AppError('invalid_tax_data', { field: data.wrong });
  return deps.db.transaction(async (tx) => {
    const before = await findTaxProfile(tx, id);
    const at = deps.clock.now();
    await saveTaxProfile(tx, id, data, at);
    await appendAudit(tx, deps, {
      at,
      actor,
      action: 'account.update',
      subject: id,
      details: { tax_data: JSON.stringify(data), before: before === null ? null : JSON.stringify(before) },
    });
    return data;
  });
}
