// A command that does an act of the closed table (D81), under the name of whoever runs it. What needs a second person
// becomes a proposal there, too, which somebody approves at the desk; the command then exits with 1, since nothing is done yet.
import { actAsOperator } from '../actions/people/act-as-operator.js';
import type { ResultOf } from '../actions/people/acts.js';
import type { Deps } from '../deps.js';
import type { ActKind, ActOf } from '../domain/people/act.js';
import { ACT_READERS } from '../wire/people/act-readers.js';
import { operator } from './operator.js';
import { isoTime, type Printable, printOne } from './output.js';

type ActOptions = { readonly json?: boolean | undefined; readonly note?: string | undefined };

/** null: it waits for a second person, and the command has said so. */
export async function actAtTerminal<Kind extends ActKind>(
  deps: Deps,
  act: ActOf<Kind>,
  options: ActOptions,
  /** What is shown only once, also if it works only after the approval. */
  also: Printable = {},
): Promise<{ readonly result: ResultOf<Kind> } | null> {
  const by = operator();
  const outcome = await actAsOperator({ ...deps, ...ACT_READERS }, { by, actor: by, act, note: options.note ?? null });
  if (outcome.is === 'done') return outcome;
  const { id, expiresAt } = outcome.proposal;
  printOne({ ...also, proposal: id, waits_for: 'a second person, at the desk', until: isoTime(expiresAt) }, options);
  process.exitCode = 1;
  return null;
}
