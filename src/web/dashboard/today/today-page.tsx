// The desk's first page: what waits and whether all is well, each with a light and a link.
import type { ComponentChildren } from 'preact';
import type { Language } from '../../../domain/base/language.js';
import { type PoolUse, poolName } from '../../../domain/points/pools.js';
import { TO_LOOK_AT } from '../../../store/rails/odd-notices.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { RAILS_TEXTS } from '../rails/texts.js';
import { TRANSFERS_TEXTS } from '../transfers/texts.js';
import { spanText } from '../ui/desk-parts.js';
import { PageHead, pesos, State } from '../ui/parts.js';
import { LIGHT_TONES, type Light } from './lights.js';
import { countText, Position } from './position.js';
import { TODAY_TEXTS } from './texts.js';
import type { TodayView } from './today-view.js';

type ItemName = keyof (typeof TODAY_TEXTS)['es']['items'];

const PATHS: Readonly<Record<ItemName, string>> = {
  money: '/inbox',
  approvals: '/approvals',
  transfers: '/transfers',
  notices: '/rails/notices',
  rails: '/rails',
  rates: '/rates',
  queue: '/doctor',
  pools: '/doctor',
  ledger: '/ledger',
  reconciliation: '/reconciliation',
  backup: '/doctor',
};

/** What people do. The rest does itself as long as it is well. */
const WORK: readonly ItemName[] = ['money', 'approvals', 'transfers', 'notices', 'reconciliation'];

export function renderTodayPage(frame: Frame, view: TodayView): string {
  const texts = TODAY_TEXTS[frame.language];
  const lines = linesOf(frame, view).sort((one, other) => URGENCY.indexOf(one.light) - URGENCY.indexOf(other.light));
  const [urgent, soon] = (['now', 'soon'] as const).map((one) => lines.filter(({ light }) => light === one).length);
  const todo = lines.filter(({ item }) => WORK.includes(item));
  const service = lines.filter(({ item }) => !WORK.includes(item));
  const quiet = service.filter((line) => !isSomebodys(line));
  const unknown = quiet.filter(({ light }) => light === 'unknown').length;
  const good = quiet.length - unknown;
  const told = [...(urgent ? [texts.urgent(urgent)] : []), ...(soon ? [texts.attention(soon)] : [])];
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead
        title={texts.title}
        aside={<State tone={urgent ? 'bad' : soon ? 'wait' : 'good'}>{told.join(' · ') || texts.attend(0)}</State>}
      ></PageHead>
      <Position frame={frame} view={view} />
      <section class="stack" aria-label={texts.todo}>
        <h2>{texts.todo}</h2>
        <Lights frame={frame} lines={todo} />
      </section>
      <section class="stack" aria-label={texts.service}>
        <div class="row middle">
          <h2>{texts.service}</h2>
          <a href={`${frame.path}/doctor`}>{texts.doctor}</a>
        </div>
        <Lights frame={frame} lines={service.filter(isSomebodys)} />
        {quiet.length > 0 && (
          <details>
            <summary>
              {[...(good ? [texts.fine(good)] : []), ...(unknown ? [texts.notKnown(unknown)] : [])].join(' · ')}
            </summary>
            <Lights frame={frame} lines={quiet} />
          </details>
        )}
      </section>
    </>,
  );
}

function isSomebodys({ light }: Line): boolean {
  return light === 'now' || light === 'soon';
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
              {line.light !== 'good' && <State tone={LIGHT_TONES[line.light]}>{texts.light[line.light]}</State>}
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
const URGENCY: readonly Light[] = ['now', 'soon', 'unknown', 'good'];

type Line = {
  readonly item: ItemName;
  /** If it is not that of the item. */
  readonly path?: string;
  readonly light: Light;
  readonly figure: ComponentChildren;
  readonly more: ComponentChildren;
};

function linesOf(frame: Frame, view: TodayView): Line[] {
  const texts = TODAY_TEXTS[frame.language];
  const span = (ms: number) => spanText(ms, frame.language);
  const { money, approvals, queue, now } = view;
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
    railsLine(frame, view),
    ratesLine(frame, view),
    {
      item: 'queue',
      light: queue.light,
      figure: queue.waiting === 0 ? texts.nothingWaits : texts.dueWebhooks(queue.waiting),
      more: [
        ...(queue.waiting > 0 ? [texts.oldest(span(queue.oldestMs))] : []),
        ...(queue.stored > 0 ? [texts.storedNotices(queue.stored)] : []),
      ].join(' · '),
    },
    ...serviceLines(frame, view),
  ];
}

/** The same counts as on the tabs behind it; it leads to the first of them that has any. */
function transfersLine(frame: Frame, { transfers }: TodayView): Line {
  const texts = TODAY_TEXTS[frame.language];
  const { status } = TRANSFERS_TEXTS[frame.language];
  const open = (['to_send', 'needs_destination', 'to_fund'] as const).filter((one) => transfers[one] > 0);
  const [first] = open;
  const { light, sendable } = transfers;
  const sum = first === 'to_send' && sendable.count === transfers.to_send ? ` · ${pesos(sendable.amount)}` : '';
  return {
    item: 'transfers',
    light,
    ...(first !== undefined && { path: `${PATHS.transfers}?status=${first}` }),
    figure: first === undefined ? texts.nothingWaits : `${status[first]}: ${transfers[first]}${sum}`,
    more: [
      ...open.slice(1).map((one) => `${status[one]}: ${transfers[one]}`),
      ...(first === undefined ? [] : [texts.oldest(spanText(transfers.oldestMs, frame.language))]),
      ...(transfers.sent > 0 ? [texts.sent(transfers.sent)] : []),
    ].join(' · '),
  };
}

/** The same notices as on the first tab of their page. */
function noticesLine(frame: Frame, { notices: { counts, newestAt, light }, now }: TodayView): Line {
  const texts = TODAY_TEXTS[frame.language];
  const named = RAILS_TEXTS[frame.language].noticeState;
  const found = TO_LOOK_AT.filter((state) => counts[state] > 0);
  if (newestAt === null) return { item: 'notices', light, figure: texts.noneInAWeek, more: null };
  return {
    item: 'notices',
    light,
    figure: texts.inAWeek(found.reduce((sum, state) => sum + counts[state], 0)),
    more: [
      ...found.map((state) => `${named[state]}: ${counts[state]}`),
      texts.newest(spanText(now - newestAt, frame.language)),
    ].join(' · '),
  };
}

function railsLine(frame: Frame, { rails: { silent, lastAt, light }, now }: TodayView): Line {
  const texts = TODAY_TEXTS[frame.language];
  const span = (at: number) => spanText(now - at, frame.language);
  if (silent !== null)
    return { item: 'rails', light, figure: texts.silentRail(silent.name, span(silent.lastAt)), more: null };
  return {
    item: 'rails',
    light,
    figure: lastAt === null ? texts.noNotices : texts.lastNotice(span(lastAt)),
    more: null,
  };
}

function ratesLine(frame: Frame, { rates, now }: TodayView): Line {
  const texts = TODAY_TEXTS[frame.language];
  const { oldest, missing, light } = rates;
  const age =
    oldest === null ? texts.noRates : texts.rateAge(oldest.currency, spanText(now - oldest.takenAt, frame.language));
  return {
    item: 'rates',
    light,
    figure: missing.length > 0 ? texts.missingRates(missing.join(', ')) : age,
    more: null,
  };
}

function serviceLines(frame: Frame, { pools, ledger, reconciliation, backup, now }: TodayView): Line[] {
  const texts = TODAY_TEXTS[frame.language];
  const span = (ms: number) => spanText(ms, frame.language);
  const { last, neverSent } = reconciliation;
  const open = last?.open ?? 0;
  const useOf = (use: PoolUse | null) => (use === null ? null : poolText(use, frame.language));
  return [
    {
      item: 'pools',
      light: pools.light,
      figure: useOf(pools.live) ?? texts.noPools,
      more: useOf(pools.test),
    },
    { item: 'ledger', light: ledger.light, figure: ledgerText(frame, ledger, now), more: null },
    {
      item: 'reconciliation',
      light: reconciliation.light,
      figure:
        last === null ? texts.neverReconciled : texts.reconciled(last.days(frame.language), span(now - last.madeAt)),
      more: neverSent > 0 ? texts.neverSent(neverSent) : open > 0 ? texts.openFindings(open) : null,
    },
    {
      item: 'backup',
      light: backup.light,
      more: null,
      figure: backup.ageMs === null ? texts.noBackup : texts.backupAge(span(backup.ageMs)),
    },
  ];
}

function poolText({ pool, used, capacity }: PoolUse, language: Language): string {
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return TODAY_TEXTS[language].poolUse(poolName(pool, language), percent.format(used / capacity));
}

function ledgerText(frame: Frame, { check, isBalanced }: TodayView['ledger'], now: number): string {
  const texts = TODAY_TEXTS[frame.language];
  if (!isBalanced) return texts.notBalanced;
  if (check === null) return texts.neverChecked;
  return check.ok === true ? texts.checkedOk(spanText(now - check.startedAt, frame.language)) : texts.checkedBad;
}
