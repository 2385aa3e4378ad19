// Reads and writes accounts.policies: what each merchant wants done with odd payments (D43). Stores only the
// differences from the default.
import { DEFAULT_POLICIES, type Policies, type PolicyCase, type PolicyChoice } from '../../domain/money/policy.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export async function findPolicies(db: Queryable, accountId: string): Promise<Policies> {
  const rows = await db.query<{ policies: Partial<Policies> }>(sql`
    select policies
    from accounts
    where id = ${accountId}`);
  return { ...DEFAULT_POLICIES, ...rows[0]?.policies };
}

export async function setPolicy(
  db: Queryable,
  accountId: string,
  policy: { readonly name: PolicyCase; readonly choice: PolicyChoice },
): Promise<void> {
  await db.query(sql`
    update accounts
    set policies = (policies::jsonb || jsonb_build_object(${policy.name}::text, ${policy.choice}::text))::json
    where id = ${accountId}`);
}
