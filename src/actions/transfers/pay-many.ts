// Pays out to several merchants at once, each to the account that they named: all of them or none (D81, D85).
import type { Deps } from '../../deps.js';
import { isLive } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import { type ActOf, amountOf, type Foreseen, type Part } from '../../domain/people/act.js';
import { invalidRequest } from '../../errors/errors.js';
import { findAccountNames } from '../../store/accounts/account-names.js';
import { within } from '../../store/db.js';
import { createPayout, type MadePayout, ownAccount, type PayoutDeps } from './create-payout.js';

/** Who has named no account is refused. */
export async function foreseeMany(deps: Pick<Deps, 'db' | 'clock'>, act: ActOf<'payout.many'>): Promise<Foreseen> {
  const { mode, payouts } = act;
  const ids = payouts.map(({ accountId }) => accountId);
  const names = await findAccountNames(deps.db, ids);
  const parts: Part[] = [];
  const lines: string[] = [];
  for (const { accountId, amount: digits } of payouts) {
    const own = await ownAccount(deps.db, { accountId, mode }, deps.clock.now());
    if (own === null) throw invalidRequest({ param: 'payouts', error: 'required' });
    const amount = BigInt(digits);
    parts.push({ accountId, destination: own.clabe, amount });
    lines.push(`${names.get(accountId) ?? accountId} ${toDecimal(amount)} ${own.clabe} ${own.holder}`);
  }
  const amount = toDecimal(amountOf({ parts }));
  return {
    isLive: isLive(mode),
    parts,
    facts: { mode, lines: String(lines.length), amount, details: lines.join('\n') },
  };
}

export function payMany(deps: PayoutDeps, act: ActOf<'payout.many'>, actor: string): Promise<MadePayout[]> {
  return deps.db.transaction(async (tx) => {
    const inside = { ...deps, db: within(deps.db, tx) };
    const made: MadePayout[] = [];
    for (const { accountId, amount } of act.payouts) {
      const call = { scope: { accountId, mode: act.mode }, amount: BigInt(amount), note: act.note, actor };
      made.push(await createPayout(inside, { ...call, key: `${act.key} ${accountId}` }));
    }
    return made;
  });
}
