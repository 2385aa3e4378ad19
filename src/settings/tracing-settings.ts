// The standard settings of OpenTelemetry that Cobro follows. Without an endpoint nothing is traced.
import type { Reader } from './settings-reader.js';

const ADDRESS = /^https?:\/\/[^\s?#]+$/;
const PAIRS = /^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/;

/** null: off. */
export function readTracing(read: Reader) {
  const base = read.optional('OTEL_EXPORTER_OTLP_ENDPOINT', ADDRESS, 'an http or https address');
  const own = read.optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ADDRESS, 'an http or https address');
  const isOff = read.flag('OTEL_SDK_DISABLED', false);
  const exporter = read.oneOf('OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'otlp');
  // Collectors take JSON where they take protobuf.
  read.oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json', 'http/protobuf'], 'http/json');
  const sampler = read.oneOf(
    'OTEL_TRACES_SAMPLER',
    [
      ...(['always_on', 'always_off', 'traceidratio'] as const),
      ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
    ],
    'parentbased_always_on',
  );
  const settings = {
    url: own ?? `${base?.replace(/\/+$/, '')}/v1/traces`,
    headers: pairsOf(read.optional('OTEL_EXPORTER_OTLP_HEADERS', PAIRS, 'name=value pairs, separated by commas')),
    timeoutMs: read.integer('OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, 100, 600_000),
    serviceName: read.text('OTEL_SERVICE_NAME', 'cobro', /^.{1,255}$/, 'a name'),
    attributes: pairsOf(read.optional('OTEL_RESOURCE_ATTRIBUTES', PAIRS, 'name=value pairs, separated by commas')),
    sampler,
    ratio: Number(read.text('OTEL_TRACES_SAMPLER_ARG', '1', /^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1')),
  };
  return (base === null && own === null) || isOff || exporter === 'none' ? null : settings;
}

/** Values are percent-encoded. */
function pairsOf(text: string | null): Readonly<Record<string, string>> {
  const pairs = (text ?? '').split(',').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return text.trim();
  }
}
