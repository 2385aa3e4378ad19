// What becomes of outgoing transfers (D75), any number of them in one transaction: it locks their orders, then their payments, then
// the transfers, each in the order of its ids, takes one step after the other in memory, and writes all of it with a few statements.
// A step that is refused changes nothing and holds up no other.
import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT } from '../../domain/accounts/account.js';
import { toDecimal } from '../../domain/base/money.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import { type BookEntry, move } from '../../domain/money/ledger.js';
import { allIn, type Payment } from '../../domain/money/payment.js';
import type { confirmEntry } from '../../domain/money/transfer-entries.js';
import type { EventType } from '../../domain/orders/event-types.js';
import type { Order } from '../../domain/orders/order.js';
import { lockOfKey } from '../../domain/rails/identity.js';
import { formatTransferId, parseTransferId, type Transfer } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import { type Queryable, within } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { writeBooks } from '../../store/money/books.js';
import { findLastEntries, findLastEntry } from '../../store/money/ledger.js';
import { findUnmatched, lockPayments } from '../../store/money/payments.js';
import { showAsReturn } from '../../store/money/statements/shown-lines.js';
import type { ChangedOrder } from '../../store/orders/changed-orders.js';
import { lockOrders } from '../../store/orders/order-locks.js';
import { lockIdentities } from '../../store/rails/reversals.js';
import {
  findTakenKeys,
  type ModeKey,
  saveTransfers,
  takeTrackingKeys,
} from '../../store/transfers/transfer-changes.js';
import { findTransfersOfAnyone, lockTransfers } from '../../store/transfers/transfers.js';
import { orderTime } from '../orders/order-time.js';
import { auditTransfers, type TransferAct } from './audit-transfer.js';

export type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>;

export type ChangeCall = {
  readonly transferId: string;
  readonly actor: string;
  /** Why, for the audit log. */
  readonly note?: string | null;
};

/** What a step decides by. */
export type Locked = {
  readonly transfer: Transfer;
  readonly order: Order | null;
  /** The payment whose money a return sends back. */
  readonly payment: Payment | null;
  /** The payment as which its own money came back, before we knew that it has this clave. */
  readonly cameBack: Payment | null;
  readonly now: number;
};

export type Change = {
  readonly transfer: Transfer;
  readonly order?: Order;
  readonly payment?: Payment;
  readonly entry?: ReturnType<typeof confirmEntry>;
  /** Whether the entry takes back what one before it booked. */
  readonly isCorrection?: boolean;
  /** What came back was no payment: the transfer has it again. */
  readonly undone?: Payment;
  readonly events: readonly EventType[];
};

export type TransferStep = {
  readonly action: AuditAction;
  /** null: there is nothing left to do. */
  decide(locked: Locked, tx: Queryable): Change | null | Promise<Change | null>;
};

export type WantedChange = {
  readonly call: ChangeCall;
  /** The clave de rastreo that it may get. */
  readonly trackingKey?: string | null;
  /** One after the other; what is known of the transfer once it is locked may refuse all of them. */
  steps(transfer: Transfer): readonly TransferStep[];
};

type Outcomes = readonly (Transfer | AppError)[];

/** What became of each, in their order. On a cluster each is a transaction: one whose node is lost is refused and holds up no other. */
export async function changeTransfers(deps: ChangeDeps, wanted: readonly WantedChange[]): Promise<Outcomes> {
  if (!deps.db.isSpread) return changeAtOnce(deps, wanted);
  const outcomes: (Transfer | AppError)[] = [];
  for (const one of wanted) outcomes.push(...(await changeAtOnce(deps, [one]).catch(asOutcome)));
  return outcomes;
}

function asOutcome(error: unknown): Outcomes {
  if (error instanceof AppError) return [error];
  throw error;
}

function changeAtOnce(deps: ChangeDeps, wanted: readonly WantedChange[]): Promise<Outcomes> {
  return deps.db.transaction(async (tx) => {
    const books = await lockBooks(deps, tx, wanted);
    const outcomes: (Transfer | AppError)[] = [];
    for (const one of wanted) {
      try {
        outcomes.push(await takeSteps(deps, tx, books, one));
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
        outcomes.push(error);
      }
    }
    await writeChanges(deps, tx, books);
    return outcomes;
  });
}

/** What is locked, as the steps so far have left it, and what they have to write. */
type Books = {
  readonly now: number;
  readonly transfers: Rows<Transfer>;
  readonly orders: Rows<Order>;
  readonly payments: Rows<Payment>;
  readonly takenKeys: Set<string>;
  readonly newKeys: ModeKey[];
  readonly changedOrders: ChangedOrder[];
  readonly entries: BookEntry[];
  /** Of each transfer, by its id. */
  readonly lastEntries: Map<string, string>;
  readonly acts: TransferAct[];
};

type Rows<Row> = { readonly known: Map<string, Row>; readonly changed: Map<string, Row> };

async function lockBooks(deps: ChangeDeps, tx: Queryable, wanted: readonly WantedChange[]): Promise<Books> {
  const told = wanted.flatMap(({ trackingKey = null }) => trackingKey ?? []);
  // Whoever books a return by its clave looks for its transfer under the same lock: one of the two finds the other.
  if (told.length > 0) await lockIdentities(tx, told.map(lockOfKey));
  const ids = wanted.flatMap(({ call }) => parseTransferId(call.transferId) ?? []);
  const found = await findTransfersOfAnyone(within(deps.db, tx), ids);
  const ofOrders = found.flatMap(({ scope, orderId: uuid }) => (uuid === null ? [] : [{ scope, uuid }]));
  const returned = found.flatMap(({ reason, sourceId }) => (reason === 'return' ? [sourceId] : []));
  const orders = await lockOrders(tx, [...new Map(ofOrders.map((key) => [key.uuid, key])).values()]);
  const payments = await lockPayments(tx, [...returned, ...(await findUnmatched(tx, told))]);
  const transfers = rowsOf(await lockTransfers(tx, found), ({ id }) => id);
  const keys = wanted.flatMap(({ call, trackingKey = null }) => {
    const mode = transfers.known.get(parseTransferId(call.transferId) ?? '')?.scope.mode;
    return trackingKey === null || mode === undefined ? [] : [{ mode, trackingKey }];
  });
  return {
    now: deps.clock.now(),
    transfers,
    orders: rowsOf(orders, ({ uuid }) => uuid),
    payments: rowsOf(payments, ({ id }) => id),
    takenKeys: new Set((await findTakenKeys(tx, keys)).map(keyText)),
    lastEntries: new Map(await findLastEntries(tx, found)),
    newKeys: [],
    changedOrders: [],
    entries: [],
    acts: [],
  };
}

function rowsOf<Row>(rows: readonly Row[], idOf: (row: Row) => string): Rows<Row> {
  return { known: new Map(rows.map((row) => [idOf(row), row])), changed: new Map() };
}

function rowIn<Row>({ known, changed }: Rows<Row>, id: string | null): Row | null {
  return id === null ? null : (changed.get(id) ?? known.get(id) ?? null);
}

async function takeSteps(deps: ChangeDeps, tx: Queryable, books: Books, wanted: WantedChange): Promise<Transfer> {
  const { transferId, actor, note = null } = wanted.call;
  const locked = rowIn(books.transfers, parseTransferId(transferId));
  if (locked === null) throw new AppError('transfer_not_found');
  let transfer = locked;
  for (const { action, decide } of wanted.steps(transfer)) {
    const order = rowIn(books.orders, transfer.orderId);
    const payment = transfer.reason === 'return' ? rowIn(books.payments, transfer.sourceId) : null;
    const cameBack = cameBackOf(books, transfer, wanted);
    const change = await decide({ transfer, order, payment, cameBack, now: books.now }, tx);
    if (change === null) continue;
    if (change.transfer.trackingKey !== transfer.trackingKey) takeKey(books, change.transfer);
    if (order !== null && (change.order !== undefined || change.events.length > 0))
      await changeOrder(deps, tx, books, { ...change, order: change.order ?? order });
    if (change.payment !== undefined) books.payments.changed.set(change.payment.id, change.payment);
    if (change.undone !== undefined) await undoReturn(deps, tx, books, { transfer, payment: change.undone, actor });
    addEntry(deps, books, { ...change, paymentId: payment?.id ?? null, actor });
    books.transfers.changed.set(transfer.id, change.transfer);
    books.acts.push({ at: books.now, actor, action, note, before: transfer, after: change.transfer });
    transfer = change.transfer;
  }
  return transfer;
}

/** Money of nobody with the clave and the amount of the transfer, which came after it was made. */
function cameBackOf({ payments }: Books, transfer: Transfer, { trackingKey = null }: WantedChange): Payment | null {
  const { coin, amount, createdAt, scope } = transfer;
  if (trackingKey === null || (transfer.trackingKey ?? trackingKey) !== trackingKey || coin !== null) return null;
  const found = [...payments.known.keys()].map((id) => rowIn(payments, id));
  const isBack = (payment: Payment) =>
    payment.kind === 'spei' &&
    payment.trackingKey === trackingKey &&
    payment.mode === scope.mode &&
    payment.unmatched === amount &&
    payment.amount === amount &&
    payment.receivedAt >= createdAt;
  return found.find((payment) => payment !== null && isBack(payment)) ?? null;
}

type Return = { readonly transfer: Transfer; readonly payment: Payment; readonly actor: string };

/** Nothing twice: what the transfer has again is no payment, as one that was voided. A statement has shown it as the transfer's return. */
async function undoReturn(
  deps: ChangeDeps,
  tx: Queryable,
  books: Books,
  { transfer, payment, actor }: Return,
): Promise<void> {
  const { id: paymentId, amount, mode } = payment;
  const { now } = books;
  const scope = { accountId: HOUSE_ACCOUNT, mode };
  const flags = [...payment.flags, 'came_back' as const, 'voided' as const];
  books.payments.changed.set(paymentId, { ...payment, ...allIn('returned', amount), flags, updatedAt: now });
  const corrects = await findLastEntry(tx, scope, paymentId);
  const postings = move(amount, 'unmatched', 'rail');
  const entry = { kind: 'void', postings, scope, orderId: null, paymentId, corrects, actor, createdAt: now } as const;
  books.entries.push({ ...entry, id: deps.random.uuid(now) });
  await showAsReturn(tx, paymentId, transfer.id);
  await appendAudit(tx, deps, {
    at: now,
    actor,
    action: 'payment.void',
    subject: paymentId,
    details: {
      amount: toDecimal(amount),
      from: 'unmatched',
      to: 'returned',
      note: `returned ${formatTransferId(transfer.id)}`,
      account: null,
      order: null,
    },
  });
}

function takeKey({ takenKeys, newKeys }: Books, { scope: { mode }, trackingKey }: Transfer): void {
  if (trackingKey === null) return;
  const key = { mode, trackingKey };
  if (takenKeys.has(keyText(key))) throw new AppError('tracking_key_taken', { key: trackingKey });
  takenKeys.add(keyText(key));
  newKeys.push(key);
}

type Changed = Change & { readonly order: Order };

/** The time of an event is that of its order's last change. */
async function changeOrder(deps: ChangeDeps, tx: Queryable, books: Books, { order, events }: Changed): Promise<void> {
  const changed = { ...order, updatedAt: await orderTime(deps, tx, order) };
  books.changedOrders.push({ order: changed, events });
  books.orders.changed.set(order.uuid, { ...changed, lastEvent: order.lastEvent + events.length });
}

function addEntry(
  deps: ChangeDeps,
  { now, entries, lastEntries }: Books,
  { transfer, entry, isCorrection, ...by }: Change & Pick<BookEntry, 'actor' | 'paymentId'>,
): void {
  if (entry === undefined) return;
  const { scope, orderId, id: transferId } = transfer;
  const corrects = isCorrection === true ? (lastEntries.get(transferId) ?? null) : null;
  const { actor, paymentId } = by;
  const id = deps.random.uuid(now);
  entries.push({ ...entry, scope, id, orderId, paymentId, transferId, corrects, actor, createdAt: now });
  lastEntries.set(transferId, id);
}

async function writeChanges(deps: ChangeDeps, tx: Queryable, books: Books): Promise<void> {
  const { transfers, payments, newKeys, changedOrders: orders, entries, acts } = books;
  if (acts.length === 0) return;
  // First: whoever takes one of them meanwhile is waited for here, and the transfer would be the second with it.
  await takeTrackingKeys(tx, newKeys);
  await saveTransfers(tx, [...transfers.changed.values()]);
  await auditTransfers(deps, tx, acts);
  await writeBooks({ tx, clock: deps.clock }, { orders, entries, payments: [...payments.changed.values()] });
}

function keyText({ mode, trackingKey }: ModeKey): string {
  return `${mode} ${trackingKey}`;
}
