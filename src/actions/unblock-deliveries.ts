// Keeps the deliveries of an order from waiting for ever (D52).
import type { Deps } from '../deps.js';
import { releaseForgotten } from '../store/webhooks/deliveries/switching.js';
import { releaseOldest, supersedeOverdue } from '../store/webhooks/deliveries/waiting.js';

/** Passes over what newer ones have waited for too long, and makes due whatever waits for nothing any more. */
export async function unblockDeliveries({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  await releaseForgotten(db);
  await supersedeOverdue(db, settings.webhookHoldMinutes * 60_000);
  await releaseOldest(db);
}
