// The words at the head of the OpenAPI document: what the service is, its groups of operations, its kinds of keys.
import { VERSION } from '../../paths.js';

export const INFO = {
  title: 'Cobro',
  version: VERSION,
  summary: 'Payment orders that a customer pays in cash, at a bank or by SPEI transfer',
  description: [
    'Payment orders that a customer pays outside your site. Authenticate with HTTP Basic: your key is the user name, the ' +
      'password stays empty. Test keys and live keys use the same addresses.',
    'Every success is 200. Every refusal has the body `Error`: `error` is a stable name, `message` is for people, ' +
      '`debug_message` says what to do. A POST with an `Idempotency-Key` can be repeated safely for 30 days.',
    'Bodies may be JSON or a form. Unknown fields are ignored, unless they are a letter or two from a known one. `Accept-Language` chooses Spanish or English texts. ' +
      'Your own `X-Request-Id` comes back as `Request-Id`.',
    'The document shows the newest interface. An account that is pinned to an earlier date gets the shapes of ' +
      '`x-interface-versions` instead: of the entries whose date is later than its own, the earliest. An account with an ' +
      'orders envelope gets those of `x-orders-envelope`.',
  ].join('\n\n'),
  contact: { name: 'The operator of this service' },
  license: { name: 'MIT', identifier: 'MIT' },
};

/** In the order of the page. */
export const TAGS = Object.entries({
  'Orders (v2)': 'Orders that a customer pays by SPEI transfer.',
  'Charges (v1)': 'Charges that a customer pays at a store, a bank or with a coin; orders as charges, too.',
  'Payment points': 'Where charges can be paid.',
  'Payment links': 'Addresses where a customer chooses how to pay.',
  Webhooks: 'Where your webhooks go. The webhooks themselves are at the end of the page.',
  Events: 'Everything that happened, delivered or not.',
  Payments: 'Money that arrived.',
  Refunds: 'Money that went back.',
  Balance: 'What the service holds for you.',
  Transfers: 'Money on its way out, and your decisions about odd payments.',
  'Test mode': 'Payments and clocks that exist in test mode only.',
  Keys: 'Whether a key works.',
  Rails: 'For bank and cash networks, which have credentials of their own.',
  Health: 'For load balancers, orchestrators and Prometheus.',
  'Customer page': 'For customers, without a key.',
}).map(([name, description]) => ({ name, description }));

export const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'basic', description: 'Your key as the user name, without a password' },
  rail: { type: 'http', scheme: 'basic', description: 'User and password of a rail, as its operator got them' },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'COBRO_METRICS_TOKEN' },
} as const;
