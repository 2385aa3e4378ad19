// Compares a bank's statement with our payments and transfers, and its closing balance with the books (D89). What agrees, differs
// or is proposed is kept line by line for the treasurer. One transaction, so a statement is kept whole or not at all. Then what
// agrees is booked (D87), and nothing else is.
import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.js';
import { isUuid } from '../../domain/base/identity.js';
import { endOfMexicoDay, mexicoDay, startOfMexicoDay } from '../../domain/base/mexico-day.js';
import type { Mode } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import {
  moneyAtBank,
  type StatementBalance,
  type StatementLook,
  type StatementPart,
} from '../../domain/money/bank-statement.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import * as lines from '../../store/money/statements/bank-lines.js';
import {
  findStatement,
  insertLines,
  insertStatement,
  type KeptStatement,
  type NumberedLine,
  sumOutcomes,
} from '../../store/money/statements/bank-statements.js';
import { bookShown } from './book-shown.js';
import { inSets } from './in-sets.js';
import { matchOpen } from './match-open.js';
import { readTrialBalance } from './trial-balance.js';

export type GivenStatement = StatementLook & {
  readonly mode: Mode;
  readonly fileName: string;
  /** The text of the file from its start, in pieces. It is asked for again if the transaction has to be repeated. */
  open(): AsyncIterable<string>;
  readonly actor: string;
  /** Told now and then how far it is. */
  progress?(step: 'read' | 'compared', count: number): void;
};

type ReadParts = (given: StatementLook, chunks: AsyncIterable<string>) => AsyncIterable<StatementPart>;
type StatementDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'matcher'>;

const LINES_AT_ONCE = 2_000;
const MOST_DAYS = 400;

export async function reconcileStatement(
  deps: StatementDeps,
  given: GivenStatement,
  read: ReadParts,
): Promise<KeptStatement> {
  // A notice that has arrived but is not matched yet does not count as missing.
  await matchOpen(deps, deps.clock.now() + 1);
  const kept = await deps.db.transaction(async (tx) => {
    const madeAt = deps.clock.now();
    const id = deps.random.uuid(madeAt);
    const { count, digest, ...head } = await storeLines(tx, id, given, read);
    const days = daysBetween(head.firstDay, head.lastDay);
    await compare(tx, { id, count, days, given });
    const books = await readTrialBalance(tx, { mode: given.mode, from: head.lastDay, to: head.lastDay });
    const { mode, format, fileName, actor } = given;
    const compared: KeptStatement = {
      id,
      mode,
      format,
      fileName,
      digest,
      ...head,
      madeBy: actor,
      madeAt,
      books: moneyAtBank(books.total.closing),
      shown: null,
      summary: await sumOutcomes(tx, id),
    };
    await insertStatement(tx, compared);
    return compared;
  });
  return { ...kept, shown: await bookShown(deps, kept) };
}

export async function requireStatement(deps: Pick<Deps, 'db'>, id: string): Promise<KeptStatement> {
  const kept = isUuid(id) ? await findStatement(deps.db, id) : null;
  if (kept === null) throw new AppError('not_found');
  return kept;
}

type Head = Pick<KeptStatement, 'account' | 'firstDay' | 'lastDay' | 'opening' | 'closing'>;

/** Stores the lines as they are read. What does not add up from one balance to the other was cut or changed. */
async function storeLines(
  tx: Queryable,
  id: string,
  given: GivenStatement,
  read: ReadParts,
): Promise<Head & { readonly count: number; readonly digest: string }> {
  const { open, order, progress } = given;
  const hash = createHash('sha256');
  let told = NOTHING_TOLD;
  for await (const parts of inSets(read(given, hashed(open(), hash)), LINES_AT_ONCE)) {
    const set: NumberedLine[] = [];
    for (const part of parts) {
      told = tell(told, part);
      // Only the end of the file tells which number the newest line has; see numberFromOldest.
      if (part.is === 'line') set.push({ ...part, line: order === 'newest first' ? -told.count : told.count });
    }
    await insertLines(tx, id, set);
    progress?.('read', told.count);
  }
  return { ...headOf(told), count: told.count, digest: hash.digest('hex') };
}

async function* hashed(chunks: AsyncIterable<string>, hash: ReturnType<typeof createHash>): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** What a statement has told so far. */
type Told = {
  readonly count: number;
  readonly sum: bigint;
  readonly accounts: ReadonlySet<string>;
  readonly opening: StatementBalance | null;
  readonly closing: StatementBalance | null;
  readonly firstDay: string;
  readonly lastDay: string;
};

const NOTHING_TOLD: Told = {
  count: 0,
  sum: 0n,
  accounts: new Set(),
  opening: null,
  closing: null,
  firstDay: '9999-12-31',
  lastDay: '0000-01-01',
};

/** A file may have several statements of one account, one after the other. */
function tell(told: Told, part: StatementPart): Told {
  switch (part.is) {
    case 'account':
      return { ...told, accounts: new Set([...told.accounts, part.account]) };
    case 'opening':
      return { ...told, opening: earlier(told.opening, part) };
    case 'closing':
      return { ...withDay(told, part.day), closing: later(told.closing, part) };
    case 'line': {
      const moved = part.direction === 'in' ? part.amount : -part.amount;
      return { ...withDay(told, part.day), count: told.count + 1, sum: told.sum + moved };
    }
  }
}

function withDay(told: Told, day: string): Told {
  const { firstDay, lastDay } = told;
  return { ...told, firstDay: day < firstDay ? day : firstDay, lastDay: day > lastDay ? day : lastDay };
}

function headOf({ opening, closing, accounts, sum, firstDay, lastDay }: Told): Head {
  const [account = ''] = accounts;
  if (accounts.size > 1) throw unreadable(`it is of several accounts: ${[...accounts].slice(0, 5).join(', ')}`);
  if (closing === null) throw unreadable('it has no closing balance');
  if (opening !== null && opening.amount + sum !== closing.amount) {
    const [before, moved, after] = [opening.amount, sum, closing.amount].map(toDecimal);
    throw unreadable(`its lines do not add up: ${before} and movements of ${moved} are not ${after}`);
  }
  if (daysBetween(firstDay, lastDay).length > MOST_DAYS) throw unreadable(`it is of more than ${MOST_DAYS} days`);
  return { account, firstDay, lastDay, opening: opening?.amount ?? null, closing: closing.amount };
}

function earlier(one: StatementBalance | null, other: StatementBalance): StatementBalance {
  return one === null || other.day < one.day ? other : one;
}

function later(one: StatementBalance | null, other: StatementBalance): StatementBalance {
  return one === null || other.day >= one.day ? other : one;
}

function unreadable(problem: string): AppError {
  return new AppError('unreadable_statement', { problem });
}

type Comparing = {
  readonly id: string;
  readonly count: number;
  readonly days: readonly string[];
  readonly given: GivenStatement;
};

/** By clave first, for all lines; then what is left by amount and day; then what is ours alone. */
async function compare(tx: Queryable, { id, count, days, given: { mode, order, progress } }: Comparing): Promise<void> {
  const ranges = Array.from({ length: Math.ceil(count / LINES_AT_ONCE) }, (_, at) => {
    const from = 1 + at * LINES_AT_ONCE;
    return { id, mode, from, before: Math.min(count + 1, from + LINES_AT_ONCE) };
  });
  for (const range of ranges) {
    if (order === 'newest first') await lines.numberFromOldest(tx, range, count);
    await lines.comparePayments(tx, range);
    await lines.compareTransfers(tx, range);
    progress?.('compared', range.before - 1);
  }
  const spans = days.map((day) => ({ id, mode, day, ...spanOf(day) }));
  await lines.joinInSets(tx, async () => {
    for (const day of spans) {
      await lines.proposePayments(tx, day);
      await lines.proposeTransfers(tx, day);
    }
  });
  for (const range of ranges) await lines.nameTheRest(tx, range);
  let last = count;
  for (const day of spans) last += await lines.addTheyMiss(tx, day, last);
}

function spanOf(day: string): { from: number; before: number } {
  const [from, before] = [startOfMexicoDay(day), endOfMexicoDay(day)];
  if (from === null || before === null) throw unreadable(`${day} is no day`);
  return { from, before };
}

/** Both days are included; one more than a statement may have is enough to see that it has too many. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (
    let at = spanOf(first).from;
    mexicoDay(at) <= last && days.length <= MOST_DAYS;
    at = spanOf(mexicoDay(at)).before
  )
    days.push(mexicoDay(at));
  return days;
}
