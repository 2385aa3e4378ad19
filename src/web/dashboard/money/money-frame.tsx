// What every page about money begins with: the balance, and the tabs.
import type { ComponentChildren } from 'preact';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Fact, pesos } from '../ui/parts.js';
import { Tabs } from '../ui/tabs.js';
import type { OwnBalances } from './own-balances.js';
import { MONEY_TEXTS } from './texts.js';

const MONEY_TABS = {
  movements: '/money',
  review: '/money/review',
  transfers: '/money/transfers',
  payouts: '/money/payouts',
  statements: '/money/statements',
} as const;
type MoneyTab = keyof typeof MONEY_TABS;

type MoneyPage = {
  readonly tab: MoneyTab;
  /** Of what the tab shows. */
  readonly count?: number;
  readonly children: ComponentChildren;
};

export function renderMoney(frame: Frame, { tab, count, children }: MoneyPage): string {
  const texts = MONEY_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: `${texts.tabs[tab]} · ${texts.title}`, heading: texts.title },
    <>
      <MoneyTabs frame={frame} tab={tab} count={count} />
      {children}
    </>,
  );
}

/** The way to the other pages about money. */
type TabsProps = { readonly frame: Frame; readonly tab: MoneyTab; readonly count?: number | undefined };

export function MoneyTabs({ frame, tab, count = 0 }: TabsProps) {
  const texts = MONEY_TEXTS[frame.language];
  const tabs = Object.entries(MONEY_TABS).map(([name, path]) => ({
    name: texts.tabs[name as MoneyTab],
    href: frame.path + path,
    isHere: name === tab,
    ...(name === tab && count > 0 && { count: String(count) }),
  }));
  return <Tabs label={texts.tabsLabel} tabs={tabs} />;
}

/** What is available, and whatever else there is. As rows each leads to where more is known of it. */
export function BalanceFigures({ frame, balances }: { readonly frame: Frame; readonly balances: OwnBalances }) {
  const { available } = MONEY_TEXTS[frame.language].balance;
  return (
    <dl class="figures">
      <Fact name={available}>{pesos(balances.available)}</Fact>
      {otherMoney(frame, balances).map(({ name, sum }) => (
        <Fact key={name} name={name}>
          {pesos(sum)}
        </Fact>
      ))}
    </dl>
  );
}

/** What is not available yet, or not any more: without zeros. */
export function otherMoney(frame: Frame, balances: OwnBalances) {
  const texts = MONEY_TEXTS[frame.language].balance;
  const { pending, parts, to_refund, to_return, to_pay_out } = balances;
  return [
    { name: texts.pending, sum: pending, path: '/money' },
    { name: texts.toDecide, sum: toDecideOf(balances), path: MONEY_TABS.review },
    { name: texts.parts, sum: parts, path: '/orders?tab=part_paid' },
    { name: texts.refunds, sum: to_refund + to_return, path: MONEY_TABS.transfers },
    { name: texts.payouts, sum: to_pay_out, path: MONEY_TABS.transfers },
  ].filter(({ sum }) => sum !== 0n);
}

/** As much as the orders and payments of the review list wait with. */
export function toDecideOf({ held, surplus, parts }: OwnBalances): bigint {
  return held + surplus - parts;
}
