// Bank files, and the bank's results.
import { titleOf } from '../../../domain/transfers/bank-format.js';
import { statusOf, type Transfer, type TransferStatus } from '../../../domain/transfers/transfer.js';
import { errorMessage } from '../../../wire/error.js';
import { FormatSelect } from '../bank-files/format-choices.js';
import { PREVIEW_TEXTS } from '../bank-files/texts.js';
import { type Frame, may } from '../frame/frame.js';
import { renderDashboard, renderPage } from '../frame/layout.js';
import { Submit } from '../ui/buttons.js';
import { type ColumnMakers, ItemTable, type ListColumn } from '../ui/columns.js';
import { FileField, Form, LongField } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Callout, Card, PageHead, pesos, State, Time, type Tone, WithCodes } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { ResultsTable } from './results-table.js';
import { TRANSFERS_TEXTS } from './texts.js';
import { transferColumns } from './transfers-list.js';
import type { BatchView, ImportedView, ImportView } from './transfers-view.js';

export const STATUS_TONES: Readonly<Record<TransferStatus, Tone>> = {
  to_fund: 'bad',
  needs_destination: 'wait',
  to_send: 'wait',
  sent: 'info',
  confirmed: 'good',
  bounced: 'bad',
};

export function StatusBadge({ frame, status }: { readonly frame: Frame; readonly status: TransferStatus }) {
  return <State tone={STATUS_TONES[status]}>{TRANSFERS_TEXTS[frame.language].state[status]}</State>;
}

export function renderBatchPage(frame: Frame, view: BatchView): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  const { file, due } = view;
  const left = file.lines.length - due;
  return renderDashboard(
    frame,
    texts.batch,
    <>
      <PageHead
        title={`${texts.batch} ${file.number} · ${texts.count(file.lines.length)} · ${pesos(file.total)}`}
        back={{ href: `${frame.path}/transfers`, name: texts.title }}
      >
        {due > 0 && may(frame, 'decide') && (
          <a class="button main" href={`${frame.path}/transfers/files/${file.id}/csv`} download>
            <Icon name="download" />
            {texts.download}
          </a>
        )}
      </PageHead>
      <p class="soft">
        {texts.madeBy(view.maker)}, <Time at={file.madeAt} language={frame.language} />. {texts.batchIntro}
      </p>
      {due > 0 && view.layouts.length > 0 && may(frame, 'decide') && (
        <p class="actions">
          {view.layouts.map((one) => (
            <a key={one.name} class="button" href={`${frame.path}/transfers/files/${file.id}/as/${one.name}`} download>
              <Icon name="download" />
              {titleOf(one)}
            </a>
          ))}
        </p>
      )}
      {left > 0 && <Callout tone="wait">{texts.leftOut(left)}</Callout>}
      <Card>
        <ItemTable
          frame={frame}
          items={view.transfers}
          columns={(column) => withState(frame, column, transferColumns(frame, view.names))}
        />
      </Card>
    </>,
  );
}

/** Of one file the states differ, and what all are paid for is the least of it. */
function withState(
  frame: Frame,
  column: ColumnMakers<Transfer>,
  columns: readonly ListColumn<Transfer>[],
): readonly ListColumn<Transfer>[] {
  const state = column.shown(DESK_TEXTS[frame.language].state, 'bottom-right', (transfer) => (
    <StatusBadge frame={frame} status={statusOf(transfer)} />
  ));
  const others = columns.map((one) => (one.corner === 'bottom-right' ? { ...one, corner: 'left-out' as const } : one));
  return [...others.slice(0, -1), state, ...others.slice(-1)];
}

export function renderImportPage(frame: Frame, { imported, formats }: ImportView): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.importTitle, back: { href: `${frame.path}/transfers`, name: texts.title } },
    <>
      {imported !== null && <Results frame={frame} imported={imported} />}
      <Card>
        <p class="soft">
          <WithCodes text={texts.importIntro} />
        </p>
        <Form frame={frame} action="/transfers/import" takes="file">
          <FormatSelect frame={frame} choices={formats} none={PREVIEW_TEXTS[frame.language].own} />
          <FileField name="file" label={texts.importFile} accept=".csv,.txt,.xlsx,text/csv,text/plain" />
          <LongField name="text" label={texts.importText} hint={texts.importHint} rows={5} />
          <Submit look="main">{texts.importButton}</Submit>
        </Form>
      </Card>
    </>,
  );
}

function Results({ frame, imported }: { readonly frame: Frame; readonly imported: ImportedView }) {
  const texts = TRANSFERS_TEXTS[frame.language];
  const { done, sum, refused, shown, known } = imported;
  const more = done + refused - shown.length;
  return (
    <Card title={texts.imported(done, pesos(sum), refused)}>
      <ResultsTable
        frame={frame}
        known={known}
        items={shown}
        outcome={(one) =>
          one.is === 'done' ? (
            <StatusBadge frame={frame} status={statusOf(one.transfer)} />
          ) : (
            <>
              <State tone="bad">{texts.refused}</State> {errorMessage(one.error, frame.language)}
            </>
          )
        }
      />
      {more > 0 && <p class="soft">{texts.moreTaken(more)}</p>}
    </Card>
  );
}
