// Where each table is on a Citus cluster (docs/scaling.md): on the nodes by account, on every node, or on the coordinator.
// A table that a migration adds needs a line here.

export type Placement = 'by-account' | 'everywhere' | 'coordinator';

/** What grows with a merchant's orders. All rows of an account are on one node, so its statements run there. */
const BY_ACCOUNT = [
  'orders',
  'order_events',
  'event_positions',
  'idempotency_keys',
  'order_texts',
  'order_notes',
  'day_figures',
  'refunds',
  'payouts',
  'ledger_entries',
  'ledger_balances',
  'test_clocks',
  'webhook_endpoints',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_replays',
  'sms_messages',
  'emails',
  'email_places',
  'request_log',
];

/** Tables that statements of one account join, and that change seldom: a change is made on all nodes or on none. */
const EVERYWHERE = ['accounts', 'outgoing_transfers', 'transfer_email_links', 'payment_links', 'payment_link_uses'];

/** Identities that are unique over all accounts, what has no account yet, what the operator has, and marks of workers. */
const COORDINATOR = [
  'api_keys',
  'fee_schedules',
  'brands',
  'message_settings',
  'payment_points',
  'point_cards',
  'exchange_rates',
  'number_pools',
  'customer_clabes',
  'clabe_reuses',
  'rails',
  'rail_notices',
  'payments',
  'people',
  'recovery_codes',
  'person_links',
  'proposals',
  'dashboard_sessions',
  'audit_log',
  'audit_pending',
  'audit_seals',
  'secret_keys',
  'book_checks',
  'reconciliations',
  'backups',
  'sms_day_counts',
  'email_day_counts',
  'retention_marks',
  'webhook_workers',
  'schema_migrations',
];

export const PLACEMENTS: ReadonlyMap<string, Placement> = new Map([
  ...EVERYWHERE.map((table) => [table, 'everywhere'] as const),
  ...BY_ACCOUNT.map((table) => [table, 'by-account'] as const),
  ...COORDINATOR.map((table) => [table, 'coordinator'] as const),
]);

/** Tables by account are placed together with this one. */
export const FIRST_BY_ACCOUNT = 'orders';
