// What every page about money begins with: the balance, and the tabs.
import type { ComponentChildren } from 'preact';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Fact, pesos, Tabs } from '../ui/parts.js';
import type { OwnBalances } from './own-balances.js';
import { MONEY_TEXTS } from './texts.js';

const MONEY_TABS = {
  movements: '/money',
  review: '/money/review',
  transfers: '/money/transfers',
  payouts: '/money/payouts',
  statements: '/money/statements',
} as const;
export type MoneyTab = keyof typeof MONEY_TABS;

type MoneyPage = { readonly tab: MoneyTab; readonly balances: OwnBalances; readonly children: ComponentChildren };

export function renderMoney(frame: Frame, { tab, balances, children }: MoneyPage): string {
  const texts = MONEY_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: `${texts.tabs[tab]} · ${texts.title}`, heading: texts.title },
    <>
      {aboveMoney(frame, tab, balances)}
      {children}
    </>,
  );
}

/** The balance, and the tabs to the other pages about money. */
export function aboveMoney(frame: Frame, tab: MoneyTab, balances: OwnBalances) {
  const texts = MONEY_TEXTS[frame.language];
  const tabs = Object.entries(MONEY_TABS).map(([name, path]) => ({
    name: texts.tabs[name as MoneyTab],
    href: frame.path + path,
    isHere: name === tab,
  }));
  return (
    <>
      <BalanceFigures frame={frame} balances={balances} />
      <Tabs label={texts.tabsLabel} tabs={tabs} />
    </>
  );
}

export function BalanceFigures({ frame, balances }: { readonly frame: Frame; readonly balances: OwnBalances }) {
  const texts = MONEY_TEXTS[frame.language].balance;
  const { available, pending, held, surplus, parts, to_refund, to_return, to_pay_out } = balances;
  return (
    <dl class="figures">
      <Fact name={texts.available}>{pesos(available)}</Fact>
      <Fact name={texts.pending}>{pesos(pending)}</Fact>
      {/* As much as the orders and payments of the review list wait with. */}
      <Fact name={texts.toDecide}>{pesos(held + surplus - parts)}</Fact>
      {parts > 0n && <Fact name={texts.parts}>{pesos(parts)}</Fact>}
      <Fact name={texts.out}>{pesos(to_refund + to_return + to_pay_out)}</Fact>
    </dl>
  );
}
