// Money that waits for a decision, and the operator's decisions about it (D43). Each decision is written to the audit log
// with its note; what is over the limit of one person becomes a proposal (D78).
import type { Deps } from '../../../deps.js';
import { deskActs } from '../act-at-desk.js';
import { seenOf } from '../money/review-pages.js';
import { textIn } from '../refusal.js';
import { requireNote, requireSeen } from '../ui/desk-parts.js';
import { listPath, type Query } from '../ui/list-query.js';
import { type OperatorVisit, type Page, paramIn, type Visits } from '../visit.js';
import { renderDecisionPage } from './decision-page.js';
import { inboxList } from './inbox-list.js';
import { inboxParameters, nextOf, requireShown, showDecision } from './inbox-view.js';
import { INBOX_DONE } from './texts.js';

export function inboxRoutes(visits: Visits, deps: Deps): void {
  const { show } = visits.operator;
  const deskAct = deskActs(visits, deps);
  inboxList(visits, deps);
  const page: Page<OperatorVisit> = async ({ frame, request, form }) => {
    const { id = '' } = request.params;
    const listed = typeof form['list'] === 'string' ? Object.fromEntries(new URLSearchParams(form['list'])) : {};
    const order = typeof form['order'] === 'string' ? { order: form['order'] } : {};
    return renderDecisionPage(frame, await showDecision(deps, id, { ...request.query, ...listed, ...order }));
  };
  show('/inbox/:id', 'see', page);

  const options = { page, backTo: '/inbox/:id' };
  deskAct('/inbox/:id/match', 'payment.match', { ...options, done: INBOX_DONE.matched }, async (visit) => {
    const { paymentId, note, to } = await decision(deps, visit);
    return { act: { kind: 'payment.match', orderId: textIn(visit, 'order'), paymentId, note }, note, to };
  });
  deskAct('/inbox/:id/accept', 'payment.accept', { ...options, done: INBOX_DONE.accepted }, async (visit) => {
    const { paymentId, note, to } = await decision(deps, visit);
    return { act: { kind: 'payment.accept', paymentId, note }, note, to };
  });
  deskAct('/inbox/:id/return', 'payment.return', { ...options, done: INBOX_DONE.returned }, async (visit) => {
    const { paymentId, note, to } = await decision(deps, visit);
    return { act: { kind: 'payment.return', paymentId, note }, note, to };
  });
}

/** What is decided about. It leads to the next payment of the list. */
async function decision(deps: Deps, visit: OperatorVisit) {
  const payment = await requireShown(deps, paramIn(visit));
  requireSeen(visit, seenOf(payment));
  const query: Query = Object.fromEntries(new URLSearchParams(textIn(visit, 'list')));
  const list = inboxParameters({ ...query, mode: payment.mode });
  const nextId = await nextOf(deps, list, payment.id);
  const to = listPath(nextId === null ? '/inbox' : `/inbox/${nextId}`, list);
  return { paymentId: payment.id, note: requireNote(visit), to };
}
