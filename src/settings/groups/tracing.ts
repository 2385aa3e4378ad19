// The standard settings of OpenTelemetry that Cobro follows. Without an endpoint nothing is traced.
import { withoutEnd } from '../../domain/base/without-end.js';
import { converted, flag, oneOf, secret, text, wholeNumber } from '../forms.js';
import type { SettingGroup, ValuesOf } from '../setting.js';

const address = secret(/^https?:\/\/[^\s?#]+$/, 'an http or https address');
const namedValues = converted(
  secret(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'name=value pairs, separated by commas, values percent-encoded'),
  decodePairs,
);

export const tracingSettings = {
  endpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    form: address,
    why: 'Where an OpenTelemetry collector takes traces over HTTP, such as http://localhost:4318. Unset: nothing is traced.',
  },
  tracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    form: address,
    why: 'The whole address for traces, if it is not the one above with /v1/traces at its end.',
  },
  headers: { name: 'OTEL_EXPORTER_OTLP_HEADERS', form: namedValues, why: 'Headers for the collector.' },
  protocol: {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    form: oneOf('http/json', 'http/protobuf'),
    default: 'http/json',
    why: 'JSON is sent in either case, and collectors take both. grpc is refused.',
  },
  timeoutMs: {
    name: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    form: wholeNumber(100, 600_000),
    default: '10000',
    why: 'How long the collector may take, in milliseconds.',
  },
  exporter: {
    name: 'OTEL_TRACES_EXPORTER',
    form: oneOf('otlp', 'none'),
    default: 'otlp',
    why: 'With none nothing is traced.',
  },
  isDisabled: {
    name: 'OTEL_SDK_DISABLED',
    form: flag,
    default: 'off',
    why: 'On traces nothing, whatever else is set.',
  },
  sampler: {
    name: 'OTEL_TRACES_SAMPLER',
    form: oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    default: 'parentbased_always_on',
    why: 'Which traces are kept; those after parentbased_ follow the caller.',
  },
  ratio: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    form: converted(text(/^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1'), Number),
    default: '1',
    why: 'The share of traces that traceidratio keeps.',
  },
  serviceName: {
    name: 'OTEL_SERVICE_NAME',
    form: text(/^.{1,255}$/, 'a name'),
    default: 'cobro',
    why: 'The name that this service has in traces.',
  },
  attributes: {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    form: namedValues,
    why: 'More facts about this service in traces.',
  },
} satisfies SettingGroup;

/** null: off. */
export function tracingOf(values: ValuesOf<typeof tracingSettings>) {
  const { endpoint, tracesEndpoint, isDisabled, exporter, timeoutMs, serviceName, sampler, ratio } = values;
  const url = tracesEndpoint ?? (endpoint === null ? null : `${withoutEnd(endpoint, '/')}/v1/traces`);
  if (url === null || isDisabled || exporter === 'none') return null;
  const [headers, attributes] = [values.headers ?? {}, values.attributes ?? {}];
  return { url, headers, timeoutMs, serviceName, attributes, sampler, ratio };
}

function decodePairs(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter(Boolean);
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
