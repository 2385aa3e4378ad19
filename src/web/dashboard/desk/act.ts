// What a person at the desk does about money and payment points. What needs a second person becomes a proposal (D78).
import { acceptPayment, matchPayment, returnPayment } from '../../../actions/decide-payment.js';
import type { Deps } from '../../../deps.js';
import type { OperatorVisit } from '../visit.js';

export type DeskAct =
  | { readonly kind: 'payment.match'; readonly paymentId: string; readonly orderId: string; readonly note: string }
  | { readonly kind: 'payment.accept' | 'payment.return'; readonly paymentId: string; readonly note: string };

/** Whether it is done, or proposed to a second person. */
export async function actAtDesk(deps: Deps, visit: OperatorVisit, act: DeskAct): Promise<'done' | 'proposed'> {
  const { actor } = visit;
  if (act.kind === 'payment.match') await matchPayment(deps, { ...act, actor });
  if (act.kind === 'payment.accept') await acceptPayment(deps, { ...act, actor });
  if (act.kind === 'payment.return') await returnPayment(deps, { ...act, actor });
  return 'done';
}
