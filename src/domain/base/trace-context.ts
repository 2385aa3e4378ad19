// The trace that a request belongs to, as the W3C header `traceparent` tells it, and which traces are kept.

type TraceParent = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

const FORM = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/** null if the header is missing or malformed: then the trace begins here. */
export function readTraceParent(header: string | string[] | undefined): TraceParent | null {
  const [, traceId = '', spanId = '', flags = ''] = typeof header === 'string' ? (FORM.exec(header) ?? []) : [];
  if (traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export type Sampling = { readonly sampler: string; readonly ratio: number };

/** Whether a span is kept. Every service that sees the same trace with the same ratio decides alike. */
export function isSampled({ sampler, ratio }: Sampling, traceId: string, parent: TraceParent | null): boolean {
  const kind = sampler.replace('parentbased_', '');
  if (kind !== sampler && parent !== null) return parent.isSampled;
  if (kind === 'traceidratio') return Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;
  return kind === 'always_on';
}
