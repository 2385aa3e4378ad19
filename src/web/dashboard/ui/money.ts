// How pages write amounts: "$1,234.50". Everything in the books is in pesos.
import { formatAmount } from '../../../domain/money.js';

export function pesos(amount: bigint): string {
  return amount < 0n ? `-$${formatAmount(-amount)}` : `$${formatAmount(amount)}`;
}
