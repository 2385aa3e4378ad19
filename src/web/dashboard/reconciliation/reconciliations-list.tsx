// The lists of rails that were compared with our books, and the form for another one.
import { actorNames } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';
import type { Mode } from '../../../domain/base/mode.js';
import { wholeList } from '../../../domain/base/paging.js';
import { RAIL_KIND_NAMES, railKindOf } from '../../../domain/rails/kinds.js';
import { listReconciliations } from '../../../store/money/reconciliations.js';
import { listStatements } from '../../../store/money/statements/bank-statements.js';
import { listColumns } from '../../../wire/rails/rail-list.js';
import { FormatSelect, formatChoices } from '../bank-files/format-choices.js';
import { useText } from '../bank-files/texts.js';
import { type Frame, may } from '../frame/frame.js';
import { Submit } from '../ui/buttons.js';
import { modeTabs } from '../ui/desk-parts.js';
import { type Choice, FileField, Form, Hidden, LongField, Select } from '../ui/form.js';
import { DESK_MODES } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Card, Empty, WithCodes } from '../ui/parts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { listDays } from './compared.js';
import { Result } from './reconciliation-page.js';
import { Statements } from './statement-list.js';
import { RECONCILIATION_TEXTS } from './texts.js';

const PAST_SHOWN = 30;

export function reconciliationsList({ operator }: Visits, deps: Deps): Page<OperatorVisit> {
  return listSection(operator, {
    url: '/reconciliation',
    duty: 'see',
    texts: RECONCILIATION_TEXTS,
    async read({ query }) {
      const mode = query.tab('mode', DESK_MODES);
      const past = await listReconciliations(deps.db, mode, PAST_SHOWN);
      const makers = past.map(({ madeBy }) => madeBy);
      const statements = await listStatements(deps.db, mode, PAST_SHOWN);
      const formats = await formatChoices(deps, [...RAIL_KIND_NAMES, 'statement']);
      return { mode, page: wholeList(past), statements, formats, actors: await actorNames(deps, makers) };
    },
    columns: ({ frame, column, texts, found: { actors } }) => [
      {
        name: texts.days,
        corner: 'top-left',
        cell: ({ id, days, kind, fileName }) => (
          <>
            <a href={`${frame.path}/reconciliation/${id}`}>{listDays({ days }, frame.language)}</a>
            <small>
              {railKindOf({ kind }).shownName[frame.language]} · {fileName || texts.pasted}
            </small>
          </>
        ),
      },
      column.time(texts.made, 'bottom-left', ({ madeAt }) => madeAt),
      column.word(texts.by, 'left-out', ({ madeBy }) => actors.get(madeBy) ?? madeBy),
      { name: texts.result, corner: 'top-right', cell: (kept) => <Result frame={frame} kept={kept} /> },
    ],
    page: ({ frame, texts, found: { mode, statements, formats } }) => ({
      intro: texts.intro,
      tabs: [modeTabs(frame)],
      above: may(frame, 'decide') && <Upload frame={frame} mode={mode} formats={formats} />,
      caption: texts.past,
      none: <Empty icon="scales" title={texts.none} />,
      below: <Statements frame={frame} statements={statements} />,
    }),
  });
}

type UploadProps = { readonly frame: Frame; readonly mode: Mode; readonly formats: readonly Choice[] };

function Upload({ frame, mode, formats }: UploadProps) {
  const texts = RECONCILIATION_TEXTS[frame.language];
  return (
    <Card title={texts.upload}>
      <Form frame={frame} action="/reconciliation" takes="file">
        <Hidden name="mode" value={mode} />
        <Select
          name="kind"
          label={texts.kind}
          choices={[...RAIL_KIND_NAMES, 'statement' as const].map((use) => ({
            value: use,
            name: useText(use, frame.language),
          }))}
        />
        <ul class="hint bare of-kind">
          <li class="statement">{texts.statementHint}</li>
          {RAIL_KIND_NAMES.map((kind) => (
            <li key={kind} class={kind}>
              <WithCodes text={texts.columns(listColumns(kind).join(', '))} />
            </li>
          ))}
        </ul>
        <FormatSelect frame={frame} choices={formats} none={texts.noFormat} />
        <FileField
          name="file"
          label={texts.file}
          accept=".csv,.xlsx,.xml,.sta,.mt940,.940,.txt,text/csv,text/xml,text/plain"
        />
        <LongField name="text" label={texts.text} hint={texts.hint} rows={5} />
        <Submit look="main">{texts.compare}</Submit>
      </Form>
    </Card>
  );
}
