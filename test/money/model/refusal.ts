// Acts that may be refused, and the payment that they are about.
import assert from 'node:assert/strict';
import { AppError } from '../../../src/errors/errors.js';
import { sql } from '../../../src/store/sql.js';
import type { Paid, World } from './world.js';

/** Whether it was done; false: it was refused. */
export async function attempt(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') return false;
    throw error;
  }
}

export async function idOf(world: World, { trackingKey }: Paid): Promise<string> {
  const rows = await world.service.deps.db.query<{ id: string }>(sql`
    select id
    from payments
    where tracking_key = ${trackingKey}`);
  assert.ok(rows[0]);
  return rows[0].id;
}
