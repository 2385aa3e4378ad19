// Lets callers that come at the same time share one piece of work: a question that anybody may ask must not cost a
// query for each who asks.

export function shareRunning<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
