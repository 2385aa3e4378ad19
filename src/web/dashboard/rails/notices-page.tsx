// A notice of a rail at the desk, as it came, and what became of it.
import type { Payment } from '../../../domain/money/payment.js';
import { type ShownNotice, TO_LOOK_AT } from '../../../store/rails/odd-notices.js';
import { type PastAct, PastActs } from '../audit/past-acts.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Submit } from '../ui/buttons.js';
import { ModeMark, NoteField } from '../ui/desk-parts.js';
import { Form } from '../ui/form.js';
import { capital } from '../ui/network.js';
import { Card, Code, Fact, Facts, pesos, State, Time } from '../ui/parts.js';
import { problemText } from '../ui/problem-text.js';
import { Source } from '../ui/source.js';
import { TONES } from './notices-list.js';
import { RAILS_TEXTS } from './texts.js';

export function renderNoticePage(
  frame: Frame,
  notice: ShownNotice,
  /** null: no key could be read to search by. */
  payments: readonly Payment[] | null,
  acts: readonly PastAct[],
): string {
  const texts = RAILS_TEXTS[frame.language];
  const waits = notice.lookedAt === null && TO_LOOK_AT.some((state) => state === notice.state);
  return renderPage(
    frame,
    {
      title: texts.notices,
      heading: <Time at={notice.receivedAt} language={frame.language} />,
      back: { href: `${frame.path}/rails/notices${waits ? '' : `?state=${notice.state}`}`, name: texts.notices },
      aside: (
        <>
          <State tone={TONES[notice.state]}>{texts.noticeIs[notice.state]}</State>
          <ModeMark frame={frame} mode={notice.mode} />
        </>
      ),
    },
    <>
      <Card title={texts.became}>
        <p>{texts.stateText[notice.state]}</p>
        {waits && notice.state === 'malformed' && <p>{texts.askAgain}</p>}
        <Facts>
          <Fact name={texts.rail}>
            {notice.userName === null ? (
              texts.simulated
            ) : (
              <a href={`${frame.path}/rails/${notice.userName}`}>{`${notice.rail} (${notice.userName})`}</a>
            )}
          </Fact>
          {notice.problem !== null && (
            <Fact name={texts.problem}>
              <p>{capital(problemText(notice.problem, frame.language))}</p>
            </Fact>
          )}
          <Fact name={texts.payments}>
            {(payments ?? []).length === 0 && <p>{payments === null ? texts.noKey : texts.noPayment}</p>}
            {payments?.map((payment) => (
              <div key={payment.id}>
                <a href={`${frame.path}/payments/${payment.id}`}>
                  <Code>{payment.trackingKey}</Code>
                </a>{' '}
                {pesos(payment.amount)}
              </div>
            ))}
          </Fact>
        </Facts>
      </Card>
      <Card>
        <Source name={texts.raw} text={notice.body} />
      </Card>
      {waits && may(frame, 'decide') && (
        <Card class="narrow">
          <Form frame={frame} action={`/rails/notices/${notice.id}`}>
            <NoteField frame={frame} />
            <Submit look="main">{texts.lookAt}</Submit>
          </Form>
        </Card>
      )}
      {acts.length > 0 && (
        <Card>
          <PastActs frame={frame} acts={acts} />
        </Card>
      )}
    </>,
  );
}
