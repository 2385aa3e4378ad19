// The interface of SMS gateways. Each gateway is one file; a setting chooses the gateway (D55).

export type SmsMessage = {
  /** Our id of the message, for the gateway's logs. */
  readonly id: string;
  /** E.164: +525512345678. */
  readonly phone: string;
  readonly text: string;
};

export type SmsGateway = {
  readonly name: string;
  /**
   * Resolves with the gateway's id of the message once the gateway accepts it, otherwise rejects. Stops with `signal`.
   */
  send(message: SmsMessage, signal: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
};
