// The rows of the service that queues with its duties read and write: due deliveries, and tries that they record.
import type { Db } from '../../src/store/db.js';
import { countDelivered } from './cobro.js';
import { ENDPOINTS } from './contestant.js';
import type { OwnDatabase } from './database.js';
import type { Receiver } from './receiver-process.js';
import { createMerchant, seedDue, settleSeeds } from './seed.js';

export type Rows = {
  readonly url: string;
  fill(deliveries: number): Promise<void>;
  /** Fails unless that many tries were recorded since. */
  requireRecorded(deliveries: number): Promise<void>;
};

export async function createRows(
  { deps, url }: OwnDatabase,
  { receiver, signal }: { readonly receiver: Receiver; readonly signal: AbortSignal },
): Promise<Rows> {
  const db: Db = deps.db;
  const merchant = await createMerchant(deps, { name: 'duties', receiverUrl: receiver.url, endpoints: ENDPOINTS });
  let before = 0;
  return {
    url,
    async fill(deliveries) {
      await seedDue(db, merchant, { orders: deliveries, fan: 'to one', signal });
      await settleSeeds(db);
      before = await countDelivered(db);
    },
    async requireRecorded(deliveries) {
      const recorded = (await countDelivered(db)) - before;
      if (recorded !== deliveries) throw new Error(`of ${deliveries} deliveries ${recorded} were recorded`);
    },
  };
}
