// Reconciliation at the desk (D74, D89): upload a list or a bank's statement, look at what differs, apply what we miss.

import { setImmediate } from 'node:timers/promises';
import { compareList, requireReconciliation } from '../../../actions/money/reconcile-list.js';
import { reconcileStatement } from '../../../actions/money/reconcile-statement.js';
import type { Deps } from '../../../deps.js';
import { DEFAULT_RAIL_KIND, RAIL_KIND_NAMES } from '../../../domain/rails/kinds.js';
import { AppError } from '../../../errors/errors.js';
import { readStatement, statementFormat } from '../../../wire/money/statements/read-statement.js';
import { readRailList } from '../../../wire/rails/rail-list.js';
import { inPieces, startOf, textOf } from '../../../wire/sheets/file-text.js';
import { deskActs } from '../act-at-desk.js';
import { previewOf } from '../bank-files/keep-preview.js';
import { textIn } from '../refusal.js';
import { fileIn, LARGEST_FILE, readLines, readSentFile } from '../sent-file.js';
import { choiceIn, modeIn } from '../ui/list-query.js';
import { paramIn, type Visits } from '../visit.js';
import { railList } from './rail-list.js';
import { reconciliationsList } from './reconciliations-list.js';
import { statementList } from './statement-list.js';
import { RECONCILIATION_DONE, RECONCILIATION_TEXTS } from './texts.js';

export function reconciliationRoutes(visits: Visits, deps: Deps): void {
  const { act } = visits.operator;
  const lists = reconciliationsList(visits, deps);
  statementList(visits, deps);
  act('/reconciliation', 'decide', { page: lists, backTo: '/reconciliation', largest: LARGEST_FILE }, async (visit) => {
    const texts = RECONCILIATION_TEXTS[visit.frame.language];
    const { name, bytes } = fileIn(visit, texts.missing);
    const given = { mode: modeIn(visit.form), fileName: name, actor: visit.actor };
    const open = () => textOf(() => inPieces(bytes, setImmediate));
    const format = textIn(visit, 'format') === '' ? statementFormat((await startOf(open())) ?? '') : null;
    if (format !== null) {
      const statement = { ...given, format, open };
      const { id } = await readLines(visit, () => reconcileStatement(deps, statement, readStatement));
      return { to: `/reconciliation/statements/${id}` };
    }
    const use = choiceIn(visit.form, 'kind', LISTS_AND_STATEMENTS) ?? DEFAULT_RAIL_KIND;
    const file = await readSentFile(visit, deps, { bytes, use, uses: LISTS_AND_STATEMENTS });
    const kind = RAIL_KIND_NAMES.find((one) => one === file.use);
    if (kind === undefined) return { to: await previewOf(deps, visit, { ...given, file }) };
    const listed = { ...given, kind, formatName: file.formatName, open: () => inPieces(file.text, setImmediate) };
    const { id } = await readLines(visit, () => compareList(deps, listed, readRailList));
    return { to: `/reconciliation/${id}` };
  });

  const list = railList(visits, deps);
  const form = { page: list, backTo: '/reconciliation/:id', done: RECONCILIATION_DONE.applied };
  deskActs(visits, deps)('/reconciliation/:id/apply', 'reconciliation.apply', form, async (visit) => {
    const alsoLines = Object.keys(visit.form).flatMap((name) => {
      const [, line] = /^line_(\d{1,9})$/.exec(name) ?? [];
      return line === undefined || visit.form[name] !== 'yes' ? [] : [Number(line)];
    });
    const { digest } = await requireReconciliation(deps, paramIn(visit));
    if (digest !== textIn(visit, 'digest')) throw new AppError('list_not_kept');
    return { act: { kind: 'reconciliation.apply', id: paramIn(visit), digest, alsoLines } };
  });
}

const LISTS_AND_STATEMENTS = [...RAIL_KIND_NAMES, 'statement'] as const;
