// Existing shop plugins: the file with their requests, what they read of the answers, and how their receivers treat a
// webhook. `docs` is how docs/moving.md names the plugin.
import { each, type Shape } from './reading.js';
import { NEW } from './shapes.js';

export type Method = 'cash' | 'spei';
export type State = 'pending' | 'success' | 'expired';

export type Plugin = {
  readonly docs: string;
  readonly recorded: string;
  /** What it reads of the answer to a create; without one it does not offer the method. */
  readonly reads: { readonly cash: Shape; readonly spei?: Shape };
  /** Whether it registers its webhook when its settings are saved, or somebody must add it. */
  readonly registers: 'when saved' | 'never';
  /** Whether it makes orders by API, or a form leads the customer to the hosted checkout. */
  readonly orders: 'by API' | 'by hosted checkout';
  readonly receiver: Receiver;
};

export type Receiver = {
  /** By the number of the shop's order or by our id. `token`: the number carries a proof, and no order is looked up. */
  readonly finds: 'number' | 'id' | 'token';
  /** Whether a test webhook is answered before the order is looked up. */
  readonly knowsPing: boolean;
  /** Which record it asks for when a webhook comes. */
  readonly verifies: { readonly cash: 'charge'; readonly spei: 'order' | 'charge' };
  /** What the shop's order becomes. Any other state is refused. */
  readonly states: Readonly<Record<State, string>>;
  /** What it reads of a webhook's body. */
  readonly reads: Shape;
  readonly fails: { readonly status: number; readonly form: 'json' | 'trace and json' | 'text' };
  /** What it answers because of a bug of its own, instead of looking at the webhook. */
  readonly breaks?: Readonly<Record<Method, string>>;
};

const MINIMAL = { ...each('text', 'id', 'short_id', 'type'), order_info: { order_id: 'text' } } satisfies Shape;
const PENDING_CHARGE = each('text', 'id', 'short_id', 'type');
const inData = (...keys: string[]): Shape => ({ data: each('text', ...keys) });

const OPENCART: Receiver['states'] = { pending: '1', success: '2', expired: '14' };
const PRESTASHOP: Receiver['states'] = { pending: 'PENDING', success: 'SUCCESS', expired: 'EXPIRED' };
const MAGENTO: Receiver['states'] = { pending: 'pending', success: 'processing', expired: 'canceled' };

const usual = {
  finds: 'number',
  knowsPing: true,
  verifies: { cash: 'charge', spei: 'order' },
  reads: MINIMAL,
  fails: { status: 200, form: 'json' },
} as const;
const registered = { registers: 'when saved', orders: 'by API' } as const;

const WOOCOMMERCE: Receiver = {
  ...usual,
  states: { pending: 'on-hold', success: 'processing', expired: 'cancelled' },
};

export const PLUGINS: readonly Plugin[] = [
  {
    docs: 'WooCommerce, 5.0',
    recorded: 'woocommerce-5',
    ...registered,
    reads: { cash: PENDING_CHARGE, spei: inData('id', 'shortId') },
    receiver: WOOCOMMERCE,
  },
  {
    docs: 'WooCommerce, 4.4',
    recorded: 'woocommerce-4',
    ...registered,
    reads: { cash: NEW.created, spei: inData('id', 'shortId') },
    receiver: { ...WOOCOMMERCE, reads: NEW.verified },
  },
  {
    docs: 'Magento 1, 3.0',
    recorded: 'magento-1',
    ...registered,
    reads: { cash: each('text', 'id', 'short_id'), spei: inData('id', 'shortId') },
    receiver: { ...usual, states: MAGENTO },
  },
  {
    docs: 'Magento 2, 3.1',
    recorded: 'magento-2-3',
    ...registered,
    reads: { cash: NEW.created, spei: inData('id', 'shortId', 'expiresAt') },
    receiver: { ...usual, reads: NEW.verified, states: MAGENTO, fails: { status: 400, form: 'json' } },
  },
  {
    docs: 'Magento 2, 4.0 to 5.0',
    recorded: 'magento-2-5',
    ...registered,
    reads: { cash: each('text', 'id', 'short_id', 'expires_at'), spei: inData('id', 'shortId', 'expiresAt') },
    receiver: {
      ...usual,
      states: MAGENTO,
      // It hands its own processor over instead of the webhook, and compares our id with nothing.
      breaks: {
        cash: '{"status":"error","message":"Reference ID does not match transaction ID"}',
        spei: '<b>Fatal error</b>:  Uncaught Error: Cannot use object of type Webhook as array in Webhook.php:309',
      },
    },
  },
  {
    docs: 'PrestaShop 1.6, 2.5',
    recorded: 'prestashop-1.6',
    ...registered,
    reads: { cash: NEW.created, spei: inData('id', 'status') },
    receiver: { ...usual, finds: 'id', knowsPing: false, states: PRESTASHOP },
  },
  {
    docs: 'PrestaShop 1.7, 3.0',
    recorded: 'prestashop-1.7',
    ...registered,
    reads: {
      cash: { ...PENDING_CHARGE, order_info: { order_id: 'text' } },
      spei: { data: { ...each('text', 'id', 'shortId', 'status'), product: { id: 'text' } } },
    },
    receiver: { ...usual, finds: 'id', states: PRESTASHOP, fails: { status: 200, form: 'trace and json' } },
  },
  {
    docs: 'OpenCart 2.3, 1.1',
    recorded: 'opencart-2.3',
    ...registered,
    reads: { cash: NEW.created },
    receiver: { ...usual, finds: 'id', reads: NEW.verified, states: OPENCART, fails: { status: 200, form: 'text' } },
  },
  {
    docs: 'OpenCart 3, 1.0',
    recorded: 'opencart-3-1',
    ...registered,
    reads: { cash: NEW.created, spei: inData('id', 'shortId') },
    receiver: { ...usual, reads: NEW.verified, states: OPENCART, fails: { status: 500, form: 'json' } },
  },
  {
    docs: 'OpenCart 3, 2.0',
    recorded: 'opencart-3-2',
    ...registered,
    reads: {
      cash: { ...each('text', 'id', 'short_id'), order_info: { order_id: 'text' } },
      spei: inData('id', 'shortId'),
    },
    receiver: {
      ...usual,
      states: OPENCART,
      // It uses a class and a method that its own version no longer has.
      breaks: {
        cash: 'PHP Fatal error:  Uncaught Error: Class "Client" not found in x.php:108',
        spei: '<b>Notice</b>:  Undefined property: Proxy::verifyOrder in <b>x.php</b> on line <b>86</b>',
      },
    },
  },
  {
    docs: 'WHMCS, 1.3',
    recorded: 'whmcs',
    registers: 'never',
    orders: 'by hosted checkout',
    reads: { cash: 'any', spei: 'any' },
    receiver: {
      ...usual,
      finds: 'token',
      // It asks for a charge first, and for an order only if that is refused.
      verifies: { cash: 'charge', spei: 'charge' },
      states: { pending: 'Unpaid', success: 'Paid', expired: 'Unpaid' },
    },
  },
];
