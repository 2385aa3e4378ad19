// The load of every measurement: the concurrency, and the one order and one charge that all of them store.

export const CONNECTIONS = 64;

/** A new process takes three times as long for its first requests. So every contestant is measured after so many of each kind. */
export const WARM_REQUESTS = 20_000;

/** Loads until it is warm, and returns what the first run brought, while it was cold. One that answers nothing is left as it is. */
export async function warmUp<Result extends { readonly perSecond: number }>(
  load: (seconds: number) => Promise<Result>,
  seconds: number,
): Promise<Result> {
  const first = await load(seconds);
  let [last, done] = [first.perSecond, first.perSecond * seconds];
  while (last > 0 && done < WARM_REQUESTS) {
    last = (await load(seconds)).perSecond;
    done += last * seconds;
  }
  return first;
}

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

/** The same order, for what fills a database without HTTP. */
export const DRAFT = {
  point: null,
  product: { id: 'SMG-1', name: 'Funda', imageUrl: null },
  price: { amount: 15_000n, currency: 'MXN' as const },
  customer: { id: null, name: 'Ana Robles', email: 'ana@example.com', phone: null },
  extras: {},
  returnUrls: { success: null, failure: null },
  testClockId: null,
  expiry: null,
};
