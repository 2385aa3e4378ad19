// The balances that the service has, by account and mode.
import { HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import { isLive, type Mode } from '../../../src/domain/base/mode.js';
import { sql } from '../../../src/store/sql.js';
import type { World } from './world.js';

/** The balances of the world's accounts and of the house, by account and mode. */
export async function readBooks({ service, owners }: World): Promise<Books> {
  const accounts = [HOUSE_ACCOUNT, ...owners.map(({ accountId }) => accountId)];
  const rows = await service.deps.db.query<{ name: string } & Record<string, bigint>>(sql`
    select account_id || ' ' || livemode as name, available, pending, held, surplus, unmatched, fees, iva,
      refunded + to_refund as refunded, returned + to_return as returned
    from ledger_balances
    where account_id = any(${accounts}::uuid[])`);
  return new Map(rows.map(({ name, ...balances }) => [name, balances]));
}

export function booksOf(books: Books, accountId: string, mode: Mode): Record<string, bigint> {
  return books.get(`${accountId} ${isLive(mode)}`) ?? { ...NOTHING, returned: 0n };
}

type Books = Map<string, Record<string, bigint>>;

const NOTHING = { available: 0n, pending: 0n, held: 0n, surplus: 0n, unmatched: 0n, fees: 0n, iva: 0n, refunded: 0n };
