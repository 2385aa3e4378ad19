// How the service listens, how much it takes from whom, and how it stops.
import { withoutEnd } from '../../domain/base/without-end.js';
import { converted, countOrAuto, flag, httpAddress, proxies, secret, text, wholeNumber } from '../forms.js';
import type { SettingGroup } from '../setting.js';

const token = secret(/^\S{16,}$/, 'at least 16 characters without spaces');

export const serverSettings = {
  host: {
    name: 'HOST',
    form: text(/^[\w.:-]+$/, 'an address or host name'),
    default: '127.0.0.1',
    why: 'Address to listen on: 127.0.0.1 is this machine only; 0.0.0.0 or :: admits others (put a TLS proxy in front).',
  },
  port: {
    name: 'PORT',
    form: wholeNumber(0, 65_535),
    default: '8080',
    why: 'TCP port; 0 uses any free port.',
  },
  environment: {
    name: 'NODE_ENV',
    form: text(/^\w+$/, 'a word'),
    why: 'With production there is no demo, as with a public address, DATABASE_URL or COBRO_CLABE_PREFIX.',
  },
  processes: {
    name: 'COBRO_PROCESSES',
    form: countOrAuto(64),
    default: '1',
    why: 'Processes that serve on this machine; auto means as many as it has cores. They share the port and the limits; each has COBRO_DATABASE_POOL connections. See docs/deploy.md.',
  },
  baseUrl: {
    name: 'COBRO_BASE_URL',
    form: converted(httpAddress, (address) => withoutEnd(address, '/')),
    usually: 'http://127.0.0.1:8080',
    why: 'Public address of the service, for links in answers and pages. Unset: http://HOST:PORT.',
  },
  serviceName: {
    name: 'COBRO_SERVICE_NAME',
    form: text(/^[a-z][a-z0-9_-]{0,31}$/, 'lower-case letters, digits, - and _'),
    default: 'cobro',
    why: 'Name of the service in media types, fee types and api.name. Merchants see it, so do not change it later.',
  },
  logLevel: {
    name: 'COBRO_LOG_LEVEL',
    form: text(/^(debug|info|warn|error|silent)$/, 'debug, info, warn, error or silent'),
    default: 'info',
    why: 'How much is logged.',
  },
  trustProxy: {
    name: 'COBRO_TRUST_PROXY',
    form: proxies,
    default: 'off',
    why: 'The proxies in front of Cobro that append to X-Forwarded-For. With a number, nobody but the proxy may reach Cobro, or callers can forge their address.',
  },
  addressLimitPerSecond: {
    name: 'COBRO_ADDRESS_LIMIT',
    form: wholeNumber(0, 1_000_000),
    default: '50',
    why: 'Requests per second that one address may send without a valid key, session or rail credentials, with bursts of twice that; 0 means no limit. An IPv6 address counts as its /64 network.',
  },
  rateLimitPerSecond: {
    name: 'COBRO_RATE_LIMIT',
    form: wholeNumber(0, 1_000_000),
    default: '100',
    why: 'Requests per second that an account may send in one mode, with bursts of twice that; 0 means no limit. Each public key has a limit of its own of the same size.',
  },
  publicRateLimitPerSecond: {
    name: 'COBRO_PUBLIC_RATE_LIMIT',
    form: wholeNumber(0, 1_000_000),
    default: '20',
    why: 'Requests per second with one public key from one address, with bursts of twice that; 0 means that only COBRO_RATE_LIMIT counts.',
  },
  maxConnections: {
    name: 'COBRO_MAX_CONNECTIONS',
    form: wholeNumber(10, 1_000_000),
    default: '10000',
    why: 'Maximum number of open connections; one address gets a tenth of them, except a trusted proxy.',
  },
  requestTimeoutMs: {
    name: 'COBRO_REQUEST_TIMEOUT_MS',
    form: wholeNumber(1_000, 600_000),
    default: '30000',
    why: 'Maximum time for a request to arrive, in milliseconds, so that slow senders do not block connections.',
  },
  drainMs: {
    name: 'COBRO_DRAIN_MS',
    form: wholeNumber(0, 600_000),
    usually: '0',
    why: 'How long a node goes on answering after SIGTERM while /health/ready is already 503, in milliseconds, so that the load balancer sends new requests elsewhere. Longer than its checks take. With COBRO_TRUST_PROXY set, 5000.',
  },
  shutdownTimeoutMs: {
    name: 'COBRO_SHUTDOWN_TIMEOUT_MS',
    form: wholeNumber(0, 600_000),
    default: '10000',
    why: 'How long a stop waits for running requests, in milliseconds; then their connections are cut.',
  },
  operatorToken: {
    name: 'COBRO_OPERATOR_TOKEN',
    form: token,
    why: "Token with which the first person of the operator's is set up on the dashboard. Afterwards it opens nothing. Unset: `cobro user add --operator` invites the first one.",
  },
  deskSecondFactor: {
    name: 'COBRO_DESK_SECOND_FACTOR',
    form: flag,
    usually: 'off',
    why: "Whether people of the operator's need a second factor for more than looking. Whoever has none is led to set it up. Off by default in the demo alone, on everywhere else.",
  },
  metricsToken: {
    name: 'COBRO_METRICS_TOKEN',
    form: token,
    why: 'Token that GET /metrics requires. Unset: only clients on the same machine may read it.',
  },
} satisfies SettingGroup;
