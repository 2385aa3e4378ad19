// Forms of the desk that do an act of the closed table (D81): done at once, or proposed to a second person. The table also
// says who may send the form.
import { type ActOutcome, actAsOperator } from '../../actions/people/act-as-operator.js';
import type { ResultOf } from '../../actions/people/acts.js';
import type { Deps } from '../../deps.js';
import { ACTS, type ActKind, type ActOf } from '../../domain/people/act.js';
import { ACT_READERS } from '../../wire/people/act-readers.js';
import { DESK_DONE } from './ui/texts.js';
import type { FormOptions, OperatorVisit, Outcome, Visits } from './visit.js';

export type WantedAct<Kind extends ActKind> = {
  readonly act: ActOf<Kind>;
  /** Why, in the words of whoever sends the form. */
  readonly note?: string | null;
  /** Where the form leads to, if not back to its page. */
  readonly to?: string;
  /** A page with a secret that is shown this once, also if it works only after an approval. */
  readonly once?: (is: ActOutcome<Kind>['is']) => string;
};

type DeskActs = <Kind extends ActKind>(
  url: string,
  kind: Kind,
  form: FormOptions<OperatorVisit>,
  /** A page instead: the form only asked for a look, and nothing is done. */
  read: (visit: OperatorVisit) => Promise<WantedAct<Kind> | { readonly page: string }>,
  /** A page to show at once after it is done. */
  show?: (visit: OperatorVisit, result: ResultOf<Kind>) => Outcome | Promise<Outcome>,
) => void;

export function deskActs({ operator }: Pick<Visits, 'operator'>, deps: Deps): DeskActs {
  return (url, kind, form, read, show) =>
    operator.act(url, ACTS[kind].duty, { ...form, act: kind, also: DESK_DONE }, async (visit) => {
      const asked = await read(visit);
      if ('page' in asked) return asked;
      const { act: wanted, note, to, once } = asked;
      const call = { by: visit.visitor.person.id, actor: visit.actor, act: wanted, note: note ?? null };
      const outcome = await actAsOperator({ ...deps, ...ACT_READERS }, call);
      if (once !== undefined) return { page: once(outcome.is) };
      const where = to === undefined ? {} : { to };
      if (outcome.is === 'proposed') return { ...where, done: 'proposed' };
      return show === undefined ? where : show(visit, outcome.result);
    });
}
