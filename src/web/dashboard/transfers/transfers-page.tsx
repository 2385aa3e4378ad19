// Bank files, and the bank's results.
import { titleOf } from '../../../domain/transfers/bank-format.js';
import { statusOf, type Transfer } from '../../../domain/transfers/transfer.js';
import { errorMessage } from '../../../wire/error.js';
import { FormatSelect } from '../bank-files/format-choices.js';
import { PREVIEW_TEXTS } from '../bank-files/texts.js';
import { type Frame, may } from '../frame/frame.js';
import { renderDashboard, renderPage } from '../frame/layout.js';
import { Submit } from '../ui/buttons.js';
import { columnsOf, ItemTable, type ListColumn } from '../ui/columns.js';
import { Field, Form, LongField } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Callout, Card, Fact, Facts, LinkButton, PageHead, pesos, State, Time, WithCodes } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { ResultsTable } from './results-table.js';
import { TRANSFERS_TEXTS } from './texts.js';
import { StatusBadge, transferColumns } from './transfers-list.js';
import type { BatchView, ImportedView, ImportView } from './transfers-view.js';

export function renderBatchPage(frame: Frame, view: BatchView): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  const { file, due } = view;
  const left = file.lines.length - due;
  return renderDashboard(
    frame,
    texts.batch,
    <>
      <PageHead
        title={`${texts.batch} ${file.number}`}
        back={{ href: `${frame.path}/transfers`, name: texts.title }}
        aside={
          view.downloaded === null ? (
            <State tone="wait">{texts.notDownloaded}</State>
          ) : (
            <State tone="good">{texts.downloaded}</State>
          )
        }
      />
      <Card>
        <Facts>
          <Fact name={texts.title}>{String(file.lines.length)}</Fact>
          <Fact name={DESK_TEXTS[frame.language].amount}>{pesos(file.total)}</Fact>
          <Fact name={texts.exported}>
            <Time at={file.madeAt} language={frame.language} />, {view.maker}
          </Fact>
          {view.downloaded !== null && (
            <Fact name={texts.downloaded}>
              <Time at={view.downloaded.at} language={frame.language} />, {view.downloaded.by}
            </Fact>
          )}
        </Facts>
      </Card>
      {due > 0 && may(frame, 'decide') && <Downloads frame={frame} view={view} />}
      {left > 0 && <Callout tone="wait">{texts.leftOut(left)}</Callout>}
      <Card>
        <ItemTable frame={frame} items={view.transfers} columns={() => columnsOfBatch(frame, view)} />
      </Card>
    </>,
  );
}

/** What banks take stands first; our own CSV is for those whose bank has no format yet. */
function Downloads({ frame, view: { file, layouts, lacking } }: { readonly frame: Frame; readonly view: BatchView }) {
  const texts = TRANSFERS_TEXTS[frame.language];
  const path = `${frame.path}/transfers/files/${file.id}`;
  return (
    <Card title={texts.next}>
      <p>1. {layouts.length === 0 ? texts.noLayout : texts.bankSteps.download}</p>
      <p class="row middle">
        {layouts.map((one) => (
          <a key={one.name} class="button main" href={`${path}/as/${one.name}`} download>
            <Icon name="download" />
            {titleOf(one)}
          </a>
        ))}
        {layouts.length === 0 && <LinkButton look="main" href={`${frame.path}/formats`} text={texts.setBank} />}
        <a class="button" href={`${path}/csv`} download>
          <Icon name="download" />
          {texts.download}
        </a>
      </p>
      {layouts.length > 0 && lacking.length > 0 && (
        <details>
          <summary>{texts.otherBank}</summary>
          <ul>
            {lacking.map((one) => (
              <li key={one.name}>
                <a href={`${frame.path}/formats/${one.name}`}>{texts.addOwn(titleOf(one))}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p>2. {texts.bankSteps.upload}</p>
      <p>
        3. <a href={`${frame.path}/transfers/import`}>{texts.bankSteps.results}</a>
      </p>
    </Card>
  );
}

/** Of one file the states differ, and what all are paid for is the least of it. */
function columnsOfBatch(frame: Frame, { names, bounces, file }: BatchView): readonly ListColumn<Transfer>[] {
  const [texts, column] = [TRANSFERS_TEXTS[frame.language], columnsOf<Transfer>(frame)];
  const { kind, amount, ...others } = transferColumns(frame, names, bounces);
  const state = column.shown(DESK_TEXTS[frame.language].state, 'bottom-right', (transfer) =>
    statusOf(transfer) === 'to_send' ? (
      <State tone="info">{texts.inFile(file.number)}</State>
    ) : (
      <StatusBadge frame={frame} status={statusOf(transfer)} />
    ),
  );
  const why = column.word(kind.name, 'left-out', ({ reason }) => texts.reason[reason]);
  return [...Object.values(others), why, state, amount];
}

export function renderImportPage(frame: Frame, { imported, formats }: ImportView): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.importTitle, back: { href: `${frame.path}/transfers`, name: texts.title } },
    imported === null ? (
      <Card class="narrow">
        <ImportForm frame={frame} formats={formats} />
      </Card>
    ) : (
      <>
        <Results frame={frame} imported={imported} />
        <details>
          <summary>{texts.importAnother}</summary>
          <Card>
            <ImportForm frame={frame} formats={formats} />
          </Card>
        </details>
      </>
    ),
  );
}

function ImportForm({ frame, formats }: { readonly frame: Frame } & Pick<ImportView, 'formats'>) {
  const texts = TRANSFERS_TEXTS[frame.language];
  return (
    <Form frame={frame} action="/transfers/import" takes="file">
      <p class="soft">{texts.importAsks}</p>
      <Field type="file" name="file" label={texts.importFile} accept=".csv,.txt,.xlsx,text/csv,text/plain" />
      <FormatSelect frame={frame} choices={formats} none={PREVIEW_TEXTS[frame.language].own} />
      <details>
        <summary>{texts.noFile}</summary>
        <p class="soft">
          <WithCodes text={texts.importIntro} />
        </p>
        <LongField name="text" label={texts.importText} hint={texts.importHint} rows={5} />
      </details>
      <Submit look="main">{texts.importButton}</Submit>
    </Form>
  );
}

function Results({ frame, imported }: { readonly frame: Frame; readonly imported: ImportedView }) {
  const texts = TRANSFERS_TEXTS[frame.language];
  const { done, sum, refused, shown, known } = imported;
  const more = done + refused - shown.length;
  return (
    <Card>
      <p>
        <State tone={refused === 0 ? 'good' : 'bad'}>{texts.imported(done, pesos(sum), refused)}</State>
      </p>
      <ResultsTable
        frame={frame}
        known={known}
        items={shown}
        outcome={(one) =>
          one.is === 'done' ? (
            <StatusBadge frame={frame} status={one.state} />
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
