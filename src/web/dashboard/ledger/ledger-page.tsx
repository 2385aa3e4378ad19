// The books at the desk: what all balances add up to, whose they are, and the movements of one account.
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { ListPage } from '../../../domain/base/paging.js';
import { type Balances, type BookedEntry, LEDGER_ACCOUNTS, type LedgerAccount } from '../../../domain/money/ledger.js';
import type { MerchantBalances } from '../../../store/money/ledger-lists.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { ModeTabs } from '../ui/desk-parts.js';
import { DESK_TEXTS } from '../ui/desk-texts.js';
import { Filters } from '../ui/filters.js';
import { Select } from '../ui/form.js';
import { listPath, stepsOf } from '../ui/list-query.js';
import { Card, Code, PageHead, Pager, Time } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import { Table } from '../ui/table.js';
import { CheckCard, type ChecksView } from './check-card.js';
import { LEDGER_TEXTS } from './texts.js';

export type LedgerView = ChecksView & {
  readonly mode: Mode;
  readonly all: Balances;
  readonly merchants: readonly MerchantBalances[];
  readonly house: Balances;
};

export function renderLedgerPage(frame: Frame, view: LedgerView): string {
  const texts = LEDGER_TEXTS[frame.language];
  const { mode, all, house } = view;
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title} />
      <p class="soft">{texts.intro}</p>
      <CheckCard frame={frame} view={view} title={texts.check} text={texts.checkText} action="/ledger/check" />
      <ModeTabs frame={frame} path={`${frame.path}/ledger`} mode={mode} />
      <Card title={texts.sum}>
        <BalanceList frame={frame} balances={all} />
      </Card>
      <Card title={texts.merchants}>
        <Table
          columns={[
            { name: DESK_TEXTS[frame.language].merchant, corner: 'top-left' },
            { name: texts.account.available, isNumber: true, corner: 'top-right' },
            { name: texts.account.pending, isNumber: true, corner: 'bottom-left' },
            { name: texts.account.held, isNumber: true, corner: 'bottom-right' },
            { name: texts.account.to_pay_out, isNumber: true, corner: 'left-out' },
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
          ]}
          none={texts.noMerchants}
        />
      </Card>
    </>,
  );
}

function moneyCells(balances: Balances): string[] {
  return [balances.available, balances.pending, balances.held, balances.to_pay_out].map(pesos);
}

function BalanceList({ frame, balances }: { readonly frame: Frame; readonly balances: Balances }) {
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

export type MovementsView = {
  readonly title: string;
  /** The path of the page below the desk. */
  readonly path: string;
  readonly mode: Mode;
  readonly account: LedgerAccount | null;
  readonly balances: Balances;
  readonly page: ListPage<BookedEntry>;
};

export function renderMovementsPage(frame: Frame, view: MovementsView): string {
  const texts = LEDGER_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const path = frame.path + view.path;
  const mode = view.mode === 'test' ? 'test' : null;
  return renderDashboard(
    frame,
    view.title,
    <>
      <PageHead title={view.title} back={{ href: listPath(`${frame.path}/ledger`, { mode }), name: texts.title }} />
      <ModeTabs frame={frame} path={path} mode={view.mode} filters={{ account: view.account }} />
      <Card title={texts.sum}>
        <BalanceList frame={frame} balances={view.balances} />
      </Card>
      <Filters action={path} label={desk.filters} show={desk.show} kept={{ mode }}>
        <Select
          name="account"
          label={texts.accountName}
          value={view.account ?? ''}
          choices={[
            { value: '', name: texts.anyAccount },
            ...LEDGER_ACCOUNTS.map((account) => ({ value: account, name: texts.account[account] })),
          ]}
        />
      </Filters>
      <Card title={texts.movements}>
        <Table
          columns={[
            { name: texts.what, corner: 'top-left' },
            { name: desk.time, corner: 'bottom-left' },
            { name: texts.movements, isNumber: true, corner: 'top-right' },
          ]}
          rows={view.page.rows.map((entry) => ({
            key: entry.id,
            cells: [
              <>
                {texts.kind[entry.kind]}
                <small>
                  <Source frame={frame} entry={entry} />
                </small>
              </>,
              <Time key="time" at={entry.createdAt} language={frame.language} />,
              <Postings key="postings" frame={frame} entry={entry} />,
            ],
          }))}
          none={texts.noMovements}
        />
      </Card>
      <Pager {...stepsOf(path, { mode, account: view.account }, view.page, desk)} />
    </>,
  );
}

function Source({ frame, entry }: { readonly frame: Frame; readonly entry: BookedEntry }) {
  if (entry.orderId !== null)
    return (
      <a href={`${frame.path}/orders/${formatOrderId(entry.orderId)}`}>
        <Code>{entry.orderId.slice(0, 13)}…</Code>
      </a>
    );
  if (entry.paymentId === null) return null;
  return (
    <a href={`${frame.path}/payments/${entry.paymentId}`}>
      <Code>{entry.paymentId.slice(0, 13)}…</Code>
    </a>
  );
}

function Postings({ frame, entry }: { readonly frame: Frame; readonly entry: BookedEntry }) {
  const texts = LEDGER_TEXTS[frame.language];
  return (
    <>
      {LEDGER_ACCOUNTS.filter((account) => entry[account] !== 0n).map((account) => (
        <div key={account}>
          <span class="soft">{texts.account[account]}</span> {pesos(entry[account])}
        </div>
      ))}
    </>
  );
}
