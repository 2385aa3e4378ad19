// The desk's first page: what waits and whether all is well, each with a light and a link. Beside it, the examination of the
// service.
import type { ComponentChildren } from 'preact';
import type { Deps } from '../../../deps.js';
import { coalesce } from '../../../memory/coalesce.js';
import { TO_LOOK_AT } from '../../../store/rails/odd-notices.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { LEDGER_TEXTS } from '../ledger/texts.js';
import { RECONCILIATION_TEXTS } from '../reconciliation/texts.js';
import { TRANSFERS_TEXTS } from '../transfers/texts.js';
import { spanText } from '../ui/desk-parts.js';
import { pesos, State } from '../ui/parts.js';
import type { Visits } from '../visit.js';
import { Findings, isForDesk, renderDoctorPage, ToAttend } from './doctor-page.js';
import { LIGHT_TONES, type Light } from './lights.js';
import { countText, Position } from './position.js';
import { TODAY_TEXTS } from './texts.js';
import { showDoctor, showToday, type TodayView } from './today-view.js';

/** More people than a desk has. */
const MOST_WAITING = 1_000;

export function todayRoutes({ operator: { show } }: Visits, deps: Deps): void {
  // A dozen long reads, which are the same for everybody: who asks while they are under way shares the next ones.
  const look = coalesce<null, TodayView>({
    async run(asked) {
      const view = await showToday(deps);
      return asked.map(() => view);
    },
    maxBatch: MOST_WAITING,
    maxInFlight: 1,
    maxQueued: MOST_WAITING,
  });
  show('/today', 'see', async ({ frame }) => renderTodayPage(frame, await look(null)));
  show('/doctor', 'see', async ({ frame }) => renderDoctorPage(frame, await showDoctor(deps)));
}

type ItemName = keyof (typeof TODAY_TEXTS)['es']['items'];

const PATHS: Readonly<Record<ItemName, string>> = {
  money: '/inbox',
  approvals: '/approvals',
  transfers: '/transfers',
  notices: '/rails/notices',
  ledger: '/ledger',
  reconciliation: '/reconciliation',
};

function renderTodayPage(frame: Frame, view: TodayView): string {
  const texts = TODAY_TEXTS[frame.language];
  const lines = linesOf(frame, view).sort((one, other) => URGENCY.indexOf(one.light) - URGENCY.indexOf(other.light));
  const [urgent, soon] = (['now', 'soon'] as const).map((one) => lines.filter(({ light }) => light === one).length);
  const told = [...(urgent ? [texts.urgent(urgent)] : []), ...(soon ? [texts.attention(soon)] : [])];
  const good = view.findings.filter(({ result }) => result === 'ok').length;
  const [open, shown] = [view.findings.length - good, view.findings.filter(isForDesk)];
  return renderPage(
    frame,
    { title: texts.title },
    <>
      <section class="stack" aria-label={texts.todo}>
        <div class="row middle">
          <h2>{texts.todo}</h2>
          <State tone={urgent ? 'bad' : soon ? 'wait' : 'good'}>{told.join(' · ') || texts.attend(0)}</State>
        </div>
        <Lights frame={frame} lines={lines} />
      </section>
      <Position frame={frame} view={view} />
      <section class="stack" aria-label={texts.service}>
        <div class="row middle">
          <h2>{texts.service}</h2>
          <ToAttend frame={frame} findings={view.findings} />
          <a href={`${frame.path}/doctor`}>{open > shown.length ? texts.seeAll(open) : texts.doctor}</a>
          <span class="soft">{texts.fine(good)}</span>
        </div>
        <Findings frame={frame} findings={shown} />
      </section>
    </>,
  );
}

function Lights({ frame, lines }: { readonly frame: Frame; readonly lines: readonly Line[] }) {
  const texts = TODAY_TEXTS[frame.language];
  if (lines.length === 0) return null;
  return (
    <ul class="lights">
      {lines.map((line) => (
        <li key={line.item} class={`card light ${line.light}`}>
          <a href={frame.path + (line.path ?? PATHS[line.item])}>
            <span class="row middle card-head">
              <strong>{texts.items[line.item]}</strong>
              {line.light !== 'good' && (
                <State tone={LIGHT_TONES[line.light]}>{line.tag ?? texts.light[line.light]}</State>
              )}
            </span>
            <span class="figure">{line.figure}</span>
            {line.more !== null && line.more !== '' && <span class="soft">{line.more}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What is urgent stands first. */
const URGENCY: readonly Light[] = ['now', 'soon', 'open', 'unknown', 'good'];

type Line = {
  readonly item: ItemName;
  /** If it is not that of the item. */
  readonly path?: string;
  readonly light: Light;
  /** If it says more than the light. */
  readonly tag?: string;
  readonly figure: ComponentChildren;
  readonly more: ComponentChildren;
};

function linesOf(frame: Frame, view: TodayView): Line[] {
  const texts = TODAY_TEXTS[frame.language];
  const span = (ms: number) => spanText(ms, frame.language);
  const { money, approvals, now } = view;
  return [
    {
      item: 'money',
      light: money.light,
      figure: money.count === 0 ? texts.nothingWaits : pesos(money.amount),
      more: [
        ...(money.oldestAt === null
          ? []
          : [`${texts.payments(countText(money))}, ${texts.oldest(span(now - money.oldestAt))}`]),
        ...(money.ofMerchants.count === 0 ? [] : [texts.ofMerchants(countText(money.ofMerchants))]),
      ].join(' · '),
    },
    {
      item: 'approvals',
      light: approvals.light,
      figure: approvals.count > 0 ? texts.toApprove(approvals.count) : texts.nothingWaits,
      more: approvals.oldestAt === null ? null : texts.oldest(span(now - approvals.oldestAt)),
    },
    transfersLine(frame, view),
    noticesLine(frame, view),
    ...booksLines(frame, view),
  ];
}

/** The same counts as on the tabs behind it, what came back first; it leads to the first of them that has any. */
function transfersLine(frame: Frame, { transfers }: TodayView): Line {
  const texts = TODAY_TEXTS[frame.language];
  const { status } = TRANSFERS_TEXTS[frame.language];
  const { light, sendable, bounced } = transfers;
  const counts = { ...transfers, bounced: bounced.count };
  const sums = {
    bounced: ` · ${pesos(bounced.amount)}`,
    to_send: sendable.count === transfers.to_send ? ` · ${pesos(sendable.amount)}` : '',
    needs_destination: '',
    to_fund: '',
  };
  const open = (['bounced', 'to_send', 'needs_destination', 'to_fund'] as const).filter((one) => counts[one] > 0);
  const [first] = open;
  const told = (one: keyof typeof sums) => `${status[one]}: ${counts[one]}${sums[one]}`;
  return {
    item: 'transfers',
    light,
    ...(light === 'open' && { tag: String(transfers.to_send) }),
    ...(first !== undefined && { path: `${PATHS.transfers}?status=${first}` }),
    figure: first === undefined ? texts.nothingWaits : told(first),
    more: [
      ...open.slice(1).map(told),
      ...(transfers.oldestMs > 0 ? [texts.oldest(spanText(transfers.oldestMs, frame.language))] : []),
      ...(transfers.sent > 0 ? [texts.sent(transfers.sent)] : []),
    ].join(' · '),
  };
}

/** The same notices as on the first tab of their page. */
function noticesLine(frame: Frame, { notices: { counts, newestAt, light }, now }: TodayView): Line {
  const texts = TODAY_TEXTS[frame.language];
  const found = TO_LOOK_AT.filter((state) => counts[state] > 0);
  if (newestAt === null) return { item: 'notices', light, figure: texts.noneInAWeek, more: null };
  return {
    item: 'notices',
    light,
    figure: found.map((state) => texts.noticesOf[state](counts[state])).join(' · '),
    more: texts.inAWeek(spanText(now - newestAt, frame.language)),
  };
}

function booksLines(frame: Frame, { ledger, reconciliation, now }: TodayView): Line[] {
  const texts = TODAY_TEXTS[frame.language];
  const { last, neverSent } = reconciliation;
  const open = last?.open ?? 0;
  return [
    {
      item: 'ledger',
      light: ledger.light,
      ...(ledger.check === null && ledger.isBalanced && { tag: LEDGER_TEXTS[frame.language].never }),
      figure: ledgerText(frame, ledger, now),
      more: null,
    },
    {
      item: 'reconciliation',
      light: reconciliation.light,
      ...(last === null && { tag: RECONCILIATION_TEXTS[frame.language].notYet }),
      figure:
        last === null
          ? texts.neverReconciled
          : texts.reconciled(last.days(frame.language), spanText(now - last.madeAt, frame.language)),
      more: neverSent > 0 ? texts.neverSent(neverSent) : open > 0 ? texts.openFindings(open) : null,
    },
  ];
}

function ledgerText(frame: Frame, { check, isBalanced }: TodayView['ledger'], now: number): string {
  const texts = TODAY_TEXTS[frame.language];
  if (!isBalanced) return texts.notBalanced;
  if (check === null) return texts.neverChecked;
  return check.ok === true ? texts.checkedOk(spanText(now - check.startedAt, frame.language)) : texts.checkedBad;
}
