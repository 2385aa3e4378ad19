// Money that waits for a decision, and the operator's decisions about it (D43). Each decision is written to the audit log
// with its note; what is over the limit of one person becomes a proposal (D78).
import type { Deps } from '../../../deps.js';
import type { Act } from '../../../domain/people/proposal.js';
import { actAtDesk } from '../act-at-desk.js';
import { textIn } from '../refusal.js';
import { requireNote, requireSeen } from '../ui/desk-parts.js';
import { listPath, type Query } from '../ui/list-query.js';
import { DESK_DONE } from '../ui/texts.js';
import type { OperatorVisit, Outcome, Page, Visits } from '../visit.js';
import { renderDecisionPage } from './decision-page.js';
import { inboxList, whereItIs } from './inbox-list.js';
import { inboxParameters, nextOf, requireShown, showDecision } from './inbox-view.js';
import { INBOX_DONE } from './texts.js';

export function inboxRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.operator;
  inboxList(visits, deps);
  const page: Page<OperatorVisit> = async ({ frame, request, form }) => {
    const { id = '' } = request.params;
    const listed = typeof form['list'] === 'string' ? Object.fromEntries(new URLSearchParams(form['list'])) : {};
    const order = typeof form['order'] === 'string' ? { order: form['order'] } : {};
    return renderDecisionPage(frame, await showDecision(deps, id, { ...request.query, ...listed, ...order }));
  };
  show('/inbox/:id', 'see', page);

  const options = { page, backTo: '/inbox/:id', also: DESK_DONE };
  act('/inbox/:id/match', 'decide', { ...options, done: INBOX_DONE.matched }, (visit) =>
    decide(deps, visit, (call) => ({ kind: 'payment.match', orderId: textIn(visit, 'order'), ...call })),
  );
  act('/inbox/:id/accept', 'decide', { ...options, done: INBOX_DONE.accepted }, (visit) =>
    decide(deps, visit, (call) => ({ kind: 'payment.accept', ...call })),
  );
  act('/inbox/:id/return', 'decide', { ...options, done: INBOX_DONE.returned }, (visit) =>
    decide(deps, visit, (call) => ({ kind: 'payment.return', ...call })),
  );
}

/** Decides, and leads to the next payment of the list. */
async function decide(
  deps: Deps,
  visit: OperatorVisit,
  actOf: (call: { readonly paymentId: string; readonly note: string }) => Act,
): Promise<Outcome> {
  const payment = await requireShown(deps, visit.request.params['id'] ?? '');
  requireSeen(visit, whereItIs(payment));
  const note = requireNote(visit);
  const result = await actAtDesk(deps, visit, { act: actOf({ paymentId: payment.id, note }), note });
  const query: Query = Object.fromEntries(new URLSearchParams(textIn(visit, 'list')));
  const list = inboxParameters({ ...query, mode: payment.mode });
  const nextId = await nextOf(deps, list, payment.id);
  const to = listPath(nextId === null ? '/inbox' : `/inbox/${nextId}`, list);
  return result === 'proposed' ? { to, done: 'proposed' } : { to };
}
