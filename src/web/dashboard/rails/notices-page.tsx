// A notice of a rail at the desk, as it came, and what became of it.
import type { Payment } from '../../../domain/money/payment.js';
import type { ShownNotice } from '../../../store/rails/odd-notices.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { ModeMark } from '../ui/desk-parts.js';
import { Card, Code, Fact, Facts, pesos, State, Time } from '../ui/parts.js';
import { problemText } from '../ui/problem-text.js';
import { Source } from '../ui/source.js';
import { TONES } from './notices-list.js';
import { RAILS_TEXTS } from './texts.js';

export function renderNoticePage(frame: Frame, notice: ShownNotice, payments: readonly Payment[]): string {
  const texts = RAILS_TEXTS[frame.language];
  return renderPage(
    frame,
    {
      title: texts.notices,
      heading: <Time at={notice.receivedAt} language={frame.language} />,
      back: { href: `${frame.path}/rails/notices?state=${notice.state}`, name: texts.notices },
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
        <Facts>
          <Fact name={texts.rail}>
            {notice.userName === null ? (
              texts.simulated
            ) : (
              <a href={`${frame.path}/rails/${notice.userName}`}>{`${notice.rail} (${notice.userName})`}</a>
            )}
          </Fact>
          {notice.problem !== null && <Fact name={texts.problem}>{problemText(notice.problem, frame.language)}</Fact>}
          <Fact name={texts.payments}>
            {payments.length === 0
              ? texts.noPayment
              : payments.map((payment) => (
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
    </>,
  );
}
