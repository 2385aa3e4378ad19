// Payments of all merchants, for the operator, who may also undo one (D75).

import { actorNames } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';
import { isUuid } from '../../../domain/base/identity.js';
import type { Mode } from '../../../domain/base/mode.js';
import { type ListPage, toPage } from '../../../domain/base/paging.js';
import { oddMoney } from '../../../domain/money/decide.js';
import { PAYMENT_STATES, type Payment } from '../../../domain/money/payment.js';
import { findAccountNames, listAccountNames } from '../../../store/accounts/account-names.js';
import { searchAudit } from '../../../store/keeping/audit-search.js';
import { findByTrackingKey, walkPayments } from '../../../store/money/payment-lists.js';
import { findPayment, listPaymentsOf } from '../../../store/money/payments.js';
import { ALSO_PROPOSED, actAtDesk } from '../act-at-desk.js';
import { mayOf } from '../frame/frame.js';
import { whereItIs } from '../inbox/inbox-page.js';
import { requireShown, searchOrders } from '../inbox/inbox-view.js';
import { requireNote, requireSeen } from '../ui/desk-parts.js';
import { askIn, choiceIn, filterIn, modeIn, type Query, uuidIn } from '../ui/list-query.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import {
  type AllPaymentsView,
  type PaymentView,
  renderAllPaymentsPage,
  renderPaymentPage,
} from './all-payments-page.js';
import { ALL_PAYMENTS_TEXTS } from './texts.js';

const PAYMENTS_A_PAGE = 25;
const MOST_MERCHANTS = 200;
const MOST_FOUND = 50;

export function allPaymentsRoutes({ operator: { show, act } }: Visits, deps: Deps): void {
  show('/payments', 'see', async ({ frame, request }) =>
    renderAllPaymentsPage(frame, await showAllPayments(deps, request.query)),
  );
  const page: Page<OperatorVisit> = async (visit) => renderPaymentPage(visit.frame, await showPayment(deps, visit));
  show('/payments/:id', 'see', page);
  for (const [path, kind, word] of [
    ['take-back', 'payment.take_back', 'takenBack'],
    ['void', 'payment.void', 'voided'],
  ] as const) {
    const done = { es: ALL_PAYMENTS_TEXTS.es[word], en: ALL_PAYMENTS_TEXTS.en[word] };
    act(
      `/payments/:id/${path}`,
      'decide',
      { page, backTo: '/payments/:id', done, also: ALSO_PROPOSED },
      async (visit) => {
        const payment = await requireShown(deps, visit.request.params['id'] ?? '');
        requireSeen(visit, whereItIs(payment));
        const note = requireNote(visit);
        const result = await actAtDesk(deps, visit, { act: { kind, paymentId: payment.id, note }, note });
        return result === 'proposed' ? { to: `/payments/${payment.id}`, done: 'proposed' } : undefined;
      },
    );
  }
}

async function showAllPayments({ db }: Deps, query: Query): Promise<AllPaymentsView> {
  const mode = modeIn(query);
  const search = filterIn(query, 'q');
  const state = choiceIn(query, 'state', PAYMENT_STATES);
  const merchant = uuidIn(query, 'merchant');
  const page = search === '' ? await walk() : { rows: await find(db, mode, search), previous: null, next: null };
  const names = await findAccountNames(
    db,
    page.rows.flatMap(({ accountId }) => accountId ?? []),
  );
  return { mode, search, state, merchant, page, names, merchants: await listAccountNames(db, MOST_MERCHANTS) };

  async function walk(): Promise<ListPage<Payment>> {
    const ask = askIn(query, PAYMENTS_A_PAGE);
    const { rows, end } = await walkPayments(db, { mode, state, accountId: merchant }, ask);
    const listed = toPage(rows, ask, ({ id }) => id);
    return { ...listed, [ask.towards]: listed[ask.towards] ?? (rows.length > PAYMENTS_A_PAGE ? null : end) };
  }
}

/** By tracking key, by id, or by an identifier of the order that it paid. */
async function find(db: Deps['db'], mode: Mode, text: string): Promise<readonly Payment[]> {
  const own = isUuid(text) ? await findPayment(db, text) : null;
  if (own !== null) return own.mode === mode ? [own] : [];
  const tracked = await findByTrackingKey(db, mode, text);
  if (tracked.length > 0) return tracked;
  const orders = await searchOrders({ db }, mode, text);
  const found = await Promise.all(orders.map(({ scope, uuid }) => listPaymentsOf(db, scope, uuid)));
  return found.flat().slice(0, MOST_FOUND);
}

async function showPayment(deps: Deps, { request, visitor }: OperatorVisit): Promise<PaymentView> {
  const payment = await requireShown(deps, request.params['id'] ?? '');
  const { accountId, orderId, mode } = payment;
  const order = accountId === null || orderId === null ? null : await deps.orders.find({ accountId, mode }, orderId);
  const odd = oddMoney(order, payment);
  const names = accountId === null ? new Map<string, string>() : await findAccountNames(deps.db, [accountId]);
  const filter = { actor: null, action: null, subject: payment.id, from: null, before: null };
  const history = await searchAudit(deps.db, filter, { at: null, towards: 'next', limit: 20 });
  return {
    payment,
    merchant: accountId === null ? null : { id: accountId, name: names.get(accountId) ?? '' },
    isOpen: payment.unmatched > 0n || odd.held + odd.surplus + odd.parts > 0n,
    history,
    actors: await actorNames(
      deps,
      history.map(({ actor }) => actor),
    ),
    mayDecide: mayOf(visitor)('decide'),
  };
}
