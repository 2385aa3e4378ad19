// Bank files, and the bank's results.
import type { ImportedResult } from '../../../actions/transfers/import-results.js';
import { titleOf } from '../../../domain/transfers/bank-format.js';
import { statusOf, type TransferStatus } from '../../../domain/transfers/transfer.js';
import { errorMessage } from '../../../wire/error.js';
import { FormatSelect } from '../bank-files/format-choices.js';
import { PREVIEW_TEXTS } from '../bank-files/texts.js';
import { type Frame, may } from '../frame/frame.js';
import { renderDashboard, renderPage } from '../frame/layout.js';
import { Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { type Choice, FileField, Form, LongField } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Callout, Card, Code, PageHead, pesos, State, type Tone, WithCodes } from '../ui/parts.js';
import { TRANSFERS_TEXTS } from './texts.js';
import { transferColumns } from './transfers-list.js';
import type { BatchView } from './transfers-view.js';

export const STATUS_TONES: Readonly<Record<TransferStatus, Tone>> = {
  to_fund: 'bad',
  needs_destination: 'wait',
  to_send: 'wait',
  sent: 'info',
  confirmed: 'good',
  bounced: 'bad',
};

export function renderBatchPage(frame: Frame, view: BatchView): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  const { file, due } = view;
  const left = file.lines.length - due;
  return renderDashboard(
    frame,
    texts.batch,
    <>
      <PageHead
        title={`${texts.batch} ${file.number}: ${file.lines.length} · ${pesos(file.total)}`}
        back={{ href: `${frame.path}/transfers`, name: texts.title }}
      >
        {due > 0 && may(frame, 'decide') && (
          <a class="button main" href={`${frame.path}/transfers/files/${file.id}/csv`} download>
            <Icon name="download" />
            {texts.download}
          </a>
        )}
      </PageHead>
      <p class="soft">{texts.batchIntro}</p>
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
        <ItemTable frame={frame} items={view.transfers} columns={() => transferColumns(frame, view.names)} />
      </Card>
    </>,
  );
}

type ImportView = { readonly results: readonly ImportedResult[] | null; readonly formats: readonly Choice[] };

export function renderImportPage(frame: Frame, { results, formats }: ImportView): string {
  const texts = TRANSFERS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.importTitle, back: { href: `${frame.path}/transfers`, name: texts.title } },
    <>
      {results !== null && <Results frame={frame} results={results} />}
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

function Results({ frame, results }: { readonly frame: Frame; readonly results: readonly ImportedResult[] }) {
  const texts = TRANSFERS_TEXTS[frame.language];
  const refused = results.filter(({ is }) => is === 'refused').length;
  return (
    <Card title={texts.imported(results.length - refused, refused)}>
      <ItemTable
        frame={frame}
        items={results}
        columns={(column) => [
          column.word(texts.line, 'left-out', ({ result }) => String(result.line)),
          column.shown(texts.transfer, 'top-left', ({ result: { transferId } }) => (
            <a href={`${frame.path}/transfers/${transferId}`}>
              <Code>{transferId}</Code>
            </a>
          )),
          column.shown(texts.outcome, 'bottom-left', (one) =>
            one.is === 'done' ? (
              <State tone={STATUS_TONES[statusOf(one.transfer)]}>
                {texts.taken}: {texts.status[statusOf(one.transfer)]}
              </State>
            ) : (
              <>
                <State tone="bad">{texts.refused}</State> {errorMessage(one.error, frame.language)}
              </>
            ),
          ),
        ]}
      />
    </Card>
  );
}
