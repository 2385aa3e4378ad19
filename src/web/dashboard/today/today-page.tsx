// The desk's first page: what waits and whether all is well, each with a light and a link; and the service's state.
import type { ComponentChildren } from 'preact';
import type { Language } from '../../../domain/base/language.js';
import { checkName, type Finding, findingText } from '../../../domain/keeping/finding.js';
import { type PoolUse, poolName } from '../../../domain/points/pools.js';
import type { OddSum } from '../../../store/money/odd-payments.js';
import { TO_LOOK_AT } from '../../../store/rails/odd-notices.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard, renderPage } from '../frame/layout.js';
import { RAILS_TEXTS } from '../rails/texts.js';
import { TRANSFERS_TEXTS } from '../transfers/texts.js';
import { ItemTable } from '../ui/columns.js';
import { spanText } from '../ui/desk-parts.js';
import { Card, LinkButton, PageHead, pesos, State, type Tone } from '../ui/parts.js';
import { LIGHT_TONES, type Light } from './lights.js';
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

export function renderTodayPage(frame: Frame, view: TodayView): string {
  const texts = TODAY_TEXTS[frame.language];
  const lines = linesOf(frame, view);
  const urgent = lines.filter(({ light }) => light === 'now').length;
  const allGood = lines.every(({ light }) => light === 'good');
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead
        title={texts.title}
        aside={
          <State tone={urgent > 0 ? 'bad' : allGood ? 'good' : 'wait'}>
            {urgent > 0 ? texts.needs(urgent) : allGood ? texts.allGood : texts.light.soon}
          </State>
        }
      >
        <LinkButton href={`${frame.path}/doctor`} text={texts.doctor} />
      </PageHead>
      <ul class="lights">
        {lines.map((line) => (
          <li key={line.item} class={`card light ${line.light}`}>
            <a href={frame.path + (line.path ?? PATHS[line.item])}>
              <span class="row middle card-head">
                <strong>{texts.items[line.item]}</strong>
                <State tone={LIGHT_TONES[line.light]}>{texts.light[line.light]}</State>
              </span>
              <span class="figure">{line.figure}</span>
              {line.more !== null && <span class="soft">{line.more}</span>}
            </a>
          </li>
        ))}
      </ul>
    </>,
  );
}

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
      figure: approvals.count === 0 ? texts.nothingWaits : texts.toApprove(approvals.count),
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

function countText({ count, isMore }: OddSum): string {
  return `${count}${isMore ? '+' : ''}`;
}

/** The same counts as on the tabs behind it; it leads to the first of them that has any. */
function transfersLine(frame: Frame, { transfers }: TodayView): Line {
  const texts = TODAY_TEXTS[frame.language];
  const { status } = TRANSFERS_TEXTS[frame.language];
  const open = (['to_send', 'needs_destination', 'to_fund'] as const).filter((one) => transfers[one] > 0);
  const [first] = open;
  const { light } = transfers;
  return {
    item: 'transfers',
    light,
    ...(first !== undefined && { path: `${PATHS.transfers}?status=${first}` }),
    figure: first === undefined ? texts.nothingWaits : `${status[first]}: ${transfers[first]}`,
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
  const age = oldest === null ? null : texts.rateAge(oldest.currency, spanText(now - oldest.takenAt, frame.language));
  return missing.length > 0
    ? { item: 'rates', light, figure: texts.missingRates(missing.join(', ')), more: age }
    : { item: 'rates', light, figure: age, more: null };
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
      figure: last === null ? texts.neverReconciled : texts.reconciled(last.days, span(now - last.madeAt)),
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

const RESULTS: Readonly<Record<Finding['result'], Tone>> = { ok: 'good', warning: 'wait', problem: 'bad' };

/** Where the desk itself can mend what was found. */
const MENDED_AT: Partial<
  Readonly<Record<Finding['is'], { readonly path: string; readonly page: 'rates' | 'rails' | 'points' }>>
> = {
  rates_missing: { path: '/rates', page: 'rates' },
  coins_stale: { path: '/points', page: 'points' },
  pool_scarce_cards: { path: '/points', page: 'points' },
  rail_silent: { path: '/rails/new', page: 'rails' },
  rail_pointless: { path: '/rails', page: 'rails' },
};

function Advice({ frame, finding }: { readonly frame: Frame; readonly finding: Finding }) {
  const texts = TODAY_TEXTS[frame.language];
  const text = findingText(finding, frame.language);
  const place = MENDED_AT[finding.is];
  return (
    <>
      {text.charAt(0).toUpperCase() + text.slice(1)}
      {place !== undefined && (
        <>
          {'. '}
          <a href={frame.path + place.path}>{texts.mendAt[place.page]}</a>
        </>
      )}
    </>
  );
}

export function renderDoctorPage(frame: Frame, findings: readonly Finding[]): string {
  const texts = TODAY_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.doctor, back: { href: `${frame.path}/today`, name: texts.title } },
    <>
      <p class="soft">{texts.doctorIntro}</p>
      <Card>
        <ItemTable
          frame={frame}
          label={texts.doctor}
          items={findings}
          columns={() => [
            { name: texts.check, cell: ({ check }) => <strong>{checkName(check, frame.language)}</strong> },
            { name: texts.finding, cell: (finding) => <Advice frame={frame} finding={finding} /> },
            { name: '', cell: ({ result }) => <State tone={RESULTS[result]}>{texts.result[result]}</State> },
          ]}
        />
      </Card>
    </>,
  );
}
