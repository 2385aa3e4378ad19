// The last check of the books or of the audit log, with its result, and the button for another one.
import { INTERRUPTED } from '../../../actions/keeping/check-books.js';
import type { BookCheck } from '../../../store/money/book-checks.js';
import { type Frame, may } from '../frame/frame.js';
import { Submit } from '../ui/buttons.js';
import { spanText } from '../ui/desk-parts.js';
import { Form, Hidden } from '../ui/form.js';
import { Card, State, Time } from '../ui/parts.js';
import { claimText, exampleText } from '../ui/problem-text.js';
import { LEDGER_TEXTS } from './texts.js';

export type ChecksView = {
  /** Newest first. */
  readonly checks: readonly BookCheck[];
  readonly actors: ReadonlyMap<string, string>;
  readonly now: number;
};

type Props = {
  readonly frame: Frame;
  readonly view: ChecksView;
  readonly title: string;
  readonly text: string;
  readonly action: string;
};

export function CheckCard({ frame, view, title, text, action }: Props) {
  const texts = LEDGER_TEXTS[frame.language];
  const { checks, now } = view;
  const running = checks.find(({ finishedAt }) => finishedAt === null);
  const last = checks.find(({ finishedAt }) => finishedAt !== null);
  return (
    <Card title={title} aside={<LastVerdict frame={frame} checks={checks} />}>
      <p class="soft">{text}</p>
      {running !== undefined && (
        <p>
          <State tone="info">{texts.running(spanText(now - running.startedAt, frame.language))}</State>
        </p>
      )}
      {last !== undefined && <Result frame={frame} view={view} check={last} />}
      {may(frame, 'decide') && running === undefined && (
        <Form frame={frame} action={action}>
          <Hidden name="seen" value={last?.id ?? ''} />
          <div>
            <Submit>{texts.check}</Submit>
          </div>
        </Form>
      )}
    </Card>
  );
}

/** Beside a title: what the last check found. */
export function LastVerdict({ frame, checks }: Pick<ChecksView, 'checks'> & { readonly frame: Frame }) {
  const texts = LEDGER_TEXTS[frame.language];
  const last = checks.find(({ finishedAt }) => finishedAt !== null);
  if (last === undefined) return <State tone="wait">{texts.never}</State>;
  return last.ok === true ? <State tone="good">{texts.checkedOk}</State> : <State tone="bad">{texts.checkedBad}</State>;
}

function Result({ frame, view, check }: Pick<Props, 'frame' | 'view'> & { readonly check: BookCheck }) {
  const texts = LEDGER_TEXTS[frame.language];
  const findings = check.findings ?? [];
  const wasInterrupted = findings.some(({ claim }) => claim === INTERRUPTED);
  const tookMs = (check.finishedAt ?? check.startedAt) - check.startedAt;
  return (
    <>
      <p>
        <Time at={check.startedAt} language={frame.language} />, {texts.took(spanText(tookMs, frame.language))}.{' '}
        {texts.by} {view.actors.get(check.startedBy) ?? check.startedBy}
      </p>
      {wasInterrupted ? (
        <p>{texts.interrupted}</p>
      ) : (
        <details open={check.ok === false}>
          <summary>{texts.claims}</summary>
          <ul class="timeline">
            {findings.map(({ claim, broken, examples }) => (
              <li key={claim}>
                {claimText(claim, frame.language)}{' '}
                <State tone={broken === 0 ? 'good' : 'bad'}>{broken === 0 ? texts.holds : texts.broken(broken)}</State>
                {examples.length > 0 && (
                  <ul>
                    {examples.map((example) => (
                      <li key={example}>{exampleText(example, frame.language)}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
