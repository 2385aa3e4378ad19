// Makes sure that the deliveries of an order do not wait forever (D52).
import type { Deps } from '../../deps.js';
import { releaseForgotten } from '../../store/webhooks/deliveries/switching.js';
import { releaseOldest, supersedeOverdue } from '../../store/webhooks/deliveries/waiting.js';

/** Skips deliveries that have blocked newer ones for too long, and makes due those that nothing blocks any more. */
export async function unblockDeliveries({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  await releaseForgotten(db);
  await supersedeOverdue(db, settings.webhookHoldMinutes * 60_000);
  await releaseOldest(db);
}
