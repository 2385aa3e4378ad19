// Sets what a merchant pays for one method (D23), for the operator. New orders use it within two seconds.
import type { Deps } from '../../deps.js';
import type { FeeSchedule, Method } from '../../domain/accounts/fee.js';
import { toDecimal } from '../../domain/base/money.js';
import { leastAmount, takesEverything } from '../../domain/orders/least-amount.js';
import { invalidRequest } from '../../errors/errors.js';
import { listFees, setFee as storeFee } from '../../store/accounts/accounts.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { requireAccount } from './require-account.js';

type FeeCall = {
  readonly accountId: string;
  readonly method: Method;
  readonly schedule: FeeSchedule;
  readonly actor: string;
};

const WHOLE_AMOUNT = 10_000n; // basis points: a fee cannot exceed the whole amount

export async function setFee(deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'vault'>, call: FeeCall): Promise<void> {
  const { method, schedule, actor } = call;
  const { id } = await requireAccount(deps, call.accountId);
  if (schedule.basisPoints > WHOLE_AMOUNT)
    throw invalidRequest({ param: 'percent', error: 'too_large', details: { max: 100 } });
  requireBearable(deps, schedule);
  await deps.db.transaction(async (tx) => {
    const before = (await listFees(tx, id))[method];
    await storeFee(tx, id, method, schedule);
    await appendAudit(tx, deps, {
      actor,
      action: 'fee.set',
      subject: id,
      details: {
        method,
        percent_before: before === undefined ? 'default' : toDecimal(before.basisPoints),
        fixed_before: before === undefined ? 'default' : toDecimal(before.fixed),
        percent: toDecimal(schedule.basisPoints),
        fixed: toDecimal(schedule.fixed),
      },
    });
  });
}

/** Some order must be able to bear the fee, or the merchant could create none (D63). */
function requireBearable({ settings }: Pick<Deps, 'settings'>, schedule: FeeSchedule): void {
  const { ivaBasisPoints, minimumAmount: minimum } = settings;
  if (takesEverything(schedule, ivaBasisPoints)) throw invalidRequest({ param: 'percent', error: 'fee_too_high' });
  if (leastAmount({ schedule, ivaBasisPoints, minimum }) === null)
    throw invalidRequest({ param: 'fixed', error: 'fee_too_high' });
}
