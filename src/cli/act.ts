// A command that does an act of the closed table (D81), under the name of whoever runs it. What needs a second person
// becomes a proposal there, too, which somebody approves at the desk; the command then exits with 1, since nothing is done yet.
import type { ResultOf } from '../actions/people/acts.js';
import type { Deps } from '../deps.js';
import type { ActKind, ActOf } from '../domain/people/act.js';
import type { NewKey } from '../store/accounts/accounts.js';
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
  // Most commands do no act, and all acts together take long to load.
  const [{ actAsOperator }, { ACT_READERS }] = await Promise.all([
    import('../actions/people/act-as-operator.js'),
    import('../wire/people/act-readers.js'),
  ]);
  const by = operator();
  const outcome = await actAsOperator({ ...deps, ...ACT_READERS }, { by, actor: by, act, note: options.note ?? null });
  if (outcome.is === 'done') return outcome;
  const { id, expiresAt } = outcome.proposal;
  printOne({ ...also, proposal: id, waits_for: 'a second person, at the desk', until: isoTime(expiresAt) }, options);
  process.exitCode = 1;
  return null;
}

/** Lets a live private key that was prepared work. */
export function keyAct(row: NewKey, replaces: ActOf<'key.create'>['replaces']): ActOf<'key.create'> {
  const { accountId, id, digest, prefix, name, limits } = row;
  return { kind: 'key.create', accountId, id, digest: digest.toString('hex'), prefix, name, limits, replaces };
}
