// How much of a process each merchant has in hand, so that no merchant's receivers take it all, however many endpoints
// it has and whether they answer sometimes, late or never.

type Share = { lanes: number; busy: number; hanging: number };

/** Up to this part of the concurrency anybody may start; the rest is for merchants that have less than an equal share. */
const OPEN_PART = 0.75;
/** How many attempts of one merchant may hang, as a multiple of the concurrency. All together may be eight times it. */
const MOST_HANGING = 2;

export class Shares {
  readonly #concurrency: number;
  readonly #shares = new Map<string, Share>();

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** `busyInAll`: how many attempts of all merchants are under way and do not hang. */
  mayBegin(account: string, busyInAll: number): boolean {
    if (this.isFull(account)) return false;
    const equalShare = this.#concurrency / Math.max(1, this.#shares.size);
    return (this.#shares.get(account)?.busy ?? 0) < equalShare || busyInAll < this.#concurrency * OPEN_PART;
  }

  /** Whether so many attempts of this merchant hang that it gets no more until some of them end. */
  isFull(account: string): boolean {
    return (this.#shares.get(account)?.hanging ?? 0) >= this.#concurrency * MOST_HANGING;
  }

  addLane(account: string): void {
    this.#change(account, { lanes: 1 });
  }

  removeLane(account: string): void {
    this.#change(account, { lanes: -1 });
  }

  begin(account: string): void {
    this.#change(account, { busy: 1 });
  }

  hang(account: string): void {
    this.#change(account, { busy: -1, hanging: 1 });
  }

  end(account: string, state: 'busy' | 'hanging'): void {
    this.#change(account, { [state]: -1 });
  }

  #change(account: string, by: Partial<Share>): void {
    const share = this.#shares.get(account) ?? { lanes: 0, busy: 0, hanging: 0 };
    share.lanes += by.lanes ?? 0;
    share.busy += by.busy ?? 0;
    share.hanging += by.hanging ?? 0;
    if (share.lanes + share.busy + share.hanging === 0) this.#shares.delete(account);
    else this.#shares.set(account, share);
  }
}
