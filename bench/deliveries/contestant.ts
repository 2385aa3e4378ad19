// A contestant delivers a number of jobs to the receiver and returns its rate per second.

export type Delivered = {
  readonly perSecond: number;
  /** Processor time for each delivery: of the process that delivers, and of PostgreSQL. */
  readonly ownMicros: number;
  readonly postgresMicros: number;
};

export type Contestant = {
  readonly name: string;
  /** Measured from the first POST that arrives until the store has recorded the last job as done. */
  deliver(jobs: number): Promise<Delivered>;
};

/** The maximum in flight: the service's default setting. */
export const CONCURRENCY = 256;
/** An endpoint has at most 32 webhooks in flight, so this many endpoints use the whole concurrency. */
export const ENDPOINTS = 8;
