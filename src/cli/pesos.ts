// Parses amounts as operators write them.
import { parseMoney } from '../domain/base/money.js';
import { OperatorError } from '../errors/operator-error.js';

export function readPesos(option: string, text: string): bigint {
  const amount = parseMoney(text);
  if (amount === null) throw new OperatorError(`${option} ${text} must be an amount in pesos, such as 150 or 123.45.`);
  return amount;
}
