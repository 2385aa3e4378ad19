// Where new CLABEs come from (D28): serials in blocks from the database, permuted in memory. A block that a crash leaves
// behind is lost, never given twice.
import { randomBytes } from 'node:crypto';
import type { Scope } from '../domain/account.js';
import { clabeCapacity, makeClabe } from '../domain/clabe.js';
import { AppError } from '../errors.js';
import { type Queryable, sql } from './db.js';

export type ClabeStore = {
  /** A CLABE that was never given before. */
  next(prefix: string): Promise<string>;
  /** The CLABE of a merchant's customer, made at the first call and the same ever after. */
  ofCustomer(scope: Scope, customerId: string, prefix: string): Promise<string>;
};

type Block = { serial: number; readonly end: number; readonly secret: string };

const LARGEST_BLOCK = 1000;

export function createClabeStore(db: Queryable): ClabeStore {
  const blocks = new Map<string, Block>();
  const refills = new Map<string, Promise<void>>();

  async function next(prefix: string): Promise<string> {
    for (;;) {
      const block = blocks.get(prefix);
      if (block !== undefined && block.serial < block.end) return makeClabe(prefix, block.serial++, block.secret);
      await refill(prefix);
    }
  }

  function refill(prefix: string): Promise<void> {
    const running = refills.get(prefix);
    if (running !== undefined) return running;
    const promise = takeBlock(db, prefix)
      .then((block) => void blocks.set(prefix, block))
      .finally(() => refills.delete(prefix));
    refills.set(prefix, promise);
    return promise;
  }

  return {
    next,
    async ofCustomer(scope, customerId, prefix) {
      const known = await findCustomerClabe(db, scope, customerId);
      if (known !== null) return known;
      const fresh = await next(prefix);
      await db.query(sql`
        insert into customer_clabes (account_id, livemode, customer_id, clabe)
        values (${scope.accountId}, ${scope.livemode}, ${customerId}, ${fresh})
        on conflict do nothing`);
      return (await findCustomerClabe(db, scope, customerId)) ?? fresh;
    },
  };
}

/** A short prefix has room for few serials, so its blocks are small. */
async function takeBlock(db: Queryable, prefix: string): Promise<Block> {
  const capacity = clabeCapacity(prefix);
  const size = Math.max(1, Math.min(LARGEST_BLOCK, Math.floor(capacity / LARGEST_BLOCK)));
  await db.query(sql`
    insert into clabe_pools (prefix, secret)
    values (${prefix}, ${randomBytes(32).toString('hex')})
    on conflict do nothing`);
  const rows = await db.query<{ end_serial: bigint; secret: string }>(sql`
    update clabe_pools
    set next_serial = next_serial + ${size}
    where prefix = ${prefix}
      and next_serial + ${size} <= ${capacity}
    returning next_serial as end_serial, secret`);
  const row = rows[0];
  if (row === undefined) throw new AppError('clabe_pool_exhausted');
  const end = Number(row.end_serial);
  return { serial: end - size, end, secret: row.secret };
}

async function findCustomerClabe(db: Queryable, scope: Scope, customerId: string): Promise<string | null> {
  const rows = await db.query<{ clabe: string }>(sql`
    select clabe
    from customer_clabes
    where account_id = ${scope.accountId}
      and livemode = ${scope.livemode}
      and customer_id = ${customerId}`);
  return rows[0]?.clabe ?? null;
}
