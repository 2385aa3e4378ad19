// The plan of the house as data: who may import whom, where packages belong, and which module owns which table. The tidy
// test holds the sources to it, and docs/architecture.md shows it.

/**
 * Who may import whom. A key is a folder of src/, a file directly in it, or a file of a folder that may do more than its
 * folder. With `type ` before it only types may be imported. A folder may always import itself. What is not listed is
 * forbidden, so a new folder or root file needs a line here.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  wire: ['domain', 'errors'],
  store: ['domain', 'errors', 'log'],
  adapters: ['domain', 'errors', 'errors/operator-error', 'log', 'type settings'],
  memory: ['domain', 'store', 'adapters', 'errors', 'log'],
  actions: ['domain', 'store', 'memory', 'adapters', 'errors', 'type deps', 'type log', 'type settings'],
  http: ['domain', 'wire', 'actions', 'errors', 'type deps', 'log', 'type settings'],
  api: [
    ...['domain', 'wire', 'store', 'memory', 'actions', 'http'],
    ...['errors', 'type deps', 'log', 'type settings', 'paths'],
  ],
  web: [
    ...['domain', 'wire', 'store', 'memory', 'actions', 'http'],
    ...['errors', 'type deps', 'log', 'type settings', 'paths'],
  ],
  workers: [
    ...['domain', 'wire', 'store', 'memory', 'adapters', 'actions'],
    ...['errors', 'type deps', 'log', 'type settings'],
  ],
  cli: [
    ...['domain', 'wire', 'store', 'memory', 'adapters', 'actions'],
    ...['errors', 'errors/operator-error', 'type deps', 'log', 'settings', 'paths'],
  ],
  service: [
    ...['domain', 'wire', 'store', 'memory', 'adapters', 'actions', 'http', 'api', 'web', 'workers', 'cli'],
    ...['errors', 'errors/operator-error', 'type deps', 'log', 'settings', 'paths'],
  ],
  deps: ['type domain', 'type store', 'type memory', 'type adapters', 'type log', 'type settings'],
  settings: ['domain', 'errors/operator-error'],
  errors: ['type domain'],
  log: ['domain'],
  paths: [],
  types: [],
};

/** Files that only those may import who name them: being allowed their folder is not enough. */
export const APART: readonly string[] = ['errors/operator-error'];

/**
 * The rooms that domain, wire, store and actions have in common, each named after a noun. Within a layer a room may
 * import the rooms before it in this order, and none behind it.
 */
export const ROOMS = [
  ...['base', 'accounts', 'points', 'orders', 'rails', 'webhooks', 'transfers', 'money', 'messages', 'links'],
  ...['people', 'keeping'],
] as const;

/** What a room may import of a later one, because one statement stores both. */
export const ROOM_EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'store/orders/new-orders': ['store/webhooks/deliveries/new-deliveries'],
};

/** Packages that have one place in the program. */
export const PACKAGE_PLACES: Readonly<Record<string, readonly string[]>> = {
  pg: ['store'],
  '@cobro/embedded-postgres': ['service'],
  fastify: ['http', 'api', 'web'],
  commander: ['cli'],
};

/** Pure folders may import these packages and no other. */
export const PURE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  // Digests, telephones, amounts of rails as they came, codes of second factors, addresses of coins, domains of e-mail
  // addresses, networks.
  domain: [
    ...['node:crypto', 'node:net', 'node:url', 'libphonenumber-js/max', 'lossless-json', 'otpauth'],
    ...['@noble/hashes/sha2.js', '@noble/hashes/sha3.js', '@scure/base'],
  ],
  wire: ['typebox', 'csv-parse/sync', 'csv-stringify/sync'],
};

export type Table = { readonly key: string; readonly owner: string; readonly holds: string };

/** Every table: its key, the module of src/store/ (a file, or a folder with / at its end) that alone writes it, and what it holds. */
export const TABLES: Readonly<Record<string, Table>> = {
  accounts: {
    key: 'id',
    owner: 'accounts/',
    holds: 'merchants, the date their interface is pinned to, what they want done with odd money',
  },
  brands: {
    key: 'account_id',
    owner: 'accounts/brands.ts',
    holds: 'the colour and the logo that a merchant’s customers see',
  },
  api_keys: {
    key: 'id; digest unique',
    owner: 'accounts/accounts.ts',
    holds: 'SHA-256 of keys; looked up before the account is known',
  },
  fee_schedules: {
    key: 'account_id, method',
    owner: 'accounts/accounts.ts',
    holds: 'fees that differ from the default',
  },
  audit_log: {
    key: 'sequence',
    owner: 'keeping/audit.ts',
    holds: 'what people did by hand, each line signed by the process that wrote it',
  },
  audit_pending: {
    key: 'sequence',
    owner: 'keeping/audit.ts',
    holds: 'lines of the audit log that no seal covers yet',
  },
  audit_seals: {
    key: 'number',
    owner: 'keeping/audit-seals.ts',
    holds: 'proofs of the audit log, each over some lines and the seal before',
  },
  secret_keys: {
    key: 'id',
    owner: 'keeping/secret-keys.ts',
    holds: 'which key stored secrets are encrypted with; never the key itself',
  },
  people: { key: 'id; email unique', owner: 'people/', holds: 'who may sign in to the dashboard, and as what' },
  recovery_codes: {
    key: 'person_id, digest',
    owner: 'people/person-secrets.ts',
    holds: 'SHA-256 of codes for somebody without their phone',
  },
  person_links: {
    key: 'digest',
    owner: 'people/person-links.ts',
    holds: 'invitations and other links that are good once',
  },
  proposals: {
    key: 'id',
    owner: 'people/proposals.ts',
    holds: 'what one person of the operator’s wants done and another has to approve',
  },
  dashboard_sessions: { key: 'digest', owner: 'people/sessions.ts', holds: 'who is signed in to the dashboard' },
  payment_points: {
    key: 'code',
    owner: 'points/payment-points.ts',
    holds: 'stores and banks where customers pay: the shipped catalogue and operators’ edits',
  },
  point_cards: {
    key: 'point_code, card_number',
    owner: 'points/point-cards.ts',
    holds: 'cards of points that give each order a card of its own',
  },
  exchange_rates: {
    key: 'currency, taken_at',
    owner: 'money/rates.ts',
    holds: 'every live rate ever set; the newest counts',
  },
  number_pools: {
    key: 'name',
    owner: 'points/number-pools.ts',
    holds: 'next serial and secret of a CLABE prefix, or of references',
  },
  clabe_reuses: {
    key: 'clabe',
    owner: 'orders/clabe-reuses.ts',
    holds: 'CLABEs of ended orders that may be used again, and from when on',
  },
  customer_clabes: {
    key: 'account_id, livemode, customer_id',
    owner: 'points/customer-clabes.ts',
    holds: 'the CLABE of a merchant’s customer',
  },
  orders: {
    key: 'account_id, livemode, id',
    owner: 'orders/',
    holds: 'orders; the folio is unique per account and mode',
  },
  order_events: {
    key: 'account_id, livemode, order_id, sequence',
    owner: 'orders/order-events.ts',
    holds: 'the nth thing that happened to an order',
  },
  event_positions: {
    key: 'account_id, livemode',
    owner: 'orders/order-events.ts',
    holds: 'where the list of events ends',
  },
  idempotency_keys: {
    key: 'account_id, livemode, key',
    owner: 'orders/idempotency-keys.ts',
    holds: 'first answers to requests, for 30 days',
  },
  order_texts: {
    key: 'account_id, livemode, order_id',
    owner: 'orders/order-texts.ts',
    holds: 'what people search orders by',
  },
  order_notes: {
    key: 'account_id, livemode, order_id, id',
    owner: 'orders/order-notes.ts',
    holds: 'what the people of a merchant wrote down about an order',
  },
  day_figures: {
    key: 'account_id, livemode, day, method, point_code, wait',
    owner: 'money/day-figures.ts',
    holds: 'what happened on each of the last days',
  },
  sms_messages: {
    key: 'account_id, livemode, order_id, id',
    owner: 'messages/sms-messages.ts',
    holds: 'messages to customers; two slots per order',
  },
  sms_day_counts: {
    key: 'day, counted',
    owner: 'messages/day-counts.ts',
    holds: 'live messages of a day, per telephone number and per account',
  },
  message_settings: {
    key: 'account_id',
    owner: 'messages/message-settings.ts',
    holds: 'what a merchant wants sent to customers by e-mail, and their own texts',
  },
  email_places: {
    key: 'account_id, livemode',
    owner: 'messages/email-cursors.ts',
    holds: 'how far the events of merchants with e-mail on have been turned into e-mails',
  },
  emails: {
    key: 'account_id, livemode, order_id, id',
    owner: 'messages/emails.ts',
    holds: 'e-mails to customers, from the queue to their outcome',
  },
  email_day_counts: {
    key: 'day, counted',
    owner: 'messages/day-counts.ts',
    holds: 'live e-mails of a day, per recipient and per account',
  },
  payment_links: {
    key: 'account_id, livemode, id',
    owner: 'links/payment-links.ts',
    holds: 'what merchants sell by a link, and how often it was used',
  },
  payment_link_uses: {
    key: 'account_id, livemode, link_id, order_id',
    owner: 'links/payment-links.ts',
    holds: 'orders made with a link that has a limit',
  },
  test_clocks: { key: 'account_id, id', owner: 'orders/test-clocks.ts', holds: 'frozen times of test mode' },
  payments: {
    key: 'id; identity unique',
    owner: 'money/payments-write.ts',
    holds: 'money that arrived, once, with or without an order',
  },
  refunds: {
    key: 'account_id, livemode, order_id, id',
    owner: 'money/refunds.ts',
    holds: 'money that went back to customers',
  },
  payouts: {
    key: 'account_id, livemode, id',
    owner: 'money/payouts.ts',
    holds: 'money that went out to merchants',
  },
  outgoing_transfers: {
    key: 'account_id, livemode, id',
    owner: 'transfers/',
    holds: 'money on its way back to customers or out to merchants, until the bank confirms it',
  },
  book_checks: {
    key: 'id',
    owner: 'money/book-checks.ts',
    holds: 'when the books and the audit log were checked, and what was found',
  },
  reconciliations: {
    key: 'id',
    owner: 'money/reconciliations.ts',
    holds: 'lists of rails that were compared at the desk, what was found, and what was applied',
  },
  transfer_email_links: {
    key: 'account_id, livemode, transfer_id; digest unique',
    owner: 'transfers/transfer-links.ts',
    holds: 'the digest of the link that an e-mail about a refund carries',
  },
  ledger_entries: { key: 'account_id, livemode, id', owner: 'money/ledger.ts', holds: 'postings that sum to zero' },
  ledger_balances: { key: 'account_id, livemode', owner: 'money/ledger.ts', holds: 'what the postings add up to' },
  rails: { key: 'id', owner: 'rails/rails.ts', holds: 'who may tell us of money' },
  rail_notices: { key: 'id', owner: 'rails/', holds: 'every notice as it came' },
  webhook_endpoints: {
    key: 'account_id, livemode, id',
    owner: 'webhooks/',
    holds: 'addresses that merchants want webhooks at',
  },
  webhook_deliveries: {
    key: 'account_id, livemode, endpoint_id, order_id, sequence',
    owner: 'webhooks/deliveries/',
    holds: 'which event is due at which endpoint',
  },
  webhook_attempts: {
    key: 'account_id, livemode, order_id, sequence, endpoint_id, number',
    owner: 'webhooks/attempts.ts',
    holds: 'every attempt, with its bytes, for 30 days',
  },
  webhook_replays: {
    key: 'account_id, livemode, endpoint_id, id',
    owner: 'webhooks/replays.ts',
    holds: 'ranges of events on their way once more, and how far they have come',
  },
  retention_marks: {
    key: 'what',
    owner: 'keeping/retention.ts',
    holds: 'how far purges and other walks through tables have come',
  },
  request_log: {
    key: 'account_id, livemode, id',
    owner: 'keeping/request-log.ts',
    holds: 'API requests of the last days, with what refused ones said, masked',
  },
  webhook_workers: {
    key: 'id',
    owner: 'webhooks/workers.ts',
    holds: 'processes that deliver, and when they were last seen',
  },
  backups: { key: 'id', owner: 'keeping/backups.ts', holds: 'when a backup was made, and where' },
  schema_migrations: { key: 'version', owner: 'migrate.ts', holds: 'which migrations ran, with checksums' },
};
