// A failure whose message is for the person at the terminal. It says what is wrong and what to do, and is printed
// without a stack. It must never be sent to a merchant.

export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  /** What the process ends with. */
  readonly exitCode: number = 1;
}

/** Settings that a second start would not make right: 78 is EX_CONFIG, and systemd does not try again (D98). */
export class SettingsError extends OperatorError {
  override readonly name = 'SettingsError';
  override readonly exitCode = 78;
}
