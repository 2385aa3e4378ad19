// Outgoing transfers at the desk (D75): bank files, the bank's results, and single steps. Saying the same twice changes
// nothing.
import type { FastifyReply } from 'fastify';
import { requireLayout } from '../../../actions/transfers/bank-formats.js';
import { markSent } from '../../../actions/transfers/change-transfer.js';
import { sendLink, showLink } from '../../../actions/transfers/customer-link.js';
import { exportTransfers, type PrintedFile, printAgain } from '../../../actions/transfers/export-transfers.js';
import type { Deps } from '../../../deps.js';
import { isCoinCode } from '../../../domain/points/coins.js';
import { findOpenRestore } from '../../../store/keeping/restores.js';
import { writeBankFile } from '../../../wire/transfers/bank-file.js';
import { isTrackingKey } from '../../../wire/transfers/bank-results.js';
import { deskActs } from '../act-at-desk.js';
import { formatChoices } from '../bank-files/format-choices.js';
import { previewOf } from '../bank-files/keep-preview.js';
import { Refusal, textIn } from '../refusal.js';
import { fileIn, LARGEST_FILE, readSentFile } from '../sent-file.js';
import { CSV, sendFile } from '../ui/csv-file.js';
import { requireNote, requireSeen } from '../ui/desk-parts.js';
import { modeIn } from '../ui/list-query.js';
import { type OperatorVisit, type Page, paramIn, type Visits } from '../visit.js';
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
    { page: list, backTo: '/transfers', done: TRANSFERS_DONE.exported, also: { noBank: TRANSFERS_DONE.noBank } },
    async (visit) => {
      const wanted = textIn(visit, 'coin');
      const coin = isCoinCode(wanted) ? wanted : null;
      const batch = await exportTransfers(deps, { mode: modeIn(visit.form), actor: visit.actor, coin });
      if (batch === null) throw new Refusal(TRANSFERS_TEXTS[visit.frame.language].nothingToExport);
      const { layouts } = await showBatch(deps, batch.file.id);
      const done = coin === null && layouts.length === 0 ? { done: 'noBank' } : {};
      return { to: `/transfers/files/${batch.file.id}`, ...done };
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
  const importPage: Page<OperatorVisit> = async ({ frame }) =>
    renderImportPage(frame, { imported: null, formats: await formatChoices(deps, ['results']) });
  show('/transfers/import', 'decide', importPage);
  const form = { page: importPage, backTo: '/transfers/import', largest: LARGEST_FILE };
  act('/transfers/import', 'decide', form, async (visit) => {
    const { name: fileName, bytes } = fileIn(visit, TRANSFERS_TEXTS[visit.frame.language].importEmpty);
    const file = await readSentFile(visit, deps, { bytes, use: 'results', uses: ['results'] });
    return { to: await previewOf(deps, visit, { mode: 'live', fileName, file }) };
  });
  fileRoutes(visits, deps);
  stepRoutes(visits, deps);
}

function fileRoutes({ operator: { show, send } }: Visits, deps: Deps): void {
  show('/transfers/files/:batch', 'see', async ({ frame, request }) =>
    renderBatchPage(frame, await showBatch(deps, request.params['batch'] ?? '')),
  );
  const sendPrinted = async ({ request, actor }: OperatorVisit, reply: FastifyReply, layoutName: string | null) => {
    const { file } = await showBatch(deps, request.params['batch'] ?? '');
    const layout = await requireLayout(deps, layoutName);
    const write = ({ lines }: PrintedFile) => writeBankFile(layout, { ...file, lines });
    const printed = await printAgain(deps, { id: file.id, layout: layoutName, tryOut: write, actor });
    const name = `transfers-${file.mode}-${file.number}.${layout.extension}`;
    const type = layout.encoding === 'utf-8' ? CSV : 'text/plain; charset=iso-8859-1';
    return sendFile(reply, { name, type }, write(printed));
  };
  send('/transfers/files/:batch/csv', 'decide', (visit, reply) => sendPrinted(visit, reply, null));
  send('/transfers/files/:batch/as/:layout', 'decide', (visit, reply) =>
    sendPrinted(visit, reply, paramIn(visit, 'layout')),
  );
}

function stepRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.operator;
  const deskAct = deskActs(visits, deps);
  const page: Page<OperatorVisit> = async (visit) =>
    renderTransferPage(visit.frame, await showTransfer(deps, paramIn(visit)));
  const form = { page, backTo: '/transfers/:id' };
  show('/transfers/:id', 'see', page);
  deskAct(
    '/transfers/:id/destination',
    'transfer.destination',
    { ...form, done: TRANSFERS_DONE.destination },
    async (visit) => {
      const { transfer } = await showTransfer(deps, paramIn(visit));
      requireSeen(visit, transfer.destination?.clabe ?? '');
      const [clabe, holder] = [textIn(visit, 'clabe').replace(/\s/g, ''), textIn(visit, 'holder')];
      const payee = { clabe, holder, bank: textIn(visit, 'bank') || null };
      return { act: { kind: 'transfer.destination', transferId: paramIn(visit), ...payee } };
    },
  );
  act('/transfers/:id/sent', 'decide', { ...form, done: TRANSFERS_DONE.sent }, async (visit) => {
    const trackingKey = textIn(visit, 'tracking_key');
    const { missingKey } = TRANSFERS_TEXTS[visit.frame.language];
    if (trackingKey === '' || !isTrackingKey(trackingKey)) throw new Refusal(missingKey, { tracking_key: missingKey });
    await markSent(deps, { transferId: paramIn(visit), actor: visit.actor, trackingKey });
  });
  deskAct('/transfers/:id/confirm', 'transfer.confirm', { ...form, done: TRANSFERS_DONE.confirmed }, async (visit) => {
    const { transfer } = await showTransfer(deps, paramIn(visit));
    requireSeen(visit, transfer.state);
    const note = requireNote(visit);
    return { act: { kind: 'transfer.confirm', transferId: paramIn(visit), note }, note };
  });
  deskAct('/transfers/:id/bounce', 'transfer.bounce', { ...form, done: TRANSFERS_DONE.bounced }, async (visit) => {
    const { transfer } = await showTransfer(deps, paramIn(visit));
    requireSeen(visit, transfer.state);
    const note = requireNote(visit);
    return { act: { kind: 'transfer.bounce', transferId: paramIn(visit), note }, note };
  });
  deskAct('/transfers/:id/lend', 'transfer.lend', { ...form, done: TRANSFERS_DONE.lent }, async (visit) => {
    const note = requireNote(visit);
    return { act: { kind: 'transfer.lend', transferId: paramIn(visit), note }, note };
  });
  act('/transfers/:id/link', 'decide', { ...form, done: TRANSFERS_DONE.destination }, async (visit) => {
    const view = await showTransfer(deps, paramIn(visit));
    return { page: renderLinkPage(visit.frame, view, await showLink(deps, { transferId: paramIn(visit) })) };
  });
  act('/transfers/:id/link/email', 'decide', { ...form, done: TRANSFERS_DONE.linkSent }, async (visit) => {
    await sendLink(deps, { transferId: paramIn(visit), actor: visit.actor });
  });
}
