// A bank's file is looked at before it is taken, and what was looked at is what is taken: the form has its digest.
import { setImmediate } from 'node:timers/promises';
import { reconcileStatement } from '../../../actions/money/reconcile-statement.js';
import { withTransferIds } from '../../../actions/transfers/import-results.js';
import { requirePreview, requireSeenFile } from '../../../actions/transfers/preview-file.js';
import type { Deps } from '../../../deps.js';
import { AppError } from '../../../errors/errors.js';
import { readStatement } from '../../../wire/money/statements/read-statement.js';
import { inPieces } from '../../../wire/sheets/file-text.js';
import { readBankResults } from '../../../wire/transfers/bank-results.js';
import { deskActs } from '../act-at-desk.js';
import { textIn } from '../refusal.js';
import { readLines } from '../sent-file.js';
import { renderImportPage } from '../transfers/transfers-page.js';
import { showImported, showResults } from '../transfers/transfers-view.js';
import { type OperatorVisit, type Page, paramIn, type Visits } from '../visit.js';
import { renderPreviewPage } from './preview-page.js';

export function previewRoutes(visits: Visits, deps: Deps): void {
  const page: Page<OperatorVisit> = async (visit) => {
    const preview = await requirePreview(deps, paramIn(visit));
    const known = await showResults(deps, preview.summary.results?.first ?? []);
    return renderPreviewPage(visit.frame, { preview, known });
  };
  visits.operator.show('/bank-files/:id', 'decide', page);
  const form = { page, backTo: '/bank-files/:id' };
  deskActs(visits, deps)(
    '/bank-files/:id/results',
    'transfer.results',
    form,
    async (visit) => {
      const { fileName, formatName, digest, body } = await seenFile(deps, visit, 'results');
      const format = formatName === null ? {} : { format: formatName };
      const results = await withTransferIds(deps, await readBankResults(inPieces(body, setImmediate)));
      return { act: { kind: 'transfer.results', file: fileName, digest, ...format, results } };
    },
    async ({ frame }, results) => ({ page: renderImportPage(frame, await showImported(deps, results)) }),
  );
  visits.operator.act('/bank-files/:id/statement', 'decide', form, async (visit) => {
    const { mode, fileName, body } = await seenFile(deps, visit, 'statement');
    const open = () => inPieces(body, setImmediate);
    const given = { mode, format: 'table', fileName, actor: visit.actor, open } as const;
    const { id } = await readLines(visit, () => reconcileStatement(deps, given, readStatement));
    return { to: `/reconciliation/statements/${id}` };
  });
}

async function seenFile(deps: Deps, visit: OperatorVisit, use: 'results' | 'statement') {
  const preview = await requireSeenFile(deps, { id: paramIn(visit), digest: textIn(visit, 'digest') });
  if (preview.use !== use) throw new AppError('not_found');
  return preview;
}
