// Verifies the books piece by piece while the service keeps running (D48). No statement reads more than a piece, and the
// proof is exact: it holds for the moment of one short snapshot at the end.
//
// Claims about single rows are proved piece by piece, each in a snapshot of its own. Sums are taken piece by piece as
// well. Entries never change, so their sums stay true. Orders and payments change, but never without a new entry: those
// that new entries name tell which pieces are summed again, in the snapshot that also reads the balances.
//
// Sums can be forged together. Rows are signed, so a row that was changed, or made by hand, shows by itself (D87).
import type { Deps } from '../../../deps.js';
import { DAY_MS, HOUR_MS } from '../../../domain/base/duration.js';
import { firstUuidAt, NIL_UUID } from '../../../domain/base/identity.js';
import type { RowKey } from '../../../domain/base/row-key.js';
import { addSums, BOOK_CLAIMS, type Sums } from '../../../domain/money/ledger-facts.js';
import { type Db, within } from '../../../store/db.js';
import { undelivered } from '../../../store/money/proofs/arrivals.js';
import {
  ENTRY_CLAIMS,
  FILE_CLAIMS,
  ORDER_CLAIMS,
  PAYMENT_CLAIMS,
  prove,
  SHOWN_CLAIMS,
  STATEMENT_CLAIMS,
  TRANSFER_CLAIMS,
  TRANSFER_ENTRY_CLAIMS,
} from '../../../store/money/proofs/claims.js';
import * as out from '../../../store/money/proofs/money-out.js';
import * as pieces from '../../../store/money/proofs/pieces.js';
import * as signed from '../../../store/money/proofs/signed-rows.js';
import * as totals from '../../../store/money/proofs/totals.js';
import { BALANCE_CLAIM, type Books, compareBooks } from './compare-books.js';
import { createFindings, type Findings, type Proof, SIGNED_CLAIM } from './findings.js';
import { type ProofSoFar, readProof, writeProof } from './kept-proof.js';
import { BROUGHT_CLAIM, findKey, NOTICE_CLAIM, proveNotices, provePayments } from './prove-arrivals.js';
import { ANCHOR_CLAIM, DAY_CLAIM, findCutDay, proveAnchors, wholeDays } from './prove-days.js';
import { EVENT_CLAIMS, proveTold } from './prove-orders.js';
import { cursorOf, inTurn, type Piece, walkBooks } from './walk-books.js';

export type { Proof };

/** So many rows take some tens of milliseconds and a few megabytes. */
const PIECE = 5_000;

/** Entries with younger ids may still be on their way into the tables: ids come from the nodes' clocks. */
const MARGIN_MS = 600_000;

/** What was proved that long ago is proved again: rows may have been changed since. */
const GOES_ON_MS = 6 * HOUR_MS;

export type VerifyOptions = {
  readonly pieceRows?: number;
  /** Only what is new since that time is read, and the sums over all of the books are left out. */
  readonly since?: number | null;
  /** What a proof that was cut off has told at last: it goes on there, if that is not too long ago. */
  readonly cutOff?: string | null;
  /** Told after every piece. `write` makes the text that a later proof can go on from. */
  onPiece?(done: { readonly pieces: number; write(): string }): void;
};

export async function verifyLedger(
  deps: Pick<Deps, 'db' | 'clock' | 'vault' | 'settings'>,
  { pieceRows = PIECE, since = null, cutOff = null, onPiece }: VerifyOptions = {},
): Promise<{ ok: boolean; proofs: readonly Proof[] }> {
  const { db } = deps;
  const now = deps.clock.now();
  const key = await findKey(deps);
  const claims = since === null ? CLAIM_ORDER : CLAIM_ORDER.filter((claim) => !SUM_CLAIMS.has(claim));
  const before = proofBefore(cutOff, { key, claims, since, now });
  const { startedAt, books } = before;
  const found = createFindings(before.proofs);
  const watermark = firstUuidAt(startedAt - MARGIN_MS);
  const after = since === null ? NIL_UUID : firstUuidAt(since - MARGIN_MS);
  const reading: Reading = { db, watermark, after, key, isSummed: since === null, ...timesOf(deps) };
  const scopes = await pieces.listBookScopes(db);
  const walk = walkBooks(db, { scopes, after, pieceRows, place: before.place });
  let done = before.pieces;
  for await (const { piece, shown } of inTurn(walk, (one) => provePiece(one, reading))) {
    found.addAll(shown.found);
    shown.count(books);
    done++;
    const soFar = () => ({ startedAt, since, pieces: done, place: cursorOf(piece), proofs: found.proofs(), books });
    onPiece?.({ pieces: done, write: () => writeProof(soFar(), key) });
  }
  await proveTransfers({ db, found, key });
  await proveAnchors(db, found);
  if (since === null)
    await db.transaction((tx) => compareBooks(within(db, tx), { books, known: scopes, watermark, found }));
  const proofs = found.proofs();
  return { ok: proofs.every(({ broken }) => broken === 0), proofs };
}

type Wanted = Pick<ProofSoFar, 'since'> & {
  readonly key: RowKey;
  readonly claims: readonly string[];
  readonly now: number;
};

/** A proof that nobody has begun, unless one of the same claims was cut off not long ago. */
function proofBefore(cutOff: string | null, { key, claims, since, now }: Wanted): ProofSoFar {
  const before = cutOff === null ? null : readProof(cutOff, key);
  const isSame =
    before !== null &&
    before.since === since &&
    before.startedAt > now - GOES_ON_MS &&
    before.proofs.map(({ claim }) => claim).join() === claims.join();
  if (isSame) return before;
  return {
    startedAt: now,
    since,
    pieces: 0,
    place: null,
    proofs: claims.map((claim) => ({ claim, broken: 0, examples: [] })),
    books: { entries: new Map(), orders: new Map(), payments: [] },
  };
}

type Reading = {
  readonly db: Db;
  readonly watermark: string;
  readonly after: string;
  readonly key: RowKey;
  /** Ended deliveries of before may be gone. */
  readonly deliveriesSince: Date;
  /** Whether somebody compares the sums. */
  readonly isSummed: boolean;
};

function timesOf({ settings, clock }: Pick<Deps, 'settings' | 'clock'>): Pick<Reading, 'deliveriesSince'> {
  const { deliveryDays } = settings;
  return { deliveriesSince: new Date(deliveryDays === 0 ? 0 : clock.now() - (deliveryDays - 1) * DAY_MS) };
}

/** What a piece has shown. It is put down when all pieces before it are, so that a proof that is cut off knows what it has. */
type Shown = { readonly found: Findings; readonly count: Count };
type Count = (books: Books) => void;

const NO_SUMS: Count = () => undefined;

async function provePiece(piece: Piece, reading: Reading): Promise<Shown> {
  const found = createFindings([]);
  return { found, count: (await provePart(piece, { ...reading, found })) ?? NO_SUMS };
}

type ReadingPiece = Reading & { readonly found: Findings };

/** Signatures are checked here while the database proves the claims about the same rows. */
async function provePart(piece: Piece, reading: ReadingPiece): Promise<Count | undefined> {
  const { db, found, key, isSummed } = reading;
  switch (piece.part) {
    case 'ledger_entries':
      return proveEntries(piece, reading);
    case 'orders':
      return proveOrders(piece, reading);
    case 'payouts':
      found.signed(key, await out.readPayouts(db, piece));
      return;
    case 'outgoing_transfers':
      found.signed(key, await out.readTransfers(db, piece));
      return;
    case 'payments': {
      const at = piece.range;
      await provePaymentRows(at, reading);
      if (!isSummed) return;
      const sums = await totals.sumPaymentPiece(db, at);
      return (books) => void books.payments.push({ at, sums });
    }
    case 'rail_notices':
      await proveNotices(db, piece.range, found);
      return;
  }
}

async function proveEntries(at: pieces.ScopeRange, reading: ReadingPiece): Promise<Count | undefined> {
  const { scope, range } = at;
  const { db, found, key, isSummed, watermark } = reading;
  const piece = await signed.readEntries(db, at, { days: wholeDays(range), watermark });
  found.addEach(piece.found);
  // A test clock can go back, so days of test mode have no seals.
  if (scope.mode === 'live')
    for (const day of [...piece.changedDays, ...(await findCutDay(db, at))])
      found.add(DAY_CLAIM, { broken: 1, examples: [`day ${day} of account ${scope.accountId}`] });
  found.signed(key, piece.rows);
  if (!isSummed) return proveOlder(at, reading);
  const name = pieces.scopeKey(scope);
  return ({ entries }) => void entries.set(name, addSums(entries.get(name) ?? new Map(), piece.sums));
}

/** New entries tell of orders, payments and transfers from before that have changed since: those are proved again. */
async function proveOlder(at: pieces.ScopeRange, reading: ReadingPiece): Promise<undefined> {
  const { db, found, key, after } = reading;
  const { scope } = at;
  const { orders, payments, transfers } = await pieces.listOlder(db, at, after);
  if (orders.length > 0) await proveOrderRows({ scope, range: { ids: orders } }, reading);
  if (payments.length > 0) await provePaymentRows({ ids: payments }, reading);
  if (transfers.length > 0) found.signed(key, await out.readTransfers(db, { scope, range: { ids: transfers } }));
}

async function proveOrders(at: pieces.ScopeRange, reading: ReadingPiece): Promise<Count | undefined> {
  const sums = await proveOrderRows(at, reading);
  if (!reading.isSummed) return;
  return ({ orders }) => {
    const name = pieces.scopeKey(at.scope);
    const { scope, range } = at;
    orders.set(name, [...(orders.get(name) ?? []), { at: { scope, range }, sums }]);
  };
}

async function proveOrderRows(at: pieces.ScopeIds, { db, found, key, deliveriesSince }: ReadingPiece): Promise<Sums> {
  const [piece, refunds, missing] = await Promise.all([
    signed.readToldOrders(db, at),
    out.readRefunds(db, at),
    prove(db, undelivered(at, deliveriesSince)),
  ]);
  found.addEach(piece.found);
  proveTold(piece.orders, { scope: at.scope, found, key });
  found.signed(key, refunds);
  found.add(DELIVERY_CLAIM, missing);
  return piece.sums;
}

async function provePaymentRows(range: pieces.Ids, reading: ReadingPiece): Promise<void> {
  const { db, found } = reading;
  await Promise.all([found.proveAll(db, SHOWN_CLAIMS, range), provePayments(db, range, reading)]);
}

async function proveTransfers({ db, found, key }: Pick<ReadingPiece, 'db' | 'found' | 'key'>): Promise<void> {
  for (const [claim, problems] of Object.entries({ ...TRANSFER_CLAIMS, ...FILE_CLAIMS, ...STATEMENT_CLAIMS }))
    found.add(claim, await prove(db, problems));
  for (const [claim, problems] of Object.entries(TRANSFER_ENTRY_CLAIMS))
    found.add(claim, await prove(db, problems(new Date(key.since))));
}

const DELIVERY_CLAIM = 'every event has its deliveries';

const SUM_CLAIMS: ReadonlySet<string> = new Set([BALANCE_CLAIM, ...Object.keys(BOOK_CLAIMS)]);

const CLAIM_ORDER = [
  SIGNED_CLAIM,
  ...Object.keys(ENTRY_CLAIMS),
  BALANCE_CLAIM,
  ...Object.keys(PAYMENT_CLAIMS),
  ...Object.keys(SHOWN_CLAIMS),
  BROUGHT_CLAIM,
  NOTICE_CLAIM,
  ...Object.keys(BOOK_CLAIMS),
  ...Object.keys(TRANSFER_CLAIMS),
  ...Object.keys(TRANSFER_ENTRY_CLAIMS),
  ...Object.keys(FILE_CLAIMS),
  ...Object.keys(STATEMENT_CLAIMS),
  ...Object.keys(ORDER_CLAIMS),
  ...Object.keys(EVENT_CLAIMS),
  DELIVERY_CLAIM,
  DAY_CLAIM,
  ANCHOR_CLAIM,
];
