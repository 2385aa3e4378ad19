// What merchants can spend on refunds (D86).
import type { Scope } from '../../domain/accounts/account.js';
import type { Funds } from '../../domain/money/refund.js';
import type { Transfer } from '../../domain/transfers/transfer.js';
import type { Db, Queryable } from '../db.js';
import { inAllShards } from '../in-shards.js';
import { ofScope } from '../scope.js';
import { named, prepared, raw, sql } from '../sql.js';
import { TRANSFER_COLUMN_NAMES, type TransferRow, toTransfer } from '../transfers/transfers.js';

/** Locks the balances, so that two refunds cannot spend the same money. Whoever has an order with money has balances. */
export async function lockFunds(tx: Queryable, scope: Scope): Promise<Funds> {
  const rows = await tx.query<Funds>(
    prepared(
      'lock_funds',
      sql`
        select balance.available, accounts.overdraft
        from ledger_balances balance
        join accounts on accounts.id = balance.account_id
        where ${ofScope(scope, 'balance.')}
        for update of balance`,
    ),
  );
  if (rows[0] === undefined) throw new Error('a balance vanished');
  return rows[0];
}

/** Waiting transfers of which each could be funded now, oldest first. Few wait, and an index has only those. */
export async function listFundable(db: Db, limit: number): Promise<Transfer[]> {
  const statement = prepared(
    'list_fundable',
    sql`
      select ${named(TRANSFER_COLUMN_NAMES, 'transfer')}
      from outgoing_transfers transfer
      join accounts on accounts.id = transfer.account_id
      join ledger_balances balance on balance.account_id = transfer.account_id and balance.livemode = transfer.livemode
      join orders on orders.account_id = transfer.account_id and orders.livemode = transfer.livemode
        and orders.id = transfer.order_id
      where transfer.state = 'to_fund'
        and transfer.amount <= balance.available + accounts.overdraft + ${OWN_PENDING}
      order by transfer.id
      limit ${limit}`,
  );
  const rows = await inAllShards(db, (shard) => shard.query<TransferRow>(statement));
  return rows.map(toTransfer);
}

const OWN_PENDING = raw(
  `case when orders.status = 'paid' and not orders.released then orders.amount - orders.fee - orders.iva else 0 end`,
);

/** What a merchant's waiting refunds need. */
export async function sumToFund(db: Queryable, scope: Scope): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(sql`
    select coalesce(sum(amount), 0)::bigint as amount
    from outgoing_transfers
    where ${ofScope(scope)}
      and state = 'to_fund'`);
  return row?.amount ?? 0n;
}
