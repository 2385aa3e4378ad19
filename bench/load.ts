// The load of every measurement: how many at once, and the one order that all of them store.

export const CONNECTIONS = 64;

/** Client threads of wrk and pgbench. */
export const THREADS = 2;

export const ORDER = {
  product: { id: 'SMG-1', price: 150, name: 'Funda' },
  customer: { name: 'Ana Robles', email: 'ana@example.com' },
  payment: { type: 'SPEI' },
} as const;
