// A failure whose message is written for the person at the terminal: it says what is wrong and what to do, and is
// printed without a stack. Never sent to a merchant.

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
