// Splits an amount into the payments that a till takes one by one (D57). They add up to the amount exactly.
import type { Language } from '../base/language.js';
import { formatAmount } from '../base/money.js';

/** No till takes a payment of a few centavos, so the last part is never smaller than this if it can be helped. */
const SMALLEST_PART = 1_000n;

/** All parts are as large as the till allows, but for the last, or the last two if the rest would be very small. */
export function splitPayment(amount: bigint, tillLimit: bigint): readonly bigint[] {
  if (tillLimit <= 0n || amount <= tillLimit) return [amount];
  const parts: bigint[] = [];
  for (let left = amount; left > 0n; ) {
    const rest = left - tillLimit;
    const isTooSmall = rest > 0n && rest < SMALLEST_PART && tillLimit >= 2n * SMALLEST_PART;
    const part = rest <= 0n ? left : isTooSmall ? left - SMALLEST_PART : tillLimit;
    parts.push(part);
    left -= part;
  }
  return parts;
}

/** "$5,000.00 MXN y después $3,750.00 MXN"; equal parts in a row are counted: "3 × $5,000.00 MXN". */
export function describeParts(parts: readonly bigint[], language: Language): string {
  const groups: { part: bigint; times: number }[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last?.part === part) last.times++;
    else groups.push({ part, times: 1 });
  }
  return groups
    .map(({ part, times }) => `${times > 1 ? `${times} × ` : ''}$${formatAmount(part)} MXN`)
    .join(language === 'en' ? ' and then ' : ' y después ');
}
