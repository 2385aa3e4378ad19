// The load of every measurement: the concurrency, and the one order and one charge that all of them store.

export const CONNECTIONS = 64;

/** Client threads of wrk and pgbench. */
export const THREADS = 2;

export const ORDER = {
  product: { id: 'SMG-1', price: 150, name: 'Funda' },
  customer: { name: 'Ana Robles', email: 'ana@example.com' },
  payment: { type: 'SPEI' },
} as const;

export const CHARGE = {
  order_id: 'SMG-1',
  order_price: 150,
  order_name: 'Funda',
  customer_name: 'Ana Robles',
  customer_email: 'ana@example.com',
  payment_type: 'OXXO',
} as const;
