// Fetches exchange rates from a source and stores them. A wrong rate is worse than an old one, so a rate that jumps is
// not stored until a person has checked it. A failure never changes the stored rates.

import type { FetchedRate, RateSource } from '../../adapters/rates/rate-source.js';
import type { Deps } from '../../deps.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { rateToNumber } from '../../domain/orders/exchange.js';
import { insertRate, latestRates, type StoredRate } from '../../store/money/rates.js';

type RefreshReport = {
  readonly source: string;
  readonly stored: readonly FetchedRate[];
  /** Rates that are not newer than the stored ones. */
  readonly known: readonly FetchedRate[];
  readonly keptOut: readonly KeptOut[];
  /** Why no rates were fetched; null if some were. */
  readonly failure: string | null;
};

type KeptOut = FetchedRate & { readonly reason: 'jump' | 'future' };

const TIMEOUT_MS = 10_000;

export async function refreshRates(
  deps: Pick<Deps, 'db' | 'clock' | 'log'> & { readonly source: RateSource },
  options: { readonly timeoutMs: number } = { timeoutMs: TIMEOUT_MS },
): Promise<RefreshReport> {
  const { db, log, source } = deps;
  const now = deps.clock.now();
  const fetched = await fetchRates(source, options.timeoutMs);
  if ('failure' in fetched) {
    log.warn({ source: source.name, err: fetched.cause }, 'no exchange rates came; the stored ones stay');
    return { source: source.name, stored: [], known: [], keptOut: [], failure: fetched.failure };
  }
  const before = await latestRates(db);
  const judged = fetched.rates.map((rate) => ({ rate, verdict: judge(rate, before, now) }));
  const having = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).map(({ rate }) => rate);
  const stored = having('new');
  for (const rate of stored) await insertRate(db, { ...rate, source: source.name });
  const keptOut = judged.flatMap(({ rate, verdict }) =>
    verdict === 'jump' || verdict === 'future' ? [{ ...rate, reason: verdict }] : [],
  );
  for (const rate of keptOut) warn(deps, rate, before);
  if (stored.length > 0) log.info({ source: source.name, currencies: currenciesOf(stored) }, 'new exchange rates');
  return { source: source.name, stored, known: having('known'), keptOut, failure: null };
}

type Fetched = { readonly rates: FetchedRate[] } | { readonly failure: string; readonly cause: unknown };

async function fetchRates(source: RateSource, timeoutMs: number): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return { rates: await source.fetch(signal) };
  } catch (cause) {
    if (signal.aborted) return { failure: `${source.name} did not answer within ${timeoutMs} ms.`, cause };
    return { failure: cause instanceof Error ? cause.message : String(cause), cause };
  }
}

type Verdict = 'new' | 'known' | 'jump' | 'future';

function judge(rate: FetchedRate, before: readonly StoredRate[], now: number): Verdict {
  if (rate.takenAt > now + DAY_MS) return 'future';
  const last = newestOf(rate.currency, before);
  // The first rate of a currency has nothing to compare with.
  if (last === undefined) return 'new';
  if (rate.takenAt <= last.takenAt) return 'known';
  const change = rate.millionths - last.millionths;
  // A change of more than a fifth, up or down, is a jump.
  return (change < 0n ? -change : change) * 5n > last.millionths ? 'jump' : 'new';
}

function newestOf(currency: string, rates: readonly StoredRate[]): StoredRate | undefined {
  return rates.find((rate) => rate.currency === currency);
}

function warn(
  deps: Pick<Deps, 'log'> & { readonly source: RateSource },
  rate: KeptOut,
  before: readonly StoredRate[],
): void {
  const last = newestOf(rate.currency, before);
  const fields = {
    source: deps.source.name,
    currency: rate.currency,
    rate: rateToNumber(rate.millionths),
    takenAt: new Date(rate.takenAt).toISOString(),
    ...(last !== undefined && { storedRate: rateToNumber(last.millionths) }),
  };
  if (rate.reason === 'future') deps.log.warn(fields, 'an exchange rate of the future was kept out');
  else
    deps.log.warn(
      fields,
      `an exchange rate jumped by more than 20 % and was kept out; if it is right: cobro rates set ${rate.currency} ${rateToNumber(rate.millionths)}`,
    );
}

function currenciesOf(rates: readonly FetchedRate[]): string {
  return rates.map((rate) => rate.currency).join(' ');
}
