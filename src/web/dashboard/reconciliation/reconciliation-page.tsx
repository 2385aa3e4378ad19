// What the comparison of a rail's list with our books shows. Applying is a step of its own.
import type { FirstLines as FileLines } from '../../../domain/rails/file-mapping.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import type { KeptReconciliation, ListedFinding } from '../../../store/money/reconciliations.js';
import { FirstLines } from '../bank-files/preview-page.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { ModeMark } from '../ui/desk-parts.js';
import { Check, Form, Hidden } from '../ui/form.js';
import { Callout, Card, Code, Empty, pesos, State, Time, type Tone } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { listDays, openInList } from './compared.js';
import { RECONCILIATION_TEXTS } from './texts.js';

export function Result({ frame, kept }: { readonly frame: Frame; readonly kept: KeptReconciliation }) {
  const texts = RECONCILIATION_TEXTS[frame.language];
  if (openInList(kept) === 0) return <State tone="good">{texts.agrees}</State>;
  return <State tone="wait">{texts.open(openInList(kept))}</State>;
}

const TONES: Readonly<Record<ListedFinding['outcome'], Tone>> = {
  booked: 'good',
  we_miss: 'bad',
  they_miss: 'bad',
  differs: 'wait',
};

export function renderListPage(frame: Frame, kept: KeptReconciliation, first: FileLines | null): string {
  const texts = RECONCILIATION_TEXTS[frame.language];
  const { summary, findings } = kept;
  const counts = [
    ['same', texts.same, summary.same],
    ['booked', texts.outcome.booked, summary.booked],
    ['we_miss', texts.outcome.we_miss, summary.weMiss],
    ['they_miss', texts.outcome.they_miss, summary.theyMiss],
    ['differs', texts.outcome.differs, summary.differs],
  ] as const;
  const all = summary.booked + summary.weMiss + summary.theyMiss + summary.differs;
  return renderPage(
    frame,
    {
      title: texts.title,
      heading: listDays(kept, frame.language),
      back: { href: `${frame.path}/reconciliation${kept.mode === 'test' ? '?mode=test' : ''}`, name: texts.title },
      aside: (
        <>
          <Result frame={frame} kept={kept} />
          {kept.appliedAt !== null && <State tone="good">{texts.applied}</State>}
          <ModeMark frame={frame} mode={kept.mode} />
        </>
      ),
    },
    <>
      <p class="soft">
        {railKindOf(kept).shownName[frame.language]} · {kept.fileName || texts.pasted} · {texts.made}{' '}
        <Time at={kept.madeAt} language={frame.language} />
        {kept.formatName !== null && ` · ${kept.formatName}`}
        {summary.listed !== undefined && ` · ${texts.listed(summary.listed.count, pesos(BigInt(summary.listed.sum)))}`}
      </p>
      <dl class="figures">
        {counts.map(([key, name, count]) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              {count}
              {summary.sums !== undefined && <small>{pesos(BigInt(summary.sums[key]))}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {may(frame, 'decide') && <Apply frame={frame} kept={kept} />}
      <Card title={texts.findings}>
        {counts.map(
          ([key, name, count]) =>
            key !== 'same' &&
            count > 0 && (
              <p key={key}>
                <State tone={TONES[key]}>{name}</State> {texts.explained[key]}
              </p>
            ),
        )}
        <FindingTable frame={frame} findings={findings} />
        {all > findings.length && <p class="soft">{texts.more(all - findings.length)}</p>}
      </Card>
      {first !== null && <FirstLines frame={frame} summary={first} />}
    </>,
  );
}

function Apply({ frame, kept }: { readonly frame: Frame; readonly kept: KeptReconciliation }) {
  const texts = RECONCILIATION_TEXTS[frame.language];
  const { summary, findings } = kept;
  const near = findings.filter(({ outcome, isNear }) => outcome === 'differs' && isNear);
  if (kept.appliedAt !== null || (summary.weMiss === 0 && near.length === 0)) return null;
  if (kept.body === null) return <Callout tone="wait">{texts.forgotten}</Callout>;
  return (
    <Card title={texts.applyTitle}>
      <p>{texts.applyText}</p>
      <Form frame={frame} action={`/reconciliation/${kept.id}/apply`}>
        <Hidden name="digest" value={kept.digest} />
        {near.map(
          ({ line }) => line !== null && <Check key={line} name={`line_${line}`} label={texts.alsoBook(line)} />,
        )}
        <div>
          <Submit look="main">
            {summary.weMiss === 0 ? texts.applyChosen : texts.apply(summary.weMiss, pesos(BigInt(summary.missing)))}
          </Submit>
        </div>
      </Form>
    </Card>
  );
}

function FindingTable({ frame, findings }: { readonly frame: Frame; readonly findings: readonly ListedFinding[] }) {
  const texts = RECONCILIATION_TEXTS[frame.language];
  return (
    <ItemTable
      frame={frame}
      items={findings}
      columns={(column) => [
        column.shown(texts.trackingKey, 'top-left', ({ paymentId, trackingKey }) =>
          paymentId === null ? (
            <Code>{trackingKey}</Code>
          ) : (
            <a href={`${frame.path}/payments/${paymentId}`}>
              <Code>{trackingKey}</Code>
            </a>
          ),
        ),
        column.code(texts.destination, 'left-out', (one) => one.destination),
        column.shown(texts.result, 'bottom-left', (one) => (
          <>
            <State tone={TONES[one.outcome]}>{texts.outcome[one.outcome]}</State>
            {one.ours !== null && (
              <small>
                {texts.ours(pesos(BigInt(one.ours.amount)), one.ours.destination)}
                {one.isNear && `. ${texts.isNear}`}
              </small>
            )}
          </>
        )),
        column.figure(texts.line, 'left-out', ({ line }) => (line === null ? '' : String(line))),
        column.money(DESK_TEXTS[frame.language].amount, 'top-right', (one) => BigInt(one.amount)),
      ]}
      none={<Empty icon="check" title={texts.noFindings} />}
    />
  );
}
