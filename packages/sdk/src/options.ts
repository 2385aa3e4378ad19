// What a client and a call can be told, and the checks that a program should fail at when it starts, not when it sells.

/** An AbortSignal, described by what is needed of it so that no library of types must be there. */
export type Signal = {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** The global fetch fits, and so does one that adds headers or a proxy. */
export type Fetch = (url: string, init: object) => Promise<FetchReply>;

export type FetchReply = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

/** Told after each request, for logs and metrics. */
export type Try = {
  readonly operation: string;
  /** 1 for the first. */
  readonly number: number;
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  readonly requestId: string | null;
  readonly durationMs: number;
  /** When the request is sent again; null when this was the last time. */
  readonly retryInMs: number | null;
};

export type Limits = {
  /** For one try: 20,000 unless given. */
  readonly timeoutMs?: number | undefined;
  /** For a call with all its tries and the pauses between them: 60,000 unless given. */
  readonly totalTimeoutMs?: number | undefined;
  /** How often a request may be sent again: 3 unless given. */
  readonly retries?: number | undefined;
  /** The language of messages for people; Spanish unless given. */
  readonly language?: 'es' | 'en' | undefined;
};

export type CobroOptions = Limits & {
  /** The address of the service. */
  readonly url: string;
  /** Your key: `sk_…` on a server, `pk_…` in a page. */
  readonly key: string;
  /** In place of the global fetch. */
  readonly fetch?: Fetch | undefined;
  /** Called after each request. */
  readonly onTry?: ((one: Try) => void) | undefined;
  /** Lets a private key be used where there is a `document`, as in tests with jsdom. Never in a page. */
  readonly allowPrivateKeyInBrowser?: boolean | undefined;
};

export type CallOptions = Limits & {
  /** The same key and body give the first answer again, for 30 days. Without it every call has its own. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: Signal | undefined;
  /** Another key than the client's: of another account, for example. */
  readonly key?: string | undefined;
};

export type CreateOptions = CallOptions & {
  /** The id of a test clock that the order lives by. */
  readonly testClock?: string | undefined;
};

export type ClientSettings = {
  readonly base: string;
  readonly authorization: string;
  readonly allowPrivateKeyInBrowser: boolean;
  readonly fetch: Fetch;
  readonly limits: Required<{ [Name in 'timeoutMs' | 'totalTimeoutMs' | 'retries']: number }>;
  readonly language: 'es' | 'en' | undefined;
  readonly onTry: (one: Try) => void;
};

export function readOptions(options: CobroOptions): ClientSettings {
  const { key, url, allowPrivateKeyInBrowser = false } = options;
  const authorization = authorizationOf(key, { allowPrivateKeyInBrowser });
  if (!/^https?:\/\/[^/\s]/.test(url ?? '')) {
    throw new TypeError(
      `Cobro: \`url\` must be the address of the service, such as https://pay.example.com; it is ${url}.`,
    );
  }
  return {
    base: withoutEnd(url, '/'),
    authorization,
    allowPrivateKeyInBrowser,
    // Called as a plain function, because browsers refuse a fetch that is the method of another object.
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    limits: limitsOf(options, { timeoutMs: 20_000, totalTimeoutMs: 60_000, retries: 3 }),
    language: options.language,
    onTry: options.onTry ?? (() => {}),
  };
}

/** The header for a key. */
export function authorizationOf(
  key: string,
  { allowPrivateKeyInBrowser }: Pick<ClientSettings, 'allowPrivateKeyInBrowser'>,
): string {
  if (!key) throw new TypeError('Cobro: `key` is missing. Is the environment variable set that holds it?');
  if (!/^[\x21-\x39\x3b-\x7e]+$/.test(key)) throw new TypeError('Cobro: `key` has characters that no key has.');
  if (key.startsWith('sk_') && 'document' in globalThis && !allowPrivateKeyInBrowser) {
    throw new TypeError('Cobro: a private key (sk_…) must never be in a page: anyone can read it. Use the public key.');
  }
  return `Basic ${btoa(`${key}:`)}`;
}

/** The limits of a call: its own, else those of the client. */
export function limitsOf(given: Limits, usual: ClientSettings['limits']): ClientSettings['limits'] {
  const limits = {
    timeoutMs: given.timeoutMs ?? usual.timeoutMs,
    totalTimeoutMs: given.totalTimeoutMs ?? usual.totalTimeoutMs,
    retries: given.retries ?? usual.retries,
  };
  for (const [name, value] of Object.entries(limits)) {
    if (!(value >= 0)) throw new TypeError(`Cobro: \`${name}\` must be a number that is not negative; it is ${value}.`);
  }
  return limits;
}

function withoutEnd(text: string, sign: string): string {
  let length = text.length;
  while (text[length - 1] === sign) length--;
  return text.slice(0, length);
}
