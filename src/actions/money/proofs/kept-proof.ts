// A proof of the books as far as it has come, as text, so that one that is cut off can go on (D87). The text is signed like the rows
// that it speaks of: whoever writes to the database could otherwise say that all of it is proved already.
import type { RowKey } from '../../../domain/base/row-key.js';
import type { Sums } from '../../../domain/money/ledger-facts.js';
import { type IdRange, scopeOfKey } from '../../../store/money/proofs/pieces.js';
import type { Books } from './compare-books.js';
import type { Proof } from './findings.js';
import type { Cursor } from './walk-books.js';

export type ProofSoFar = {
  readonly startedAt: number;
  /** null: of everything. */
  readonly since: number | null;
  readonly pieces: number;
  readonly place: Cursor | null;
  readonly proofs: readonly Proof[];
  readonly books: Books;
};

type Written = Omit<ProofSoFar, 'books'> & {
  readonly entries: readonly (readonly [key: string, sums: WrittenSums])[];
  readonly orders: readonly (readonly [key: string, pieces: readonly (readonly [IdRange, WrittenSums])[]])[];
  readonly payments: readonly (readonly [IdRange, readonly (readonly [key: string, sums: WrittenSums])[]])[];
};
type WrittenSums = Readonly<Record<string, string>>;

export function writeProof({ books, ...rest }: ProofSoFar, key: RowKey): string {
  const written: Written = {
    ...rest,
    entries: [...books.entries].map(([name, sums]) => [name, writeSums(sums)]),
    orders: [...books.orders].map(([name, all]) => [name, all.map(({ at, sums }) => [at.range, writeSums(sums)])]),
    payments: books.payments.map(({ at, sums }) => [at, [...sums].map(([name, own]) => [name, writeSums(own)])]),
  };
  const text = JSON.stringify(written);
  return `${key.sign(text)} ${text}`;
}

/** null: it is not ours. */
export function readProof(text: string, key: RowKey): ProofSoFar | null {
  const space = text.indexOf(' ');
  const told = text.slice(space + 1);
  if (space < 0 || text.slice(0, space) !== key.sign(told)) return null;
  const { entries, orders, payments, ...rest } = JSON.parse(told) as Written;
  return {
    ...rest,
    books: {
      entries: new Map(entries.map(([name, sums]) => [name, readSums(sums)])),
      orders: new Map(
        orders.map(([name, all]) => {
          const scope = scopeOfKey(name);
          return [name, all.map(([range, sums]) => ({ at: { scope, range }, sums: readSums(sums) }))];
        }),
      ),
      payments: payments.map(([at, sums]) => ({ at, sums: new Map(sums.map(([name, own]) => [name, readSums(own)])) })),
    },
  };
}

function writeSums(sums: Sums): WrittenSums {
  return Object.fromEntries([...sums].map(([name, sum]) => [name, String(sum)]));
}

function readSums(sums: WrittenSums): Sums {
  return new Map(Object.entries(sums).map(([name, sum]) => [name, BigInt(sum)]));
}
