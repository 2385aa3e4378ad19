// Walks through the tables behind the books, piece by piece, always in the same sequence, so that a proof that was cut off goes on
// where it was (D87).
import type { Scope } from '../../../domain/accounts/account.js';
import type { Db } from '../../../store/db.js';
import { endOfPiece, type IdRange, type PieceTable, scopeKey } from '../../../store/money/proofs/pieces.js';
import { atEndOfDay } from './prove-days.js';

/** What is proved merchant by merchant. */
const OF_MERCHANTS = ['ledger_entries', 'orders', 'payouts', 'outgoing_transfers'] as const;
const OF_ALL = ['payments', 'rail_notices'] as const;

export type Piece =
  | { readonly part: (typeof OF_MERCHANTS)[number]; readonly scope: Scope; readonly range: IdRange }
  | { readonly part: (typeof OF_ALL)[number]; readonly scope: null; readonly range: IdRange };

/** The last piece that is done. */
export type Cursor = { readonly part: Piece['part']; readonly scope: string | null; readonly upTo: string | null };

export function cursorOf({ part, scope, range }: Piece): Cursor {
  return { part, scope: scope === null ? null : scopeKey(scope), upTo: range.upTo };
}

type Walk = {
  readonly scopes: readonly Scope[];
  /** Rows up to this id are not read. */
  readonly after: string;
  readonly pieceRows: number;
  /** null: from the start. */
  readonly place: Cursor | null;
};

export async function* walkBooks(db: Db, { scopes, after, pieceRows, place }: Walk): AsyncGenerator<Piece> {
  const sorted = scopes
    .map((scope) => ({ scope, key: scopeKey(scope) }))
    .sort((one, two) => (one.key < two.key ? -1 : 1));
  const lineOf = (part: Piece['part']) => [...OF_MERCHANTS, ...OF_ALL].indexOf(part);
  /** From which id on a part is read for a merchant; null: it is done. */
  const startOf = (part: Piece['part'], key: string | null): string | null => {
    if (place === null || lineOf(part) > lineOf(place.part)) return after;
    if (lineOf(part) < lineOf(place.part) || (key ?? '') < (place.scope ?? '')) return null;
    return key === place.scope ? place.upTo : after;
  };
  for (const part of OF_MERCHANTS)
    for (const { scope, key } of sorted) {
      const start = startOf(part, key);
      if (start === null) continue;
      for await (const range of rangesOf(db, part, { scope, after: start, limit: pieceRows }))
        yield { part, scope, range };
    }
  for (const part of OF_ALL) {
    const start = startOf(part, null);
    if (start === null) continue;
    for await (const range of rangesOf(db, part, { scope: null, after: start, limit: pieceRows }))
      yield { part, scope: null, range };
  }
}

/** While the database reads one piece, the signatures of another are checked. */
const AT_ONCE = 2;

/** Works on the next piece while one is under way, and gives them with what they have shown, in their sequence. */
export async function* inTurn<Shown>(
  walk: AsyncIterable<Piece>,
  work: (piece: Piece) => Promise<Shown>,
): AsyncGenerator<{ readonly piece: Piece; readonly shown: Shown }> {
  const underWay: { readonly piece: Piece; readonly done: Promise<Shown> }[] = [];
  for await (const piece of walk) {
    const done = work(piece);
    done.catch(() => undefined); // its failure is met when its turn comes
    underWay.push({ piece, done });
    const first = underWay.length < AT_ONCE ? undefined : underWay.shift();
    if (first !== undefined) yield { piece: first.piece, shown: await first.done };
  }
  for (const { piece, done } of underWay) yield { piece, shown: await done };
}

/** The pieces of a table, one after the other. The last one has no end, so that what comes later is in it. */
async function* rangesOf(
  db: Db,
  table: PieceTable,
  { scope, after: first, limit }: { readonly scope: Scope | null; readonly after: string; readonly limit: number },
): AsyncGenerator<IdRange> {
  for (let after = first; ; ) {
    const end = await endOfPiece(db, table, { scope, after, limit });
    const upTo = end !== null && table === 'ledger_entries' ? atEndOfDay(after, end) : end;
    yield { after, upTo };
    if (upTo === null) return;
    after = upTo;
  }
}
