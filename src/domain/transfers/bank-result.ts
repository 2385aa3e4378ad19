// What a bank says about a transfer that it was told to send (D75).

export type BankStatus = 'sent' | 'confirmed' | 'bounced';

export type BankResult = {
  /** In the file, for messages. */
  readonly line: number;
  /** Its id, or a text in which its concept stands. */
  readonly transferId: string;
  readonly status: BankStatus;
  readonly trackingKey: string | null;
  readonly note: string | null;
  /** What the bank says that it paid, in centavos, and to whom; null where it does not say. */
  readonly amount: string | null;
  readonly clabe: string | null;
};

/** What a file of results says, with the amounts of our own records, in centavos. */
export type ResultsSummary = {
  readonly states: { readonly [Status in BankStatus]?: { readonly count: number; readonly sum: string } };
  /** Of all its transfers, each once. */
  readonly sum: string;
  /** How many lines are of no transfer that we know. */
  readonly unknown: number;
  readonly first: readonly BankResult[];
};
