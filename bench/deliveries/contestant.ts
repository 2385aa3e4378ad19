// Who takes part: delivers a number of jobs to the receiver, and says how many a second that were.

export type Contestant = {
  readonly name: string;
  /** From the first POST that arrives to the last job that its store has as done. */
  deliver(jobs: number): Promise<{ perSecond: number }>;
};

/** In flight at most: the service's own setting when none is given. */
export const CONCURRENCY = 256;
/** An endpoint has at most 32 webhooks in flight, so that many endpoints make the whole concurrency. */
export const ENDPOINTS = 8;
