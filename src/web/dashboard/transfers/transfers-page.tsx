// Lists of outgoing transfers, bank files, and the bank's results.
import type { ComponentChildren } from 'preact';
import type { ImportedResult } from '../../../actions/transfers/import-results.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { formatAmount, parseMoney } from '../../../domain/base/money.js';
import {
  formatTransferId,
  statusOf,
  TRANSFER_STATUSES,
  type Transfer,
  type TransferStatus,
} from '../../../domain/transfers/transfer.js';
import { errorMessage } from '../../../wire/error.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { MerchantLink, ModeTabs } from '../ui/desk-parts.js';
import { DESK_TEXTS } from '../ui/desk-texts.js';
import { FileField, Form, Hidden, LongField } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { listPath, stepsOf } from '../ui/list-query.js';
import { Card, Code, Empty, PageHead, Pager, State, Tabs, Time, type Tone, WithCodes } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import { Table } from '../ui/table.js';
import { TRANSFERS_TEXTS } from './texts.js';
import { type BatchView, exportOf, type TransfersView } from './transfers-view.js';

export const STATUS_TONES: Readonly<Record<TransferStatus, Tone>> = {
  needs_destination: 'wait',
  to_send: 'wait',
  sent: 'info',
  confirmed: 'good',
  bounced: 'bad',
};

export function renderTransfersPage(frame: Frame, view: TransfersView, mayDecide: 'yes' | 'no'): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const { mode, status, page, counts } = view;
  const path = `${frame.path}/transfers`;
  const parameters = { mode: mode === 'test' ? 'test' : null };
  const countOf = (one: TransferStatus) =>
    one === 'confirmed' || one === 'bounced' ? {} : { count: String(counts[one]) };
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title}>
        {mayDecide === 'yes' && (
          <>
            <a class="button" href={`${path}/import`}>
              {texts.importTitle}
            </a>
            {counts.sendable.count > 0 && (
              <Form frame={frame} action="/transfers/export" class="part-of-row">
                <Hidden name="mode" value={mode} />
                <button type="submit" class="main">
                  {texts.exportButton(counts.sendable.count, pesos(counts.sendable.amount))}
                </button>
              </Form>
            )}
          </>
        )}
      </PageHead>
      <p class="soft">{texts.intro}</p>
      <ModeTabs frame={frame} path={path} mode={mode} filters={{ status }} />
      <Tabs
        label={desk.state}
        tabs={TRANSFER_STATUSES.map((one) => ({
          name: texts.status[one],
          href: listPath(path, { ...parameters, status: one }),
          isHere: one === status,
          ...countOf(one),
        }))}
      />
      <Card>
        <TransferTable
          frame={frame}
          transfers={page.rows}
          names={view.names}
          none={<Empty icon="send" title={texts.none[status]} />}
        />
      </Card>
      <Pager {...stepsOf(path, { ...parameters, status }, page, desk)} />
      <Batches frame={frame} view={view} />
    </>,
  );
}

type TableProps = {
  readonly frame: Frame;
  readonly transfers: readonly Transfer[];
  readonly names: ReadonlyMap<string, string>;
  readonly none: ComponentChildren;
};

export function TransferTable({ frame, transfers, names, none }: TableProps) {
  const texts = TRANSFERS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  return (
    <Table
      label={texts.title}
      columns={[
        { name: texts.to, corner: 'top-left' },
        { name: texts.clabe, corner: 'bottom-left' },
        { name: desk.merchant, corner: 'left-out' },
        { name: texts.why, corner: 'bottom-right' },
        { name: texts.created, corner: 'left-out' },
        { name: desk.amount, isNumber: true, corner: 'top-right' },
      ]}
      rows={transfers.map((transfer) => {
        const { accountId } = transfer.scope;
        return {
          key: transfer.id,
          cells: [
            <a key="to" href={`${frame.path}/transfers/${formatTransferId(transfer.id)}`}>
              {transfer.destination?.holder ?? texts.status.needs_destination}
            </a>,
            transfer.destination === null ? (
              <span class="soft">–</span>
            ) : (
              <>
                <Code>{transfer.destination.clabe}</Code>
                <small>{transfer.destination.bank}</small>
              </>
            ),
            <MerchantLink
              key="merchant"
              frame={frame}
              id={accountId === HOUSE_ACCOUNT ? null : accountId}
              name={names.get(accountId) ?? null}
            />,
            texts.reason[transfer.reason],
            <Time key="time" at={transfer.createdAt} language={frame.language} />,
            <strong key="sum">{pesos(transfer.amount)}</strong>,
          ],
        };
      })}
      none={none}
    />
  );
}

function Batches({ frame, view: { batches } }: { readonly frame: Frame; readonly view: TransfersView }) {
  const texts = TRANSFERS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  if (batches.length === 0) return null;
  return (
    <Card title={texts.batches}>
      <Table
        columns={[
          { name: texts.exported, corner: 'top-left' },
          { name: texts.title, corner: 'bottom-left' },
          { name: desk.amount, isNumber: true, corner: 'top-right' },
        ]}
        rows={batches.map(({ subject, at, details }) => {
          const { transfers, amount } = exportOf(details);
          return {
            key: subject,
            cells: [
              <a key="file" href={`${frame.path}/transfers/files/${subject}`}>
                <Time at={at} language={frame.language} />
              </a>,
              String(transfers),
              `$${formatAmount(parseMoney(amount) ?? 0n)}`,
            ],
          };
        })}
        none={texts.noBatches}
      />
    </Card>
  );
}

export function renderBatchPage(frame: Frame, view: BatchView): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  const sum = view.transfers.reduce((all, { amount }) => all + amount, 0n);
  return renderDashboard(
    frame,
    texts.batch,
    <>
      <PageHead
        title={`${texts.batch}: ${view.transfers.length} · ${pesos(sum)}`}
        back={{ href: `${frame.path}/transfers`, name: texts.title }}
      >
        <a class="button main" href={`${frame.path}/transfers/files/${view.id}/csv`} download>
          <Icon name="download" />
          {texts.download}
        </a>
      </PageHead>
      <p class="soft">{texts.batchIntro}</p>
      <Card>
        <TransferTable frame={frame} transfers={view.transfers} names={view.names} none="" />
      </Card>
    </>,
  );
}

export function renderImportPage(frame: Frame, results: readonly ImportedResult[] | null): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  return renderDashboard(
    frame,
    texts.importTitle,
    <>
      <PageHead title={texts.importTitle} back={{ href: `${frame.path}/transfers`, name: texts.title }} />
      {results !== null && <Results frame={frame} results={results} />}
      <Card>
        <p class="soft">
          <WithCodes text={texts.importIntro} />
        </p>
        <Form frame={frame} action="/transfers/import" takes="file">
          <FileField name="file" label={texts.importFile} accept=".csv,text/csv,text/plain" />
          <LongField name="text" label={texts.importText} hint={texts.importHint} rows={5} />
          <button type="submit" class="main">
            {texts.importButton}
          </button>
        </Form>
      </Card>
    </>,
  );
}

function Results({ frame, results }: { readonly frame: Frame; readonly results: readonly ImportedResult[] }) {
  const texts = TRANSFERS_TEXTS[frame.language];
  const refused = results.filter(({ is }) => is === 'refused').length;
  return (
    <Card title={texts.imported(results.length - refused, refused)}>
      <Table
        columns={[
          { name: texts.line, corner: 'left-out' },
          { name: texts.transfer, corner: 'top-left' },
          { name: texts.outcome, corner: 'bottom-left' },
        ]}
        rows={results.map((one) => ({
          key: String(one.result.line),
          cells: [
            String(one.result.line),
            <a key="id" href={`${frame.path}/transfers/${one.result.transferId}`}>
              <Code>{one.result.transferId}</Code>
            </a>,
            one.is === 'done' ? (
              <State tone={STATUS_TONES[statusOf(one.transfer)]}>
                {texts.taken}: {texts.status[statusOf(one.transfer)]}
              </State>
            ) : (
              <>
                <State tone="bad">{texts.refused}</State> {errorMessage(one.error, frame.language)}
              </>
            ),
          ],
        }))}
        none=""
      />
    </Card>
  );
}
