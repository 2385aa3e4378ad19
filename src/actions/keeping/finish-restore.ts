// Makes a restored database safe to go on with: numbers and cards that were given out after the moment that it is back at
// are not given out again, no bank file is made before somebody knows what the bank has paid since, and nobody gets in by a
// session or link that has ended since. Then it proves the books.
import { randomUUID } from 'node:crypto';
import type { Deps } from '../../deps.js';
import { HOUR_MS } from '../../domain/base/duration.js';
import { skippedNumbers } from '../../domain/keeping/backup.js';
import { CARD_QUARANTINE_MS, numberCapacity } from '../../domain/points/pools.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { acknowledgeRestores, insertRestore, keepLost } from '../../store/keeping/restores.js';
import { deleteAllLinks } from '../../store/people/person-links.js';
import { deleteAllSessions } from '../../store/people/sessions.js';
import { listPools, skipSerials } from '../../store/points/number-pools.js';
import { restAllCards } from '../../store/points/point-cards.js';
import { delayPayoutAccounts } from '../../store/transfers/payout-accounts.js';
import { verifyLedger } from '../money/proofs/verify-ledger.js';
import type { TakenOver } from '../transfers/files-after-restore.js';

export type AfterRestore = {
  /** How many numbers of each pool to skip; null for the margin of domain/keeping/backup.ts. */
  readonly skip: number | null;
  /** Whether cards that were free rest now, as one of them may have been given out since. */
  readonly cards: 'rest' | 'reuse';
  readonly actor: string;
  /** The moment that the database is back at. */
  readonly at: number;
  /** Takes over what is known of transfers from the database of before, if there is one. */
  takeOver?(): Promise<TakenOver | null>;
};

type Skipped = { readonly pool: string; readonly skipped: number };

export type Finished = {
  readonly pools: readonly Skipped[];
  readonly restingCards: number;
  /** Claims about the books that do not hold; empty if all of them hold. */
  readonly ledger: readonly string[];
  /** What the database of before told of transfers; null: there was none, so bank files wait (D84). */
  readonly transfers: TakenOver | null;
};

/** Call it once, before anybody takes a number. */
export async function finishRestore(
  deps: Pick<Deps, 'settings' | 'db' | 'clock' | 'vault'>,
  after: AfterRestore,
): Promise<Finished> {
  const id = randomUUID();
  const safe = await keepApart(deps, { ...after, id });
  const transfers = (await after.takeOver?.()) ?? null;
  if (transfers !== null) await keepLost(deps.db, id, transfers.lost);
  if (transfers?.unknown === 0)
    await acknowledgeRestores(deps.db, { by: 'the database of before', at: deps.clock.now() });
  const { ok, proofs } = await verifyLedger(deps);
  return { ...safe, transfers, ledger: ok ? [] : proofs.filter(({ broken }) => broken > 0).map(({ claim }) => claim) };
}

async function keepApart(
  deps: Pick<Deps, 'settings' | 'db' | 'clock' | 'vault'>,
  { id, skip, cards, actor, at }: AfterRestore & { readonly id: string },
): Promise<Pick<Finished, 'pools' | 'restingCards'>> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const pools = await skipPools(tx, skip);
    const restingCards = cards === 'rest' ? await restAllCards(tx, { now, until: now + CARD_QUARANTINE_MS }) : 0;
    await deleteAllSessions(tx);
    await deleteAllLinks(tx);
    // Somebody may have stopped it since, so its owners get the time to do so once more (D85).
    const until = now + deps.settings.payoutAccountWaitHours * HOUR_MS;
    const waitingAccounts = await delayPayoutAccounts(tx, { moment: at, until });
    await insertRestore(tx, { id, moment: at, at: now, by: actor });
    await appendAudit(tx, deps, {
      at: now,
      actor,
      action: 'database.restore',
      subject: 'database',
      details: {
        backup_of: new Date(at).toISOString(),
        resting_cards: restingCards,
        waiting_payout_accounts: waitingAccounts,
      },
    });
    return { pools, restingCards };
  });
}

async function skipPools(tx: Queryable, skip: number | null): Promise<Skipped[]> {
  const skipped: Skipped[] = [];
  for (const { name } of await listPools(tx)) {
    const capacity = numberCapacity(name);
    skipped.push({
      pool: name,
      skipped: await skipSerials(tx, name, { by: skippedNumbers(capacity, skip), capacity }),
    });
  }
  return skipped;
}
