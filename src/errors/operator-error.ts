// A failure whose message is for the person at the terminal. It says what is wrong and what to do, and is printed
// without a stack. It must never be sent to a merchant.

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
