// Verifies the books piece by piece while the service keeps running (D48). No statement reads more than a piece, and the
// proof is exact: it holds for the moment of one short snapshot at the end.
//
// Claims about single rows are proved piece by piece, each in a snapshot of its own. Sums are taken piece by piece as
// well. Entries never change, so their sums stay true. Orders and payments change, but never without a new entry: those
// that new entries name tell which pieces are summed again, in the snapshot that also reads the balances.
//
// Sums can be forged together. Rows are signed, so a row that was changed, or made by hand, shows by itself (D87).
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { firstUuidAt, NIL_UUID } from '../../../domain/base/identity.js';
import type { RowKey } from '../../../domain/base/row-key.js';
import { type Balances, LEDGER_ACCOUNTS, type LedgerAccount } from '../../../domain/money/ledger.js';
import { addSums, BOOK_CLAIMS, bookProblem, type Sums } from '../../../domain/money/ledger-facts.js';
import type { Db, Queryable } from '../../../store/db.js';
import { undelivered } from '../../../store/money/proofs/arrivals.js';
import {
  ENTRY_CLAIMS,
  FILE_CLAIMS,
  ORDER_CLAIMS,
  PAYMENT_CLAIMS,
  prove,
  TRANSFER_CLAIMS,
  TRANSFER_ENTRY_CLAIMS,
} from '../../../store/money/proofs/claims.js';
import * as pieces from '../../../store/money/proofs/pieces.js';
import {
  readEvents,
  readPayouts,
  readRefunds,
  readEntries as readSignedEntries,
  readTransfers,
} from '../../../store/money/proofs/signed-rows.js';
import { startSnapshot } from '../../../store/snapshot.js';
import { createFindings, type Findings, type Proof, SIGNED_CLAIM } from './findings.js';
import { BROUGHT_CLAIM, findKey, NOTICE_CLAIM, proveNotices, provePayments } from './prove-arrivals.js';
import { ANCHOR_CLAIM, DAY_CLAIM, proveAnchors, proveDays } from './prove-days.js';

export type { Proof };

/** 20,000 rows take some tens of milliseconds. */
const PIECE = 20_000;

/** Entries with younger ids may still be on their way into the tables: ids come from the nodes' clocks. */
const MARGIN_MS = 600_000;

const BALANCE_CLAIM = 'balances are the sums of the entries';

/** With `since`, only what is new since that time is read, and the sums over all of the books are left out. */
export async function verifyLedger(
  deps: Pick<Deps, 'db' | 'clock' | 'vault' | 'settings'>,
  pieceRows = PIECE,
  since: number | null = null,
): Promise<{ ok: boolean; proofs: readonly Proof[] }> {
  const found = createFindings(since === null ? CLAIM_ORDER : CLAIM_ORDER.filter((claim) => !SUM_CLAIMS.has(claim)));
  const now = deps.clock.now();
  const watermark = firstUuidAt(now - MARGIN_MS);
  const key = await findKey(deps);
  const after = since === null ? NIL_UUID : firstUuidAt(since - MARGIN_MS);
  const reading = { watermark, after, pieceRows, found, key, deliveriesSince: deliveriesSince(deps.settings, now) };
  const books = await readBooks(deps.db, reading);
  for (const [claim, problems] of Object.entries({ ...TRANSFER_CLAIMS, ...FILE_CLAIMS }))
    found.add(claim, await prove(deps.db, problems));
  for (const [claim, problems] of Object.entries(TRANSFER_ENTRY_CLAIMS))
    found.add(claim, await prove(deps.db, problems(new Date(key.since))));
  await proveAnchors(deps.db, found);
  for await (const range of rangesOf(deps.db, 'rail_notices', null, reading)) await proveNotices(deps.db, range, found);
  if (since === null) await deps.db.transaction((tx) => compare(tx, { books, watermark, found }));
  const proofs = found.proofs();
  return { ok: proofs.every(({ broken }) => broken === 0), proofs };
}

type Piece<At> = { readonly at: At; sums: Sums };
type Books = {
  readonly scopes: Map<pieces.ScopeKey, Scope>;
  /** Sums of the entries up to the watermark. */
  readonly entries: Map<pieces.ScopeKey, Sums>;
  readonly orders: Map<pieces.ScopeKey, Piece<pieces.ScopeRange>[]>;
  readonly payments: { readonly at: pieces.IdRange; sums: Map<pieces.ScopeKey, Sums> }[];
};
type Reading = {
  readonly watermark: string;
  /** Rows up to this id are not read. */
  readonly after: string;
  readonly pieceRows: number;
  readonly found: Findings;
  readonly key: RowKey;
  readonly deliveriesSince: Date;
};

/** Ended deliveries of that long ago may be gone. */
function deliveriesSince({ deliveryDays }: Pick<Deps['settings'], 'deliveryDays'>, now: number): Date {
  return new Date(deliveryDays === 0 ? 0 : now - (deliveryDays - 1) * DAY_MS);
}

async function readBooks(db: Db, reading: Reading): Promise<Books> {
  const scopes = await pieces.listBookScopes(db);
  const books: Books = {
    scopes: new Map(scopes.map((scope) => [pieces.scopeKey(scope), scope])),
    entries: new Map(),
    orders: new Map(),
    payments: [],
  };
  for (const scope of scopes) {
    books.entries.set(pieces.scopeKey(scope), await readEntries(db, scope, reading));
    books.orders.set(pieces.scopeKey(scope), await readOrders(db, scope, reading));
    if (scope.mode === 'live') await proveDays(db, scope, reading);
    for (const table of ['payouts', 'outgoing_transfers'] as const)
      for await (const range of rangesOf(db, table, scope, reading))
        reading.found.signed(
          reading.key,
          await (table === 'payouts' ? readPayouts : readTransfers)(db, { scope, range }),
        );
  }
  for await (const at of rangesOf(db, 'payments', null, reading)) {
    await reading.found.proveAll(db, PAYMENT_CLAIMS, at);
    await provePayments(db, at, reading);
    books.payments.push({ at, sums: await pieces.sumPaymentPiece(db, at) });
  }
  return books;
}

async function readEntries(db: Db, scope: Scope, reading: Reading): Promise<Sums> {
  const { watermark, found, key } = reading;
  let sums: Sums = new Map();
  for await (const range of rangesOf(db, 'ledger_entries', scope, reading)) {
    await found.proveAll(db, ENTRY_CLAIMS, { scope, range });
    found.signed(key, await readSignedEntries(db, { scope, range }));
    const upTo = range.upTo === null || range.upTo > watermark ? watermark : range.upTo;
    if (range.after < upTo) sums = addSums(sums, await pieces.sumEntryPiece(db, { scope, range: { ...range, upTo } }));
  }
  return sums;
}

async function readOrders(db: Db, scope: Scope, reading: Reading): Promise<Piece<pieces.ScopeRange>[]> {
  const { found, key, deliveriesSince } = reading;
  const read: Piece<pieces.ScopeRange>[] = [];
  for await (const range of rangesOf(db, 'orders', scope, reading)) {
    const at = { scope, range };
    await found.proveAll(db, ORDER_CLAIMS, at);
    found.add(DELIVERY_CLAIM, await prove(db, undelivered(at, deliveriesSince)));
    found.signed(key, [...(await readEvents(db, at)), ...(await readRefunds(db, at))]);
    read.push({ at, sums: await pieces.sumOrderPiece(db, at) });
  }
  return read;
}

/** The pieces of a table, one after the other. The last one has no end, so that what comes later is in it. */
async function* rangesOf(
  db: Db,
  table: pieces.PieceTable,
  scope: Scope | null,
  { after: first, pieceRows: limit }: Pick<Reading, 'after' | 'pieceRows'>,
): AsyncGenerator<pieces.IdRange> {
  for (let after = first; ; ) {
    const upTo = await pieces.endOfPiece(db, table, { scope, after, limit });
    yield { after, upTo };
    if (upTo === null) return;
    after = upTo;
  }
}

/** Brings the sums up to the moment of this snapshot and compares them with the balances. */
async function compare(
  tx: Queryable,
  { books, watermark, found }: { books: Books; watermark: string; found: Findings },
): Promise<void> {
  await startSnapshot(tx);
  const balances = await pieces.listBalances(tx);
  for (const [key, { scope }] of balances) books.scopes.set(key, scope);
  const scopes = [...books.scopes.values()];
  await sumAgain(tx, books, await pieces.listTouched(tx, scopes, watermark));
  const [outgoing, adjusted] = [await pieces.sumOutgoing(tx), await pieces.sumAdjusted(tx)];
  const beside = (key: pieces.ScopeKey) => addSums(outgoing.get(key) ?? NO_SUMS, adjusted.get(key) ?? NO_SUMS);
  const tails = await pieces.sumEntriesAfter(tx, scopes, watermark);
  for (const [key, scope] of books.scopes) {
    const kept = balances.get(key)?.balances ?? NO_BALANCES;
    const entries = addSums(books.entries.get(key) ?? NO_SUMS, tails.get(key) ?? NO_SUMS);
    const facts = addSums(factsOf(books, key), beside(key));
    let problems = problemsOf(scope, kept, { entries, facts });
    // A clock that is far off may have hidden a change. What differs is counted once more, all in this snapshot.
    if (problems.length > 0) problems = problemsOf(scope, kept, await countScope(tx, scope, beside(key)));
    for (const { claim, problem } of problems) found.add(claim, { broken: 1, examples: [problem] });
  }
}

type Counted = { readonly entries: Sums; readonly facts: Sums };

async function countScope(tx: Queryable, scope: Scope, beside: Sums): Promise<Counted> {
  const at = { scope, range: WHOLE };
  const payments = (await pieces.sumPaymentPiece(tx, WHOLE, scope)).get(pieces.scopeKey(scope)) ?? NO_SUMS;
  const orders = await pieces.sumOrderPiece(tx, at);
  return { entries: await pieces.sumEntryPiece(tx, at), facts: addSums(addSums(orders, payments), beside) };
}

function problemsOf(scope: Scope, kept: Balances, { entries, facts }: Counted): { claim: string; problem: string }[] {
  const name = `account ${scope.accountId}, ${scope.mode}`;
  const differs = LEDGER_ACCOUNTS.some((account) => kept[account] !== (entries.get(account) ?? 0n));
  const ofBooks = Object.entries(BOOK_CLAIMS).flatMap(([claim, what]) => {
    const problem = bookProblem(what, kept, facts);
    return problem === null ? [] : [{ claim, problem: `${name}: ${problem}` }];
  });
  return [...(differs ? [{ claim: BALANCE_CLAIM, problem: name }] : []), ...ofBooks];
}

const NO_SUMS: Sums = new Map();
const NO_BALANCES = Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, 0n])) as Record<
  LedgerAccount,
  bigint
>;

type Touched = Awaited<ReturnType<typeof pieces.listTouched>>;

async function sumAgain(tx: Queryable, books: Books, touched: Touched): Promise<void> {
  const orderPieces = new Set<Piece<pieces.ScopeRange>>();
  const paymentPieces = new Set<Books['payments'][number]>();
  for (const { scope, orderId, paymentId } of touched) {
    const key = pieces.scopeKey(scope);
    // A merchant who was not there before has no pieces yet.
    if (!books.orders.has(key)) books.orders.set(key, [{ at: { scope, range: WHOLE }, sums: new Map() }]);
    const order = orderId === null ? undefined : pieceOf(books.orders.get(key) ?? [], orderId, ({ at }) => at.range);
    if (order !== undefined) orderPieces.add(order);
    const payment = paymentId === null ? undefined : pieceOf(books.payments, paymentId, ({ at }) => at);
    if (payment !== undefined) paymentPieces.add(payment);
  }
  for (const piece of orderPieces) piece.sums = await pieces.sumOrderPiece(tx, piece.at);
  for (const piece of paymentPieces) piece.sums = await pieces.sumPaymentPiece(tx, piece.at);
}

const WHOLE: pieces.IdRange = { after: NIL_UUID, upTo: null };

/** The piece with this id. Pieces are in the order of their ids, and the last one has no end. */
function pieceOf<One>(all: readonly One[], id: string, rangeOf: (one: One) => pieces.IdRange): One | undefined {
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = all[middle];
    const upTo = one === undefined ? null : rangeOf(one).upTo;
    if (upTo === null || id <= upTo) high = middle;
    else low = middle + 1;
  }
  return all[low];
}

function factsOf({ orders, payments }: Books, key: pieces.ScopeKey): Sums {
  let facts = NO_SUMS;
  for (const { sums } of orders.get(key) ?? []) facts = addSums(facts, sums);
  for (const { sums } of payments) {
    const own = sums.get(key);
    if (own !== undefined) facts = addSums(facts, own);
  }
  return facts;
}

const DELIVERY_CLAIM = 'every event has its deliveries';

const SUM_CLAIMS: ReadonlySet<string> = new Set([BALANCE_CLAIM, ...Object.keys(BOOK_CLAIMS)]);

const CLAIM_ORDER = [
  SIGNED_CLAIM,
  ...Object.keys(ENTRY_CLAIMS),
  BALANCE_CLAIM,
  ...Object.keys(PAYMENT_CLAIMS),
  BROUGHT_CLAIM,
  NOTICE_CLAIM,
  ...Object.keys(BOOK_CLAIMS),
  ...Object.keys(TRANSFER_CLAIMS),
  ...Object.keys(TRANSFER_ENTRY_CLAIMS),
  ...Object.keys(FILE_CLAIMS),
  ...Object.keys(ORDER_CLAIMS),
  DELIVERY_CLAIM,
  DAY_CLAIM,
  ANCHOR_CLAIM,
];
