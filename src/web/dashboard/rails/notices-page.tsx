// Notices of rails at the desk: unreadable ones first, each as it came, and what became of it.
import type { Mode } from '../../../domain/base/mode.js';
import type { ListPage } from '../../../domain/base/paging.js';
import type { Payment } from '../../../domain/money/payment.js';
import type { NoticeState } from '../../../store/rails/notices.js';
import type { ShownNotice } from '../../../store/rails/odd-notices.js';
import type { RailRecord } from '../../../store/rails/rails.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { ModeMark, ModeTabs } from '../ui/desk-parts.js';
import { DESK_TEXTS } from '../ui/desk-texts.js';
import { Filters } from '../ui/filters.js';
import { Select } from '../ui/form.js';
import { listPath, stepsOf } from '../ui/list-query.js';
import { Card, Code, Empty, Fact, Facts, PageHead, Pager, State, Tabs, Time, type Tone } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import { problemText } from '../ui/problem-text.js';
import { Source } from '../ui/source.js';
import { Table } from '../ui/table.js';
import { RAILS_TEXTS } from './texts.js';

/** Those that say something is wrong come first. */
export const NOTICE_TABS = ['malformed', 'differs', 'waiting', 'ignored', 'stored', 'all'] as const;
export type NoticeTab = (typeof NOTICE_TABS)[number];

export type NoticesView = {
  readonly mode: Mode;
  readonly tab: NoticeTab;
  readonly railId: string | null;
  readonly rails: readonly RailRecord[];
  readonly page: ListPage<ShownNotice>;
};

const TONES: Readonly<Record<NoticeState, Tone>> = {
  malformed: 'bad',
  differs: 'bad',
  waiting: 'wait',
  ignored: 'off',
  stored: 'wait',
  reversing: 'wait',
  matched: 'good',
};

export function renderNoticesPage(frame: Frame, view: NoticesView): string {
  const texts = RAILS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const path = `${frame.path}/rails/notices`;
  const mode = view.mode === 'test' ? 'test' : null;
  const filters = { mode, rail: view.railId };
  return renderDashboard(
    frame,
    texts.notices,
    <>
      <PageHead title={texts.notices} back={{ href: `${frame.path}/rails`, name: texts.title }} />
      <p class="soft">{texts.noticesIntro}</p>
      <ModeTabs frame={frame} path={path} mode={view.mode} filters={{ state: view.tab, rail: view.railId }} />
      <Tabs
        label={desk.state}
        tabs={NOTICE_TABS.map((tab) => ({
          name: tab === 'all' ? texts.all : texts.noticeState[tab],
          href: listPath(path, { ...filters, state: tab }),
          isHere: tab === view.tab,
        }))}
      />
      <Filters action={path} label={desk.filters} show={desk.show} kept={{ mode, state: view.tab }}>
        <Select
          name="rail"
          label={texts.rail}
          value={view.railId ?? ''}
          choices={[
            { value: '', name: texts.anyRail },
            ...view.rails.map(({ id, name, kind }) => ({ value: id, name: `${name} (${texts.kinds[kind]})` })),
          ]}
        />
      </Filters>
      <Card>
        <Table
          label={texts.notices}
          columns={[
            { name: texts.received, corner: 'top-left' },
            { name: texts.rail, corner: 'bottom-left' },
            { name: texts.problem, corner: 'left-out' },
            { name: desk.state, corner: 'top-right' },
          ]}
          rows={view.page.rows.map((notice) => ({
            key: notice.id,
            cells: [
              <a key="time" href={`${path}/${notice.id}`}>
                <Time at={notice.receivedAt} language={frame.language} />
              </a>,
              notice.rail ?? texts.simulated,
              <span key="problem" class="breakable">
                {problemText(notice.problem ?? '', frame.language)}
              </span>,
              <State key="state" tone={TONES[notice.state]}>
                {texts.noticeState[notice.state]}
              </State>,
            ],
          }))}
          none={<Empty icon="rail" title={texts.noNotices} />}
        />
      </Card>
      <Pager {...stepsOf(path, { ...filters, state: view.tab }, view.page, desk)} />
    </>,
  );
}

export function renderNoticePage(frame: Frame, notice: ShownNotice, payments: readonly Payment[]): string {
  const texts = RAILS_TEXTS[frame.language];
  return renderDashboard(
    frame,
    texts.notices,
    <>
      <PageHead
        title={<Time at={notice.receivedAt} language={frame.language} />}
        back={{ href: `${frame.path}/rails/notices?state=${notice.state}`, name: texts.notices }}
        aside={
          <>
            <State tone={TONES[notice.state]}>{texts.noticeState[notice.state]}</State>
            <ModeMark frame={frame} mode={notice.mode} />
          </>
        }
      />
      <Card title={texts.became}>
        <p>{texts.stateText[notice.state]}</p>
        <Facts>
          <Fact name={texts.rail}>{notice.rail ?? texts.simulated}</Fact>
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
