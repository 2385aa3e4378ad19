// The other processes of the same service on this machine (COBRO_PROCESSES). They reach each other through the process
// that started them all; here is what they tell each other, and this process's end of it.

/** What prom-client calls a metric as JSON. */
export type MetricValues = readonly {
  readonly name: string;
  readonly help: string;
  readonly type: unknown;
  readonly aggregator: string;
  readonly values: readonly object[];
}[];

/** By limit, and by the name of a bucket: how many tokens were taken. */
export type Taken = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What the process that starts the others tells one of them. */
export type ToProcess =
  | { readonly kind: 'begin'; readonly begin: Begin }
  | { readonly kind: 'stop'; readonly manner: 'drained' | 'at-once' }
  | { readonly kind: 'taken'; readonly taken: Taken }
  | { readonly kind: 'tell-values'; readonly id: number }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string };

/** What one of them tells it. */
export type FromProcess =
  /** It listens to what it is told. */
  | { readonly kind: 'here' }
  | { readonly kind: 'ready'; readonly ready: Ready }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'taken'; readonly taken: Taken }
  | { readonly kind: 'values'; readonly id: number; readonly values: MetricValues }
  | { readonly kind: 'sum-metrics'; readonly id: number; readonly values: MetricValues };

/** What the terminal is told of a service that is ready. */
export type Ready = {
  readonly url: string;
  readonly demo: { readonly accountId: string; readonly publicKey: string; readonly privateKey: string } | null;
  readonly signIn: { readonly merchant: string | null; readonly operator: string | null } | null;
};

export type Begin = {
  /** Which of the processes this is, from 1. Whoever takes the place of one that died has its number. */
  readonly number: number;
  readonly count: number;
  /** Whether it does what a start does once: secrets that are not encrypted yet, and the demo. */
  readonly isFirst: boolean;
  /** Where the embedded database runs; null with a database of the operator's own. */
  readonly databaseUrl: string | null;
  readonly port: number;
};

export type Siblings = Pick<Begin, 'number' | 'count' | 'isFirst'> & {
  /**
   * Lets the processes share the buckets of a limit. Returns how to tell the others what was taken here (what was given
   * back is less than 0), and calls `onTaken` with what they took.
   */
  shareLimit(limit: string, onTaken: TakenHere): TakenHere | null;
  /** How the others learn the metrics of this process. */
  answerValues(read: () => Promise<MetricValues>): void;
  /** The metrics of all processes as one text; null if there is only this one. */
  sumMetrics(own: MetricValues): Promise<string | null>;
};

type TakenHere = (name: string, tokens: number) => void;

export const ALONE: Siblings = {
  number: 1,
  count: 1,
  isFirst: true,
  shareLimit: () => null,
  answerValues: () => undefined,
  sumMetrics: async () => null,
};

/**
 * How often the others are told of tokens. In this time somebody with a connection to each process may take a bucket of
 * each; what is too much is taken from what comes later, so it never becomes a rate.
 */
const TELL_EVERY_MS = 25;
const SUM_TIMEOUT_MS = 5_000;

/** The wire to the process that started this one. */
export type Wire = {
  send(message: FromProcess): void;
  onMessage(listener: (message: ToProcess) => void): void;
};

export function createSiblings({ number, count, isFirst }: Begin, wire: Wire): Siblings {
  const listeners = new Map<string, TakenHere>();
  const sums = new Map<number, (text: string) => void>();
  let taken = new Map<string, Map<string, number>>();
  let read = async (): Promise<MetricValues> => [];
  let lastId = 0;

  const tell = () => {
    wire.send({ kind: 'taken', taken });
    taken = new Map();
  };
  wire.onMessage((message) => {
    if (message.kind === 'taken') {
      for (const [limit, names] of message.taken)
        for (const [name, tokens] of names) listeners.get(limit)?.(name, tokens);
    } else if (message.kind === 'tell-values') {
      void read().then((values) => wire.send({ kind: 'values', id: message.id, values }));
    } else if (message.kind === 'metrics') {
      sums.get(message.id)?.(message.text);
    }
  });

  return {
    number,
    count,
    isFirst,
    shareLimit(limit, onTaken) {
      listeners.set(limit, onTaken);
      return (name, tokens) => {
        if (taken.size === 0) setTimeout(tell, TELL_EVERY_MS).unref();
        let names = taken.get(limit);
        if (names === undefined) {
          names = new Map();
          taken.set(limit, names);
        }
        names.set(name, (names.get(name) ?? 0) + tokens);
      };
    },
    answerValues(reader) {
      read = reader;
    },
    async sumMetrics(values) {
      const id = ++lastId;
      const text = await new Promise<string>((resolve, reject) => {
        sums.set(id, resolve);
        setTimeout(() => reject(new Error('the metrics were not summed in time')), SUM_TIMEOUT_MS).unref();
        wire.send({ kind: 'sum-metrics', id, values });
      }).finally(() => sums.delete(id));
      return text;
    },
  };
}
