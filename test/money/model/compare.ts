// Compares the service with the model: orders, payments and balances.
import assert from 'node:assert/strict';
import { HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import { sql } from '../../../src/store/sql.js';
import { balanceOf } from './balance.js';
import { clocks } from './make-world.js';
import { booksOf, readBooks } from './read-books.js';
import { PLACES, type World } from './world.js';

export async function compare(world: World): Promise<void> {
  clocks.set(world.service, world.now);
  const { db } = world.service.deps;
  const accounts = [...new Set(world.owners.map(({ accountId }) => accountId))];
  const orders = await db.query<{ id: string }>(sql`
    select id, status, received, refunded, released
    from orders
    where account_id = any(${accounts}::uuid[])
    order by id`);
  const wantedOrders = world.orders.map(({ id, status, received, refunded, released }) => {
    return { id, status, received, refunded, released };
  });
  assert.deepEqual(
    orders,
    wantedOrders.sort((one, other) => (one.id < other.id ? -1 : 1)),
    'orders',
  );

  const payments = await db.query<{ flags: string[]; tracking_key: string }>(sql`
    select tracking_key, applied, surplus, held, unmatched, returned, accepted, accepted_fee, accepted_iva, flags, repeats,
      order_id, account_id
    from payments
    where tracking_key = any(${world.payments.map(({ trackingKey }) => trackingKey)}::text[])
    order by tracking_key collate "C"`);
  const wanted = world.payments.map((payment) => ({
    tracking_key: payment.trackingKey,
    ...Object.fromEntries(PLACES.map((place) => [place, payment[place]])),
    accepted: payment.accepted,
    accepted_fee: payment.acceptedFee,
    accepted_iva: payment.acceptedIva,
    flags: [...payment.flags].sort(),
    repeats: payment.repeats,
    order_id: payment.order?.id ?? null,
    account_id: payment.owner?.accountId ?? null,
  }));
  assert.deepEqual(
    payments.map((payment) => ({ ...payment, flags: [...payment.flags].sort() })),
    wanted.sort((one, other) => (one.tracking_key < other.tracking_key ? -1 : 1)),
    'payments',
  );

  const books = await readBooks(world);
  for (const owner of world.owners) {
    const { unmatched, ...own } = booksOf(books, owner.accountId, owner.mode);
    assert.deepEqual(own, balanceOf(world, owner), 'balance');
    assert.equal(unmatched, 0n);
  }
  for (const [mode, before] of world.house) {
    const nobodys = world.payments.filter((payment) => payment.owner === null && payment.mode === mode);
    const house = booksOf(books, HOUSE_ACCOUNT, mode);
    for (const place of ['unmatched', 'returned'] as const)
      assert.equal(
        (house[place] ?? 0n) - (before[place] ?? 0n),
        nobodys
          .filter(({ flags }) => place !== 'returned' || !flags.includes('voided'))
          .reduce((sum, payment) => sum + payment[place], 0n),
        `the house's ${place}`,
      );
  }
}
