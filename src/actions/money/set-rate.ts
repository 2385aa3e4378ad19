// Sets a live exchange rate by hand (D24), for the operator. As the newest rate, it applies from now on.
import type { Deps } from '../../deps.js';
import type { Currency } from '../../domain/base/money.js';
import { rateToNumber } from '../../domain/orders/exchange.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { insertRate, latestRates, type StoredRate } from '../../store/money/rates.js';

type RateCall = {
  readonly currency: Exclude<Currency, 'MXN'>;
  /** Pesos per unit, in millionths. */
  readonly millionths: bigint;
  readonly actor: string;
  /** Why, for the audit log. The desk asks for it. */
  readonly note?: string;
};

export async function setRate(deps: Pick<Deps, 'db' | 'clock' | 'vault'>, call: RateCall): Promise<StoredRate> {
  const { currency, millionths, actor, note } = call;
  const rate = { currency, millionths, takenAt: deps.clock.now(), source: 'fixed' };
  await deps.db.transaction(async (tx) => {
    const before = (await latestRates(tx)).find((known) => known.currency === currency);
    await insertRate(tx, rate);
    await appendAudit(tx, deps, {
      at: rate.takenAt,
      actor,
      action: 'rate.set',
      subject: currency,
      details: {
        rate_before: before === undefined ? null : rateToNumber(before.millionths),
        rate_after: rateToNumber(millionths),
        ...(note !== undefined && { note }),
      },
    });
  });
  return rate;
}
