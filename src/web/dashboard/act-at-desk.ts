// What a person at the desk does about money and payment points. What needs a second person becomes a proposal (D78).
import { actAsOperator } from '../../actions/people/act-as-operator.js';
import type { Deps } from '../../deps.js';
import type { Act } from '../../domain/people/proposal.js';
import type { OperatorVisit } from './visit.js';

/** Whether it is done, or proposed to a second person. */
export async function actAtDesk(
  deps: Deps,
  { visitor, request }: OperatorVisit,
  call: { readonly act: Act; readonly note: string },
): Promise<'done' | 'proposed'> {
  const { proposal } = await actAsOperator(deps, { ...call, person: visitor.person, address: request.address });
  return proposal === null ? 'done' : 'proposed';
}
