// How an SMS leaves the house. Each gateway is one file; which one is used is a setting (D55).

export type SmsMessage = {
  /** Our id of the message, for the gateway's logs. */
  readonly id: string;
  /** E.164: +525512345678. */
  readonly phone: string;
  readonly text: string;
};

export type SmsGateway = {
  readonly name: string;
  /** Resolves when the gateway has taken the message, with its id there; rejects when it has not. Ends when `signal` does. */
  send(message: SmsMessage, signal: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
};
