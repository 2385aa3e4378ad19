// Amounts as the dashboard writes them: $1,234.50, and −$1,234.50 for money that goes out.
import { formatAmount } from '../../../domain/base/money.js';

export function pesos(amount: bigint): string {
  return amount < 0n ? `−$${formatAmount(-amount)}` : `$${formatAmount(amount)}`;
}
