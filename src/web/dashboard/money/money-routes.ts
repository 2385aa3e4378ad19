// A merchant's money: movements, what waits for a decision, transfers, statements.

import { decideOwnPayment, requirePayment } from '../../../actions/money/decide-payment.js';
import { statementLines, summarizeStatement } from '../../../actions/money/make-statement.js';
import { payerOf } from '../../../actions/transfers/new-transfer.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { formatOrderId, parseOrderId } from '../../../domain/base/identity.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import { AppError, errorEntry } from '../../../errors/errors.js';
import { findAccount } from '../../../store/accounts/accounts.js';
import { findHeldRefunds } from '../../../store/transfers/transfers.js';
import { renderLinkPage } from '../orders/change-pages.js';
import { ORDER_TEXTS } from '../orders/texts.js';
import { payoutsRoutes } from '../payouts/payouts-routes.js';
import { Refusal, textIn } from '../refusal.js';
import { sendCsv, sendFile } from '../ui/csv-file.js';
import { pesos } from '../ui/parts.js';
import type { MerchantVisit, Outcome, Page, Visits } from '../visit.js';
import { lastMonths, MOST_MARKED, showStatement, waitingOf, waitingPayment } from './money-view.js';
import { movementsList } from './movements-list.js';
import {
  MARKED,
  renderDecisionPage,
  renderMarkedPage,
  renderReviewPage,
  seenOf,
  type Waiting,
} from './review-pages.js';
import { statementPdf, statementRecords } from './statement-files.js';
import { renderStatementPage } from './statement-page.js';
import { renderStatementsPage } from './statements-page.js';
import { MONEY_DONE, MONEY_TEXTS } from './texts.js';
import { transfersList } from './transfers-list.js';

export function moneyRoutes(visits: Visits, deps: Deps): void {
  const { show, act, send } = visits.merchant;
  movementsList(visits, deps);
  transfersList(visits, deps);
  payoutsRoutes(visits, deps);
  const reviewPage: Page<MerchantVisit> = async ({ frame, merchant: { scope }, request: { query } }) => {
    const orderId = typeof query['order'] === 'string' ? parseOrderId(query['order']) : null;
    return renderReviewPage(frame, {
      waiting: await waitingOf(deps, scope, orderId),
      isOfOrder: orderId !== null,
    });
  };
  show('/money/review', 'see', reviewPage);
  const many = { page: reviewPage, backTo: '/money/review', done: MONEY_DONE.many };
  act('/money/review', 'refund', { ...many, also: { changed: MONEY_DONE.someChanged } }, (visit) =>
    decideMany(deps, visit),
  );
  const decisionPage: Page<MerchantVisit> = async (visit) => {
    const { scope } = visit.merchant;
    const waiting = await waitingPayment(deps, await paymentOf(deps, visit));
    const destination = await payerOf(deps, deps.db, waiting.payment, { scope, order: waiting.order });
    const heldRefunds = await findHeldRefunds(deps.db, scope, waiting.order === null ? [] : [waiting.order]);
    return renderDecisionPage(visit.frame, { ...waiting, destination, heldRefunds });
  };
  show('/money/review/:payment', 'see', decisionPage);
  for (const [choice, done] of [
    ['accept', MONEY_DONE.kept],
    ['return', MONEY_DONE.sentBack],
  ] as const) {
    act(
      `/money/review/:payment/${choice}`,
      'refund',
      { page: decisionPage, backTo: '/money/review/:payment', done },
      (visit) => decide(deps, visit, choice),
    );
  }

  show('/money/statements', 'see', async ({ frame, merchant: { scope } }) => {
    const now = deps.clock.now();
    const months = lastMonths(now, await openSince(deps, scope));
    return renderStatementsPage(frame, { months, today: mexicoDay(now) });
  });
  show('/money/statements/:month', 'see', async ({ frame, merchant: { scope }, request: { params } }) => {
    const since = await openSince(deps, scope);
    return renderStatementPage(frame, await showStatement(deps, { scope, since }, params['month'] ?? ''));
  });
  for (const format of ['csv', 'pdf'] as const)
    send(`/money/statement.${format}`, 'see', (visit, reply) => sendStatement(deps, visit, reply, format));
  // The form for other days has the format in a field.
  send('/money/statement', 'see', (visit, reply) =>
    sendStatement(deps, visit, reply, visit.request.query['format'] === 'pdf' ? 'pdf' : 'csv'),
  );
}

/** When the merchant was opened: there is no statement of earlier months. */
async function openSince({ db, clock }: Deps, { accountId }: Scope): Promise<number> {
  return (await findAccount(db, accountId))?.createdAt ?? clock.now();
}

async function sendStatement(
  deps: Deps,
  { frame, merchant: { scope }, request: { query } }: MerchantVisit,
  reply: Parameters<Parameters<Visits['merchant']['send']>[2]>[1],
  format: 'csv' | 'pdf',
): Promise<unknown> {
  const [from, to] = [String(query['from'] ?? ''), String(query['to'] ?? '')];
  const call = { scope, from, to };
  const { language } = frame;
  const merchant = frame.viewer?.kind === 'merchant' ? frame.viewer.account.name : '';
  // Both read the span first: a day that is none is refused before anything is sent.
  const summary = await summarizeStatement(deps, call);
  const name = `statement-${from}-${to}`;
  if (format === 'csv') return sendCsv(reply, name, statementRecords(statementLines(deps, call), language));
  const pdf = statementPdf({ merchant, mode: scope.mode, from, to, language, summary });
  return sendFile(reply, { name: `${name}.pdf`, type: 'application/pdf' }, pdf);
}

/** Each for itself: what somebody decided meanwhile, or only the operator may decide, stays as it is. */
async function decideMany(deps: Deps, visit: MerchantVisit): Promise<Outcome> {
  const { frame, merchant, actor } = visit;
  const form = oneOf(visit) ?? visit.form;
  const marked = Object.entries(form).filter(([name]) => name.startsWith(MARKED));
  if (marked.length === 0) throw new Refusal(MONEY_TEXTS[frame.language].review.many.none);
  const choice = form['choice'] === 'accept' ? 'accept' : 'return';
  if (form['sure'] !== 'yes') return { page: await askOnceMore(deps, visit, { choice, marked }) };
  let decided = 0;
  for (const [name, seen] of marked.slice(0, MOST_MARKED)) {
    const payment = await requirePayment(deps, name.slice(MARKED.length), merchant.scope);
    if (seen !== seenOf(payment)) continue;
    const call = { paymentId: payment.id, scope: merchant.scope, choice, actor } as const;
    const isDone = await decideOwnPayment(deps, call, null).then(() => true, asChanged);
    if (isDone) decided++;
  }
  return decided === marked.length ? {} : { done: 'changed' };
}

/** As `Decide` says it: the choice, the payment, and what was shown of it. */
function oneOf(visit: MerchantVisit): Readonly<Record<string, string>> | null {
  const [choice = '', id, ...seen] = String(visit.form['only'] ?? '').split(' ');
  return id === undefined ? null : { choice, [MARKED + id]: seen.join(' ') };
}

type Marked = { readonly choice: 'accept' | 'return'; readonly marked: readonly (readonly [string, unknown])[] };

/** Without those that somebody decided meanwhile. */
async function askOnceMore(deps: Deps, visit: MerchantVisit, { choice, marked }: Marked): Promise<string> {
  const found: Waiting[] = [];
  for (const [name, seen] of marked.slice(0, MOST_MARKED)) {
    const payment = await requirePayment(deps, name.slice(MARKED.length), visit.merchant.scope);
    if (seen === seenOf(payment)) found.push(await waitingPayment(deps, payment));
  }
  if (found.length === 0) throw new Refusal(MONEY_TEXTS[visit.frame.language].review.changed);
  return renderMarkedPage(visit.frame, { choice, marked: found });
}

/** A refusal of one payment says that it is not as it was; any other failure ends the work. */
function asChanged(error: unknown): boolean {
  if (!(error instanceof AppError) || errorEntry(error.code).status >= 500) throw error;
  return false;
}

/** In test mode the link with which the customer says where the money goes is shown, now and never again. */
async function decide(deps: Deps, visit: MerchantVisit, choice: 'accept' | 'return'): Promise<Outcome> {
  const { frame, merchant, actor } = visit;
  const payment = await paymentOf(deps, visit);
  if (textIn(visit, 'seen') !== seenOf(payment)) throw new Refusal(MONEY_TEXTS[frame.language].review.changed);
  const call = { paymentId: payment.id, scope: merchant.scope, choice, actor };
  const decided = await decideOwnPayment(deps, call, null);
  if (decided.is === 'repeated') throw new Error('a decision without a key was repeated');
  const { returned } = decided.value;
  if (returned === null || returned.link === null) return { to: '/money/review' };
  const { orderId, amount } = returned.transfer;
  const texts = ORDER_TEXTS[frame.language].link;
  const next = {
    href: orderId === null ? `${frame.path}/money/review` : `${frame.path}/orders/${formatOrderId(orderId)}`,
    name: texts.done,
  };
  return { page: renderLinkPage(frame, { link: returned.link, done: texts.returnDone(pesos(amount)), next }) };
}

function paymentOf(deps: Pick<Deps, 'db'>, { request, merchant }: MerchantVisit) {
  return requirePayment(deps, request.params['payment'] ?? '', merchant.scope);
}
