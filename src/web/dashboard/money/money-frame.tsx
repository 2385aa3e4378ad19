// What every page about money begins with: the balance, and the tabs.
import type { ComponentChildren } from 'preact';
import type { Balances } from '../../../domain/money/ledger.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Fact, pesos, Tabs } from '../ui/parts.js';
import { MONEY_TEXTS } from './texts.js';

const MONEY_TABS = {
  movements: '/money',
  review: '/money/review',
  transfers: '/money/transfers',
  payouts: '/money/payouts',
  statements: '/money/statements',
} as const;
export type MoneyTab = keyof typeof MONEY_TABS;

type MoneyPage = { readonly tab: MoneyTab; readonly balances: Balances; readonly children: ComponentChildren };

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
export function aboveMoney(frame: Frame, tab: MoneyTab, balances: Balances) {
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

export function BalanceFigures({ frame, balances }: { readonly frame: Frame; readonly balances: Balances }) {
  const texts = MONEY_TEXTS[frame.language].balance;
  const { available, pending, held, surplus, to_refund, to_return, to_pay_out } = balances;
  return (
    <dl class="figures">
      <Fact name={texts.available}>{pesos(available)}</Fact>
      <Fact name={texts.pending}>{pesos(pending)}</Fact>
      {/* Surplus waits with what is held, as in GET /v1/balance. */}
      <Fact name={texts.held}>{pesos(held + surplus)}</Fact>
      <Fact name={texts.out}>{pesos(to_refund + to_return + to_pay_out)}</Fact>
    </dl>
  );
}
