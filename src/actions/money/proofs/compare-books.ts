// The last step of the proof of the books (D48): the sums that were taken piece by piece are brought up to one moment and compared
// with the balances, merchant by merchant.
import type { Scope } from '../../../domain/accounts/account.js';
import { NIL_UUID } from '../../../domain/base/identity.js';
import { type Balances, LEDGER_ACCOUNTS, type LedgerAccount } from '../../../domain/money/ledger.js';
import { addSums, BOOK_CLAIMS, bookProblem, type Sums } from '../../../domain/money/ledger-facts.js';
import type { Db, Queryable } from '../../../store/db.js';
import * as pieces from '../../../store/money/proofs/pieces.js';
import * as totals from '../../../store/money/proofs/totals.js';
import { startSnapshot } from '../../../store/snapshot.js';
import type { Findings } from './findings.js';

export const BALANCE_CLAIM = 'balances are the sums of the entries';

export type Piece<At> = { readonly at: At; sums: Sums };

/** What the tables add up to, as far as they were read. */
export type Books = {
  /** Of the entries up to the watermark. */
  readonly entries: Map<pieces.ScopeKey, Sums>;
  /** By merchant, in the order of their ids. */
  readonly orders: Map<pieces.ScopeKey, Piece<pieces.ScopeRange>[]>;
  readonly payments: { readonly at: pieces.IdRange; sums: Map<pieces.ScopeKey, Sums> }[];
};

type Comparing = {
  readonly books: Books;
  /** Every merchant that was found while the tables were read. */
  readonly known: readonly Scope[];
  /** Entries with younger ids are not in the sums yet. */
  readonly watermark: string;
  readonly found: Findings;
};

/** Brings the sums up to the moment of this snapshot and compares them with the balances. */
export async function compareBooks(tx: Db, { books, known, watermark, found }: Comparing): Promise<void> {
  await startSnapshot(tx);
  const balances = await totals.listBalances(tx);
  const all = new Map(known.map((scope) => [pieces.scopeKey(scope), scope]));
  for (const [key, { scope }] of balances) all.set(key, scope);
  const scopes = [...all.values()];
  await sumAgain(tx, books, await totals.listTouched(tx, scopes, watermark));
  const others = [await totals.sumOutgoing(tx), await totals.sumAdjusted(tx), await totals.sumShownLines(tx)];
  const beside = (key: pieces.ScopeKey) =>
    others.reduce<Sums>((sums, other) => addSums(sums, other.get(key) ?? NO_SUMS), NO_SUMS);
  const tails = await totals.sumEntriesAfter(tx, scopes, watermark);
  for (const [key, scope] of all) {
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
  const payments = (await totals.sumPaymentPiece(tx, WHOLE, scope)).get(pieces.scopeKey(scope)) ?? NO_SUMS;
  const orders = await totals.sumOrderPiece(tx, at);
  return { entries: await totals.sumEntryPiece(tx, at), facts: addSums(addSums(orders, payments), beside) };
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

type Touched = Awaited<ReturnType<typeof totals.listTouched>>;

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
  for (const piece of orderPieces) piece.sums = await totals.sumOrderPiece(tx, piece.at);
  for (const piece of paymentPieces) piece.sums = await totals.sumPaymentPiece(tx, piece.at);
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
