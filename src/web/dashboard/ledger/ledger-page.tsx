// The books at the desk: what all balances add up to, and whose they are.
import type { Mode } from '../../../domain/base/mode.js';
import { type Balances, LEDGER_ACCOUNTS, undecidedOf } from '../../../domain/money/ledger.js';
import type { MerchantBalances } from '../../../store/money/ledger-lists.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { type MerchantName, ModeTabs } from '../ui/desk-parts.js';
import { listPath } from '../ui/list-query.js';
import { Card, pesos } from '../ui/parts.js';
import { Table } from '../ui/table.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { ByHandCards } from './by-hand.js';
import { CheckCard, type ChecksView } from './check-card.js';
import { ReportsCard } from './reports.js';
import { LEDGER_TEXTS } from './texts.js';

export type LedgerView = ChecksView & {
  readonly mode: Mode;
  readonly all: Balances;
  readonly merchants: readonly MerchantBalances[];
  readonly house: Balances;
  /** Merchants to choose from, and the last month that was closed. */
  readonly names: readonly MerchantName[];
  readonly closed: string | null;
};

export function renderLedgerPage(frame: Frame, view: LedgerView): string {
  const texts = LEDGER_TEXTS[frame.language];
  const { mode, all, house } = view;
  return renderPage(
    frame,
    { title: texts.title },
    <>
      <p class="soft">{texts.intro}</p>
      <CheckCard frame={frame} view={view} title={texts.check} text={texts.checkText} action="/ledger/check" />
      <ModeTabs frame={frame} path={`${frame.path}/ledger`} mode={mode} />
      <Card title={texts.sum}>
        <BalanceList frame={frame} balances={all} />
      </Card>
      <ReportsCard frame={frame} mode={mode} now={view.now} />
      <ByHandCards frame={frame} mode={mode} merchants={view.names} closed={view.closed} now={view.now} />
      <Card title={texts.merchants}>
        <Table
          columns={[
            { name: DESK_TEXTS[frame.language].merchant },
            { name: texts.account.available, isNumber: true },
            { name: texts.account.pending, isNumber: true },
            { name: texts.undecided, isNumber: true },
            { name: texts.account.to_pay_out, isNumber: true },
          ]}
          rows={[
            {
              key: 'house',
              cells: [
                <>
                  <a href={listPath(`${frame.path}/ledger/house`, { mode: mode === 'test' ? 'test' : null })}>
                    {texts.house}
                  </a>
                  <small>{texts.houseText}</small>
                </>,
                ...moneyCells(house),
              ],
            },
            ...view.merchants.map((merchant) => ({
              key: merchant.id,
              cells: [
                <a
                  key="name"
                  href={listPath(`${frame.path}/ledger/${merchant.id}`, { mode: mode === 'test' ? 'test' : null })}
                >
                  {merchant.name}
                </a>,
                ...moneyCells(merchant),
              ],
            })),
            { key: 'all', cells: [<strong key="name">{texts.total}</strong>, ...moneyCells(all)] },
          ]}
          none={texts.noMerchants}
        />
      </Card>
    </>,
  );
}

function moneyCells(balances: Balances): string[] {
  return [balances.available, balances.pending, undecidedOf(balances), balances.to_pay_out].map(pesos);
}

export function BalanceList({ frame, balances }: { readonly frame: Frame; readonly balances: Balances }) {
  const texts = LEDGER_TEXTS[frame.language];
  return (
    <dl class="facts">
      {LEDGER_ACCOUNTS.filter((account) => balances[account] !== 0n).map((account) => (
        <div key={account}>
          <dt>{texts.account[account]}</dt>
          <dd>{pesos(balances[account])}</dd>
        </div>
      ))}
    </dl>
  );
}
