// Where CLABEs come from (D28): a new one for every order, or one and the same for every order of a customer.

import type { Scope } from '../domain/account.js';
import { clabeCapacity, makeClabe } from '../domain/clabe.js';
import { isLive } from '../domain/mode.js';
import { AppError } from '../errors.js';
import { type Queryable, sql } from '../store/db.js';
import type { NumberSource } from './number-blocks.js';

export type ClabeStore = {
  /** A CLABE that was never given before. */
  next(prefix: string): Promise<string>;
  /** The CLABE of a merchant's customer, made at the first call and the same ever after. */
  ofCustomer(scope: Scope, customerId: string, prefix: string): Promise<string>;
};

export function createClabeStore(db: Queryable, numbers: NumberSource): ClabeStore {
  async function next(prefix: string): Promise<string> {
    const numbered = await numbers.next(prefix, clabeCapacity(prefix));
    if (numbered === null) throw new AppError('clabe_pool_exhausted');
    return makeClabe(prefix, numbered.serial, numbered.secret);
  }

  return {
    next,
    async ofCustomer(scope, customerId, prefix) {
      const known = await findCustomerClabe(db, scope, customerId);
      if (known !== null) return known;
      const fresh = await next(prefix);
      await db.query(sql`
        insert into customer_clabes (account_id, livemode, customer_id, clabe)
        values (${scope.accountId}, ${isLive(scope.mode)}, ${customerId}, ${fresh})
        on conflict do nothing`);
      return (await findCustomerClabe(db, scope, customerId)) ?? fresh;
    },
  };
}

async function findCustomerClabe(db: Queryable, scope: Scope, customerId: string): Promise<string | null> {
  const rows = await db.query<{ clabe: string }>(sql`
    select clabe
    from customer_clabes
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and customer_id = ${customerId}`);
  return rows[0]?.clabe ?? null;
}
