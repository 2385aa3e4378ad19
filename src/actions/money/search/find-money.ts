// "Where are the 1,250 pesos?": finds orders, payments and outgoing transfers of all merchants by anything that a customer, a bank or a merchant
// tells of them: an amount, payer, customer, e-mail, the merchant's own number, CLABE, reference, any part of a tracking key. Each
// way uses an index or looks at a limited number of the newest, on the connections for long reads (D83). For operators only.
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { NIL_UUID } from '../../../domain/base/identity.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { Payment } from '../../../domain/money/payment.js';
import { paymentText } from '../../../domain/money/payment-text.js';
import type { Order } from '../../../domain/orders/order.js';
import {
  gramOf,
  gramOfAmount,
  hasWords,
  rarestPieces,
  searchText,
  wordsOf,
} from '../../../domain/orders/search-text.js';
import { parseTransferId, searchedTransfer, type Transfer } from '../../../domain/transfers/transfer.js';
import { listAccountIds } from '../../../store/accounts/accounts.js';
import { findByDestinations } from '../../../store/money/match-candidates.js';
import { findPaymentsByIds, listPaymentsOfOrders } from '../../../store/money/payment-lists.js';
import { findTexts, insertTexts, listNewest, listUntexted } from '../../../store/money/payment-texts.js';
import { findByIds } from '../../../store/orders/all-orders.js';
import { findTextsOfAll, listNewestOfAll } from '../../../store/orders/order-texts.js';
import { findByTracking, listNewestTransfers, listTransfersById } from '../../../store/transfers/transfers.js';
import { amountOf, wholeId } from '../../orders/find-orders.js';
import { indexNew } from '../../orders/index-orders.js';

export type FoundMoney = {
  /** What has the amount first, then the newest. */
  readonly orders: readonly Order[];
  readonly payments: readonly Payment[];
  readonly transfers: readonly Transfer[];
  /** Whether there may be more than these. */
  readonly isCut: boolean;
};

type Call = { readonly mode: Mode; readonly search: string };
type Db = Deps['db'];
type Ids = Readonly<Record<'orders' | 'payments' | 'transfers', readonly string[]>>;
const NONE: Ids = { orders: [], payments: [], transfers: [] };

/** So many of each are shown. Who looks for one of more has to say more. */
export const MOST_SHOWN = 50;
/** So many each way gives, before the newest are chosen. */
const MOST_FOUND = 200;
/** So many of the newest are looked at one by one, whatever was typed. */
const NEWEST = 2_000;
/** The grams of so many merchants are looked up. */
const MOST_MERCHANTS = 5_000;

export async function findMoney({ db }: Pick<Deps, 'db'>, call: Call): Promise<FoundMoney> {
  const search = call.search.replaceAll('\0', '').trim();
  const ids = search === '' ? NONE : await idsOf(db, { ...call, search });
  const [orders, payments, transfers] = await Promise.all([
    findByIds(db, call.mode, ids.orders.slice(0, MOST_SHOWN)),
    findPaymentsByIds(db, call.mode, ids.payments.slice(0, MOST_SHOWN)),
    listTransfersById(db, call.mode, ids.transfers.slice(0, MOST_SHOWN)),
  ]);
  // An order is shown with its payments, and a payment with its order, whichever of them was found.
  const orderIds = payments.flatMap(({ orderId }) => orderId ?? []);
  const [ofPayments, ofOrders] = await Promise.all([
    findByIds(db, call.mode, orderIds),
    listPaymentsOfOrders(db, call.mode, orders),
  ]);
  return {
    orders: inOrder([...orders, ...ofPayments], ids.orders, ({ uuid }) => uuid),
    payments: inOrder([...payments, ...ofOrders], ids.payments, ({ id }) => id),
    transfers: inOrder(transfers, ids.transfers, ({ id }) => id),
    isCut: [ids.orders, ids.payments, ids.transfers].some((one) => one.length > MOST_SHOWN),
  };
}

async function idsOf(db: Db, call: Call): Promise<Ids> {
  const id = wholeId(call.search) ?? parseTransferId(call.search);
  if (id !== null) return { orders: [id], payments: [id], transfers: [id] };
  const number = call.search.replace(/[\s-]/g, '');
  const isNumber = /^\d{6,40}$/.test(number);
  // All words must be there, in whatever order; a number is one word, however it is grouped.
  const words = isNumber ? [number] : wordsOf(call.search);
  const wanted = { mode: call.mode, words, amount: amountOf(call.search) };
  const [paidTo, orders, payments, transfers] = await Promise.all([
    isNumber ? findByDestinations(db, call.mode, [number]) : [],
    amongOrders(db, wanted),
    amongPayments(db, wanted),
    amongTransfers(db, wanted, call.search),
  ]);
  return {
    orders: ranked([paidTo.map(({ uuid }) => uuid), ...orders]),
    payments: ranked(payments),
    transfers: ranked(transfers),
  };
}

type Wanted = { readonly mode: Mode; readonly words: readonly string[]; readonly amount: bigint | null };

/** Those of the amount first: "1250" is also a part of many numbers. */
async function amongOrders(db: Db, { mode, words, amount }: Wanted): Promise<readonly (readonly string[])[]> {
  const newest = (await listNewestOfAll(db, NEWEST)).map((order) => ({ ...order, text: searchText(order) }));
  const seen = newest.filter(({ scope }) => scope.mode === mode);
  const accounts = await listAccountIds(db, NIL_UUID, MOST_MERCHANTS);
  const gramsOfAll = (gram: (scope: Scope) => number) => accounts.map((accountId) => gram({ accountId, mode }));
  const [piece] = rarestPieces(
    words,
    newest.map(({ text }) => text),
  );
  const find = (grams: readonly number[], has: readonly string[]) =>
    findTextsOfAll(db, { grams, words: has, limit: MOST_FOUND });
  const [ofAmount, named] = await Promise.all([
    amount === null
      ? []
      : find(
          gramsOfAll((scope) => gramOfAmount(scope, amount)),
          [],
        ),
    piece === undefined
      ? []
      : find(
          gramsOfAll((scope) => gramOf(scope, piece)),
          words,
        ),
  ]);
  const idsAmong = (isFound: (order: (typeof seen)[number]) => boolean) => seen.filter(isFound).map(({ uuid }) => uuid);
  return [
    [...idsAmong((order) => order.amount === amount), ...ofAmount],
    [...idsAmong(({ text }) => hasWords(text, words)), ...named],
  ];
}

async function amongPayments(db: Db, { mode, words, amount }: Wanted): Promise<readonly (readonly string[])[]> {
  const newest = (await listNewest(db, NEWEST)).map((payment) => ({ ...payment, text: paymentText(payment) }));
  const seen = newest.filter((payment) => payment.mode === mode);
  const space = { accountId: null, mode };
  const grams = rarestPieces(
    words,
    newest.map(({ text }) => text),
  ).map((piece) => gramOf(space, piece));
  const [ofAmount, named] = await Promise.all([
    amount === null ? [] : findTexts(db, { grams: [gramOfAmount(space, amount)], words: [], limit: MOST_FOUND }),
    grams.length === 0 ? [] : findTexts(db, { grams, words, limit: MOST_FOUND }),
  ]);
  const idsAmong = (isFound: (one: (typeof seen)[number]) => boolean) => seen.filter(isFound).map(({ id }) => id);
  return [
    [...idsAmong((payment) => payment.amount === amount), ...ofAmount],
    [...idsAmong(({ text }) => hasWords(text, words)), ...named],
  ];
}

/** A whole tracking key finds any of them; anything else one of the newest. */
async function amongTransfers(
  db: Db,
  { mode, words, amount }: Wanted,
  search: string,
): Promise<readonly (readonly string[])[]> {
  const tracked = await findByTracking(db, mode, search);
  const newest = (await listNewestTransfers(db, NEWEST)).filter(({ scope }) => scope.mode === mode);
  const idsAmong = (isFound: (one: Transfer) => boolean) => newest.filter(isFound).map(({ id }) => id);
  return [
    tracked === null ? [] : [tracked.id],
    idsAmong((transfer) => transfer.amount === amount),
    idsAmong((transfer) => hasWords(searchedTransfer(transfer), words)),
  ];
}

/** Each list newest first (ids are in the order of time), one after the other. */
function ranked(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flatMap((ids) => [...ids].sort().reverse()))];
}

function inOrder<Row>(rows: readonly Row[], ids: readonly string[], idOf: (row: Row) => string): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return [...new Set([...ids, ...byId.keys()])].flatMap((id) => byId.get(id) ?? []).slice(0, MOST_SHOWN);
}

/**
 * Writes down what new payments are searched by, some at a time, behind the payments themselves: the search looks at the newest
 * one by one, so it finds a payment as soon as it is there. Returns whether there is more to do.
 */
export function indexPayments(deps: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  return indexNew(deps, 'payment_texts', { list: listUntexted, insert: insertTexts, idOf: ({ id }) => id });
}
