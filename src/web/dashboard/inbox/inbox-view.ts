// Reads what the inbox shows: money that waits, with filters, and one payment beside the orders that it may be for.
import { findMoney } from '../../../actions/money/search/find-money.js';
import { suggestOrders } from '../../../actions/money/suggest-orders.js';
import type { Deps } from '../../../deps.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { isUuid } from '../../../domain/base/identity.js';
import { isMatchable, oddMoney } from '../../../domain/money/decide.js';
import type { Payment, PaymentFlag } from '../../../domain/money/payment.js';
import type { SuggestionReason } from '../../../domain/money/suggest-orders.js';
import type { Order } from '../../../domain/orders/order.js';
import { RAIL_KIND_NAMES } from '../../../domain/rails/kinds.js';
import { AppError } from '../../../errors/errors.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { DECIDERS, listOddPage, type OddFilter } from '../../../store/money/odd-payments.js';
import { findPayment } from '../../../store/money/payments.js';
import type { MerchantName } from '../ui/desk-parts.js';
import {
  createFilterReader,
  DESK_MODES,
  type FilterReader,
  filterIn,
  type ListParameters,
  type Query,
} from '../ui/list-query.js';

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
  'key_reused',
] as const satisfies readonly PaymentFlag[];
const AGES = ['1', '3', '7', '30'] as const;

/** What the inbox is filtered by; the list and a payment's page read it alike. */
export function inboxFilter(query: FilterReader, now: number): OddFilter {
  const mode = query.tab('mode', DESK_MODES);
  const age = query.choice('age', AGES);
  return {
    mode,
    flag: query.choice('reason', REASONS),
    accountId: query.id('merchant'),
    kind: query.choice('rail', RAIL_KIND_NAMES),
    before: age === null ? null : now - Number(age) * DAY_MS,
    who: query.tab('who', DECIDERS),
  };
}

/** The same, as the parameters that it is read from. */
export function inboxParameters(query: Query): ListParameters {
  const reader = createFilterReader(query);
  inboxFilter(reader, 0);
  return { ...reader.tabs, ...reader.typed };
}

export type Candidate = {
  readonly order: Order;
  readonly merchant: string;
  readonly why: readonly SuggestionReason[];
};

export type DecisionView = {
  readonly payment: Payment;
  /** The parameters of the list that it was chosen from. */
  readonly list: ListParameters;
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
  const list = inboxParameters({ ...query, mode: payment.mode });
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
    list,
    merchant: accountId === null ? null : { id: accountId, name: names.get(accountId) ?? '' },
    order,
    candidates,
    shown: candidates?.[shown] === undefined ? 0 : shown,
    missed: wanted !== '' && candidates?.length === 0 ? wanted : null,
    waiting: odd.held + odd.surplus + odd.parts,
    nextId: await nextOf(deps, list, payment.id),
  };
}

/** With a search the orders that it finds; without one those that the money looks like. */
async function candidatesOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  payment: Payment,
  wanted: string,
): Promise<Omit<Candidate, 'merchant'>[]> {
  if (wanted === '') return suggestOrders(deps, payment);
  const { orders } = await findMoney(deps, { mode: payment.mode, search: wanted });
  const own = orders.filter(({ scope }) => payment.accountId === null || scope.accountId === payment.accountId);
  return own.map((order) => ({ order, why: [] }));
}

/** The next payment of the same list, or its first one at the end. */
export async function nextOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  list: ListParameters,
  id: string,
): Promise<string | null> {
  const filter = inboxFilter(createFilterReader(list), deps.clock.now());
  const [after] = await listOddPage(deps.db, filter, { at: id, towards: 'next', limit: 0 });
  if (after !== undefined) return after.id;
  const first = await listOddPage(deps.db, filter, { at: null, towards: 'next', limit: 1 });
  return first.find((one) => one.id !== id)?.id ?? null;
}
