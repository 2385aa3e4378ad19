// A rail's list at the desk (D74): what its comparison with our books shows, line by line. Applying is a step of its own.
import { requireReconciliation } from '../../../actions/money/reconcile-list.js';
import type { Deps } from '../../../deps.js';
import { toPage } from '../../../domain/base/paging.js';
import { LIST_OUTCOMES, type ListOutcome } from '../../../domain/money/bank-statement.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import type { KeptReconciliation } from '../../../store/money/reconciliations.js';
import { type ComparedLine, listLines } from '../../../store/money/statements/bank-statements.js';
import { listKept } from '../../../store/money/statements/rail-lines.js';
import { firstNotices } from '../../../wire/money/file-summary.js';
import { FirstLines } from '../bank-files/preview-page.js';
import { type Frame, may } from '../frame/frame.js';
import { Submit } from '../ui/buttons.js';
import { ModeMark } from '../ui/desk-parts.js';
import { Check, Form, Hidden } from '../ui/form.js';
import { listSection } from '../ui/list-section.js';
import { Callout, Card, Empty, pesos, State, Time } from '../ui/parts.js';
import { type OperatorVisit, type Page, paramIn, type Visits } from '../visit.js';
import { listDays } from './compared.js';
import { Explained, lineColumns, outcomeTabs, Result, TONES } from './statement-list.js';
import { RECONCILIATION_TEXTS, STATEMENT_TEXTS } from './texts.js';

/** Of which each can be ticked, and which are shown as they were understood. */
const [MOST_NEAR, FIRST_LINES] = [500, 10];
const FINDINGS = LIST_OUTCOMES.filter((outcome) => outcome !== 'agrees');

export function railList({ operator }: Visits, deps: Deps): Page<OperatorVisit> {
  return listSection(operator, {
    url: '/reconciliation/:id',
    duty: 'see',
    texts: RECONCILIATION_TEXTS,
    file: 'list',
    isCursor: (text) => /^\d{1,10}$/.test(text),
    async read({ visit, query, ask }) {
      const kept = await requireReconciliation(deps, paramIn(visit));
      const { id: statementId, summary, formatName } = kept;
      const [first = 'we_miss', ...more] = FINDINGS.filter((one) => summary[one] !== undefined);
      const outcome = query.tab('outcome', [first, ...more]);
      const found = await listLines(deps.db, { statementId, outcome }, ask);
      const all = { at: null, towards: 'next', limit: MOST_NEAR } as const;
      const differing = await listLines(deps.db, { statementId, outcome: 'differs' }, all);
      const lines = { id: statementId, after: 0, also: null };
      return {
        kept,
        outcome,
        tabs: [first, ...more],
        near: differing.filter(({ isNear }) => isNear).slice(0, MOST_NEAR),
        first: firstNotices(kept.kind, formatName === null ? [] : await listKept(deps.db, lines, FIRST_LINES)),
        page: toPage(found, ask, ({ line }) => String(line)),
      };
    },
    columns: ({ frame, column }) => lineColumns(frame, column),
    page: ({ frame, texts, found: { kept, outcome, tabs, near, first } }) => ({
      heading: listDays(kept, frame.language),
      back: { href: `${frame.path}/reconciliation${kept.mode === 'test' ? '?mode=test' : ''}`, name: texts.title },
      aside: (
        <>
          <Result frame={frame} summary={kept.summary} />
          {kept.appliedAt !== null && <State tone="good">{texts.applied}</State>}
          <ModeMark frame={frame} mode={kept.mode} />
        </>
      ),
      above: (
        <>
          <Figures frame={frame} kept={kept} />
          <Explained texts={texts.explained} outcome={outcome} />
        </>
      ),
      tabs: [outcomeTabs(frame, tabs, kept.summary)],
      caption: texts.findings,
      none: <Empty icon="check" title={texts.noFindings} />,
      below: (
        <>
          {may(frame, 'decide') && <Apply frame={frame} kept={kept} near={near} />}
          <FirstLines frame={frame} summary={first} />
        </>
      ),
    }),
  });
}

type Props = { readonly frame: Frame; readonly kept: KeptReconciliation };

function Figures({ frame, kept }: Props) {
  const texts = RECONCILIATION_TEXTS[frame.language];
  const { outcome: names } = STATEMENT_TEXTS[frame.language];
  const counts = LIST_OUTCOMES.map((key) => ({ key, ...(kept.summary[key] ?? { count: 0, sum: '0' }) }));
  const sumOf = (missing: ListOutcome) =>
    counts
      .filter(({ key }) => key !== missing)
      .reduce((all, one) => ({ count: all.count + one.count, sum: all.sum + BigInt(one.sum) }), { count: 0, sum: 0n });
  const [bank, books] = [sumOf('they_miss'), sumOf('we_miss')];
  return (
    <>
      <p class="soft">
        {railKindOf(kept).shownName[frame.language]} · {kept.fileName || texts.pasted} · {texts.made}{' '}
        <Time at={kept.madeAt} language={frame.language} />
        {kept.formatName !== null && ` · ${kept.formatName}`}
      </p>
      {2 * bank.count < books.count && <Callout tone="wait">{texts.isWhole(bank.count, books.count)}</Callout>}
      <dl class="figures">
        {counts
          .filter(({ key, count }) => count > 0 || key !== 'booked')
          .map(({ key, count, sum }) => (
            <div key={key} class={count > 0 && TONES[key] !== 'good' ? TONES[key] : undefined}>
              <dt>{names[key]}</dt>
              <dd>
                {count}
                <small>{pesos(BigInt(sum))}</small>
              </dd>
            </div>
          ))}
      </dl>
      {/* Of what differs only the bank's amount is kept. */}
      {kept.summary.differs === undefined && (
        <p>{texts.totals(pesos(bank.sum), pesos(books.sum), pesos(bank.sum - books.sum))}</p>
      )}
    </>
  );
}

function Apply({ frame, kept, near }: Props & { readonly near: readonly ComparedLine[] }) {
  const texts = RECONCILIATION_TEXTS[frame.language];
  const missed = kept.summary.we_miss;
  if (kept.appliedAt !== null || (missed === undefined && near.length === 0)) return null;
  if (!kept.isKept) return <Callout tone="wait">{texts.forgotten}</Callout>;
  return (
    <Card title={texts.applyTitle}>
      <p>{texts.applyText}</p>
      <Form frame={frame} action={`/reconciliation/${kept.id}/apply`}>
        <Hidden name="digest" value={kept.digest} />
        {near.map(({ line }) => (
          <Check key={line} name={`line_${line}`} label={texts.alsoBook(line)} />
        ))}
        <div>
          <Submit look="main">
            {missed === undefined ? texts.applyChosen : texts.apply(missed.count, pesos(BigInt(missed.sum)))}
          </Submit>
        </div>
      </Form>
    </Card>
  );
}
