// Reads what the inbox shows: money that waits, with filters, and one payment beside the orders that it may be for.
import { suggestOrders } from '../../../actions/money/suggest-orders.js';
import type { Deps } from '../../../deps.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { isUuid, parseOrderId } from '../../../domain/base/identity.js';
import type { Mode } from '../../../domain/base/mode.js';
import { type ListPage, toPage } from '../../../domain/base/paging.js';
import { isMatchable, oddMoney } from '../../../domain/money/decide.js';
import type { Payment, PaymentFlag } from '../../../domain/money/payment.js';
import type { SuggestionReason } from '../../../domain/money/suggest-orders.js';
import type { Order } from '../../../domain/orders/order.js';
import { RAIL_KIND_NAMES } from '../../../domain/rails/kinds.js';
import { AppError } from '../../../errors/errors.js';
import { findAccountNames, listAccountNames } from '../../../store/accounts/account-names.js';
import { findByDestinations } from '../../../store/money/match-candidates.js';
import { listOddPage, type OddFilter, type OddSum, sumOdd } from '../../../store/money/odd-payments.js';
import { findPayment } from '../../../store/money/payments.js';
import { findByFolio, findByIds } from '../../../store/orders/order-search.js';
import type { MerchantName } from '../ui/desk-parts.js';
import { askIn, choiceIn, filterIn, modeIn, type Query, uuidIn } from '../ui/list-query.js';

export const REASONS = [
  'unknown',
  'short',
  'over',
  'late',
  'too_late',
  'paid_again',
  'canceled',
  'other_network',
  'implausible',
] as const satisfies readonly PaymentFlag[];
export const AGES = ['1', '3', '7', '30'] as const;

const PAYMENTS_A_PAGE = 25;
const MOST_MERCHANTS = 200;

/** The filters as they stand in the address. */
export type InboxFilters = {
  readonly mode: Mode;
  readonly reason: string | null;
  readonly merchant: string | null;
  readonly rail: string | null;
  readonly age: string | null;
};

export type InboxView = {
  readonly filters: InboxFilters;
  readonly page: ListPage<Payment>;
  readonly names: ReadonlyMap<string, string>;
  readonly merchants: readonly MerchantName[];
  readonly waiting: OddSum;
  readonly now: number;
};

export function filtersIn(query: Query): InboxFilters {
  return {
    mode: modeIn(query),
    reason: choiceIn(query, 'reason', REASONS),
    merchant: uuidIn(query, 'merchant'),
    rail: choiceIn(query, 'rail', RAIL_KIND_NAMES),
    age: choiceIn(query, 'age', AGES),
  };
}

/** As parameters of an address. Live mode is the default. */
export function filterParameters({ mode, ...filters }: InboxFilters): Record<string, string | null> {
  return { mode: mode === 'test' ? 'test' : null, ...filters };
}

function storeFilter({ mode, reason, merchant, rail, age }: InboxFilters, now: number): OddFilter {
  return {
    mode,
    flag: REASONS.find((flag) => flag === reason) ?? null,
    accountId: merchant,
    kind: RAIL_KIND_NAMES.find((kind) => kind === rail) ?? null,
    before: age === null ? null : now - Number(age) * DAY_MS,
  };
}

export async function showInbox(deps: Pick<Deps, 'db' | 'clock'>, query: Query): Promise<InboxView> {
  const filters = filtersIn(query);
  const now = deps.clock.now();
  const ask = askIn(query, PAYMENTS_A_PAGE);
  const page = toPage(await listOddPage(deps.db, storeFilter(filters, now), ask), ask, ({ id }) => id);
  const ids = page.rows.flatMap(({ accountId }) => accountId ?? []);
  return {
    filters,
    page,
    names: await findAccountNames(deps.db, ids),
    merchants: await listAccountNames(deps.db, MOST_MERCHANTS),
    waiting: await sumOdd(deps.db, filters.mode),
    now,
  };
}

export type Candidate = {
  readonly order: Order;
  readonly merchant: string;
  readonly why: readonly SuggestionReason[];
};

export type DecisionView = {
  readonly payment: Payment;
  readonly filters: InboxFilters;
  /** The merchant that the money belongs to already; null if it belongs to nobody. */
  readonly merchant: MerchantName | null;
  /** The order that the money is on. */
  readonly order: Order | null;
  /** null if the payment can no longer be matched. */
  readonly candidates: readonly Candidate[] | null;
  /** Which candidate is shown. */
  readonly shown: number;
  /** What was searched for in vain. */
  readonly missed: string | null;
  /** What the merchant may get. */
  readonly waiting: bigint;
  /** The one that waits after this. */
  readonly nextId: string | null;
};

export async function requireShown(deps: Pick<Deps, 'db'>, id: string): Promise<Payment> {
  const payment = isUuid(id) ? await findPayment(deps.db, id) : null;
  if (payment === null) throw new AppError('not_found');
  return payment;
}

export async function showDecision(
  deps: Pick<Deps, 'db' | 'clock' | 'orders'>,
  id: string,
  query: Query,
): Promise<DecisionView> {
  const payment = await requireShown(deps, id);
  const filters = filtersIn({ ...query, mode: payment.mode });
  const { accountId, mode, orderId } = payment;
  const order = accountId === null || orderId === null ? null : await deps.orders.find({ accountId, mode }, orderId);
  const odd = oddMoney(order, payment);
  const wanted = filterIn(query, 'order');
  const found = isMatchable(payment) ? await candidatesOf(deps, payment, wanted) : null;
  const names = await findAccountNames(deps.db, [
    ...(found ?? []).map(({ order: one }) => one.scope.accountId),
    ...(accountId === null ? [] : [accountId]),
  ]);
  const candidates = found?.map((one) => ({ ...one, merchant: names.get(one.order.scope.accountId) ?? '' })) ?? null;
  const shown = Number(filterIn(query, 'candidate')) - 1;
  return {
    payment,
    filters,
    merchant: accountId === null ? null : { id: accountId, name: names.get(accountId) ?? '' },
    order,
    candidates,
    shown: candidates?.[shown] === undefined ? 0 : shown,
    missed: wanted !== '' && candidates?.length === 0 ? wanted : null,
    waiting: odd.held + odd.surplus + odd.parts,
    nextId: await nextOf(deps, filters, payment.id),
  };
}

/** With a search the orders that it finds; without one those that the money looks like. */
async function candidatesOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  payment: Payment,
  wanted: string,
): Promise<Omit<Candidate, 'merchant'>[]> {
  if (wanted === '') return suggestOrders(deps, payment);
  const orders = await searchOrders(deps, payment.mode, wanted);
  const own = orders.filter(({ scope }) => payment.accountId === null || scope.accountId === payment.accountId);
  return own.map((order) => ({ order, why: [] }));
}

export async function searchOrders(deps: Pick<Deps, 'db'>, mode: Mode, text: string): Promise<Order[]> {
  const uuid = parseOrderId(text) ?? (isUuid(text) ? text : null);
  if (uuid !== null) return findByIds(deps.db, mode, [uuid]);
  const folio = /^[0-9a-f]{8}$/i.test(text) ? await findByFolio(deps.db, mode, text) : [];
  const number = text.replace(/[\s-]/g, '');
  return folio.length > 0 || !/^\d{6,40}$/.test(number) ? folio : findByDestinations(deps.db, mode, [number]);
}

/** The next payment of the same list, or its first one at the end. */
export async function nextOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  filters: InboxFilters,
  id: string,
): Promise<string | null> {
  const filter = storeFilter(filters, deps.clock.now());
  const [after] = await listOddPage(deps.db, filter, { at: id, towards: 'next', limit: 0 });
  if (after !== undefined) return after.id;
  const first = await listOddPage(deps.db, filter, { at: null, towards: 'next', limit: 1 });
  return first.find((one) => one.id !== id)?.id ?? null;
}
