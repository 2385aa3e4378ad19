// Outgoing transfers at the desk (D75): bank files, the bank's results, and single steps. Saying the same twice changes
// nothing.
import { markSent } from '../../../actions/transfers/change-transfer.js';
import { sendLink, showLink } from '../../../actions/transfers/customer-link.js';
import { exportTransfers, printAgain } from '../../../actions/transfers/export-transfers.js';
import { digestOfFile } from '../../../actions/transfers/import-results.js';
import type { Deps } from '../../../deps.js';
import { isCoinCode } from '../../../domain/points/coins.js';
import { findOpenRestore } from '../../../store/keeping/restores.js';
import { isTrackingKey, readBankResults, writeBankFile } from '../../../wire/transfers/transfer-file.js';
import { deskActs } from '../act-at-desk.js';
import { mayOf } from '../frame/frame.js';
import { Refusal, textIn } from '../refusal.js';
import { fileIn, LARGEST_FILE, readLines } from '../sent-file.js';
import { CSV, sendFile } from '../ui/csv-file.js';
import { requireNote, requireSeen } from '../ui/desk-parts.js';
import { modeIn } from '../ui/list-query.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { TRANSFERS_DONE, TRANSFERS_TEXTS } from './texts.js';
import { renderLinkPage, renderTransferPage } from './transfer-page.js';
import { transfersList } from './transfers-list.js';
import { renderBatchPage, renderImportPage } from './transfers-page.js';
import { showBatch, showTransfer } from './transfers-view.js';

export function transfersRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.operator;
  const list = transfersList(visits, deps);
  act(
    '/transfers/export',
    'decide',
    { page: list, backTo: '/transfers', done: TRANSFERS_DONE.exported },
    async (visit) => {
      const wanted = textIn(visit, 'coin');
      const coin = isCoinCode(wanted) ? wanted : null;
      const batch = await exportTransfers(deps, { mode: modeIn(visit.form), actor: visit.actor, coin });
      if (batch === null) throw new Refusal(TRANSFERS_TEXTS[visit.frame.language].nothingToExport);
      return { to: `/transfers/files/${batch.file.id}` };
    },
  );

  deskActs(visits, deps)(
    '/transfers/resume',
    'transfer.resume',
    { page: list, backTo: '/transfers', done: TRANSFERS_DONE.resumed },
    async (visit) => {
      const [note, moment] = [requireNote(visit), await findOpenRestore(deps.db)];
      const seen = moment === null ? '' : new Date(moment).toISOString();
      requireSeen(visit, seen);
      return { act: { kind: 'transfer.resume', moment: seen, note }, note };
    },
  );
  const importPage: Page<OperatorVisit> = async ({ frame }) => renderImportPage(frame, null);
  show('/transfers/import', 'decide', importPage);
  deskActs(visits, deps)(
    '/transfers/import',
    'transfer.results',
    { page: importPage, backTo: '/transfers/import', largest: LARGEST_FILE },
    async (visit) => {
      const { name, text } = fileIn(visit, TRANSFERS_TEXTS[visit.frame.language].importEmpty);
      const results = await readLines(visit, () => readBankResults(text));
      return { act: { kind: 'transfer.results', file: name, digest: digestOfFile(text), results } };
    },
    ({ frame }, results) => ({ page: renderImportPage(frame, results) }),
  );
  fileRoutes(visits, deps);
  stepRoutes(visits, deps);
}

function fileRoutes({ operator: { show, send } }: Visits, deps: Deps): void {
  show('/transfers/files/:batch', 'see', async ({ frame, request }) =>
    renderBatchPage(frame, await showBatch(deps, request.params['batch'] ?? '')),
  );
  send('/transfers/files/:batch/csv', 'decide', async ({ request, actor }, reply) => {
    const { file } = await showBatch(deps, request.params['batch'] ?? '');
    const { lines } = await printAgain(deps, { id: file.id, actor });
    const name = `transfers-${file.mode}-${file.number}.csv`;
    return sendFile(reply, { name, type: CSV }, writeBankFile(file.number, lines));
  });
}

function stepRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.operator;
  const deskAct = deskActs(visits, deps);
  const page: Page<OperatorVisit> = async (visit) =>
    renderTransferPage(visit.frame, await showTransfer(deps, idOf(visit)), mayDecide(visit));
  const form = { page, backTo: '/transfers/:id' };
  show('/transfers/:id', 'see', page);
  deskAct(
    '/transfers/:id/destination',
    'transfer.destination',
    { ...form, done: TRANSFERS_DONE.destination },
    async (visit) => {
      const { transfer } = await showTransfer(deps, idOf(visit));
      requireSeen(visit, transfer.destination?.clabe ?? '');
      const [clabe, holder] = [textIn(visit, 'clabe').replace(/\s/g, ''), textIn(visit, 'holder')];
      const payee = { clabe, holder, bank: textIn(visit, 'bank') || null };
      return { act: { kind: 'transfer.destination', transferId: idOf(visit), ...payee } };
    },
  );
  act('/transfers/:id/sent', 'decide', { ...form, done: TRANSFERS_DONE.sent }, async (visit) => {
    const trackingKey = textIn(visit, 'tracking_key');
    const { missingKey } = TRANSFERS_TEXTS[visit.frame.language];
    if (trackingKey === '' || !isTrackingKey(trackingKey)) throw new Refusal(missingKey, { tracking_key: missingKey });
    await markSent(deps, { transferId: idOf(visit), actor: visit.actor, trackingKey });
  });
  deskAct('/transfers/:id/confirm', 'transfer.confirm', { ...form, done: TRANSFERS_DONE.confirmed }, async (visit) => {
    const { transfer } = await showTransfer(deps, idOf(visit));
    requireSeen(visit, transfer.state);
    const note = requireNote(visit);
    return { act: { kind: 'transfer.confirm', transferId: idOf(visit), note }, note };
  });
  deskAct('/transfers/:id/bounce', 'transfer.bounce', { ...form, done: TRANSFERS_DONE.bounced }, async (visit) => {
    const { transfer } = await showTransfer(deps, idOf(visit));
    requireSeen(visit, transfer.state);
    const note = requireNote(visit);
    return { act: { kind: 'transfer.bounce', transferId: idOf(visit), note }, note };
  });
  deskAct('/transfers/:id/lend', 'transfer.lend', { ...form, done: TRANSFERS_DONE.lent }, async (visit) => {
    const note = requireNote(visit);
    return { act: { kind: 'transfer.lend', transferId: idOf(visit), note }, note };
  });
  act('/transfers/:id/link', 'decide', { ...form, done: TRANSFERS_DONE.destination }, async (visit) => {
    const view = await showTransfer(deps, idOf(visit));
    return { page: renderLinkPage(visit.frame, view, await showLink(deps, { transferId: idOf(visit) })) };
  });
  act('/transfers/:id/link/email', 'decide', { ...form, done: TRANSFERS_DONE.linkSent }, async (visit) => {
    await sendLink(deps, { transferId: idOf(visit), actor: visit.actor });
  });
}

function idOf({ request }: OperatorVisit): string {
  return request.params['id'] ?? '';
}

function mayDecide({ visitor }: OperatorVisit): 'yes' | 'no' {
  return mayOf(visitor)('decide') ? 'yes' : 'no';
}
