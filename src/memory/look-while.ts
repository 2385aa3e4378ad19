// Looks for news every so often while somebody waits for them, and rests otherwise.

type Looking = {
  readonly everyMs: number;
  isWaitedFor(): boolean;
  /** Must not fail. The next look begins when this one has ended. */
  look(): Promise<void>;
};

/** Returns what whoever begins to wait calls. */
export function lookWhile({ everyMs, isWaitedFor, look }: Looking): () => void {
  let isLooking = false;
  return function lookSoon(): void {
    if (isLooking) return;
    isLooking = true;
    setTimeout(() => {
      void look().finally(() => {
        isLooking = false;
        if (isWaitedFor()) lookSoon();
      });
    }, everyMs).unref();
  };
}
