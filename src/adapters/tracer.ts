// Sends traces to an OpenTelemetry collector over OTLP/HTTP as JSON, in batches. It never delays a request: what the
// collector does not take in time is dropped and counted in the log.
import { randomBytes } from 'node:crypto';
import { isSampled, readTraceParent, type Sampling } from '../domain/base/trace-context.js';
import type { Log } from '../log.js';

type TracerOptions = Sampling & {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly serviceName: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly version: string;
};

export type Span = {
  readonly name: string;
  /** `server`: a request to us. `client`: one of ours to somebody else. */
  readonly kind: 'server' | 'client';
  /** When it ended, in epoch milliseconds, and how long it took. */
  readonly endedAt: number;
  readonly ms: number;
  readonly isFailed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** The header `traceparent` of the request, if there was one. */
  readonly parent?: string | string[] | undefined;
};

export type Tracer = {
  note(span: Span): void;
  /** Sends what is left. */
  close(): Promise<void>;
};

const BATCH = 512;
const QUEUE = 2_048;
const EVERY_MS = 5_000;
const KINDS = { server: 2, client: 3 } as const;
const FAILED = { code: 2 };

export function createTracer(options: TracerOptions, log: Log): Tracer {
  let queue: object[] = [];
  let dropped = 0;
  let sending: Promise<void> | null = null;
  const resource = resourceOf(options);
  const send = async () => {
    while (queue.length > 0) {
      const spans = queue.slice(0, BATCH);
      queue = queue.slice(BATCH);
      await post(options, { resource, spans }).catch((error: unknown) => {
        dropped += spans.length;
        log.warn({ err: error, dropped }, 'traces were not taken by the collector');
      });
    }
  };
  const flush = () => {
    sending ??= send().finally(() => {
      sending = null;
    });
    return sending;
  };
  const timer = setInterval(() => void flush(), EVERY_MS).unref();
  return {
    note(span) {
      const record = recordOf(options, span);
      if (record === null) return;
      if (queue.length >= QUEUE) dropped++;
      else queue.push(record);
      if (queue.length >= BATCH) void flush();
    },
    async close() {
      clearInterval(timer);
      await flush();
      await flush();
    },
  };
}

/** null if the span is not sampled. */
function recordOf(sampling: Sampling, span: Span): object | null {
  const parent = readTraceParent(span.parent);
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
  if (!isSampled(sampling, traceId, parent)) return null;
  const endNano = BigInt(Math.round(span.endedAt * 1000)) * 1000n;
  return {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    ...(parent !== null && { parentSpanId: parent.spanId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: String(endNano - BigInt(Math.round(span.ms * 1000)) * 1000n),
    endTimeUnixNano: String(endNano),
    attributes: attributesOf(span.attributes),
    ...(span.isFailed && { status: FAILED }),
  };
}

function resourceOf({ serviceName, version, attributes }: TracerOptions): object {
  return {
    attributes: attributesOf({ 'service.version': version, ...attributes, 'service.name': serviceName }),
  };
}

function attributesOf(attributes: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

async function post(options: TracerOptions, { resource, spans }: { resource: object; spans: object[] }): Promise<void> {
  const body = JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'cobro', version: options.version }, spans }] }],
  });
  const reply = await fetch(options.url, {
    method: 'POST',
    headers: { ...options.headers, 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(options.timeoutMs),
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`The collector answered ${reply.status}.`);
}
