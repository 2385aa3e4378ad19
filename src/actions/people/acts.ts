// How each act of the closed table (domain/people/act.ts) is foreseen and done. There is no other way to do one of them for
// the operator: pages and commands go through act-as-operator.ts, and a test refuses those that do not.
import type { Act, ActKind, ActOf, Foreseen } from '../../domain/people/act.js';
import { ACTS_ON_MONEY, type MoneyDeps } from './acts-on-money.js';
import { ACTS_ON_TERMS, type TermsDeps } from './acts-on-terms.js';

export type ActDeps = MoneyDeps & TermsDeps;

const DOING = { ...ACTS_ON_MONEY, ...ACTS_ON_TERMS };

export type ResultOf<Kind extends ActKind> = Awaited<ReturnType<(typeof DOING)[Kind]['run']>>;

type Doing<Kind extends ActKind> = {
  foresee(deps: ActDeps, act: ActOf<Kind>): Promise<Foreseen>;
  run(deps: ActDeps, act: ActOf<Kind>, actor: string): Promise<ResultOf<Kind>>;
};

// The compiler wants every kind here, and each with its own arguments.
const TABLE: { readonly [Kind in ActKind]: Doing<Kind> } = DOING;

export function foresee<Kind extends ActKind>(deps: ActDeps, act: ActOf<Kind>): Promise<Foreseen> {
  const doing: Doing<Kind> = TABLE[act.kind];
  return doing.foresee(deps, act);
}

export function runAct<Kind extends ActKind>(deps: ActDeps, act: ActOf<Kind>, actor: string): Promise<ResultOf<Kind>> {
  const doing: Doing<Kind> = TABLE[act.kind];
  return doing.run(deps, act, actor);
}

/** The compiler does not see that an act of some kind is one of all acts. */
export function oneOfAll<Kind extends ActKind>(act: ActOf<Kind>): Act {
  return act as ActOf<ActKind> as Act;
}
