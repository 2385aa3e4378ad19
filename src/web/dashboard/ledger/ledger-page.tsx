// The books at the desk: what all balances add up to, and whose they are.
import type { Mode } from '../../../domain/base/mode.js';
import { type Balances, LEDGER_ACCOUNTS, leavingOf, undecidedOf } from '../../../domain/money/ledger.js';
import type { MerchantBalances } from '../../../store/money/ledger-lists.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { ItemTable, type ListColumn } from '../ui/columns.js';
import { type MerchantName, ModeTabs } from '../ui/desk-parts.js';
import { listPath } from '../ui/list-query.js';
import { Card, pesos } from '../ui/parts.js';
import { Table } from '../ui/table.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { ByHandCards } from './by-hand.js';
import { CheckCard, type ChecksView, LastVerdict } from './check-card.js';
import { ReportsCard } from './reports.js';
import { LEDGER_TEXTS } from './texts.js';

type LedgerView = ChecksView & {
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
  const { mode } = view;
  return renderPage(
    frame,
    {
      title: texts.title,
      aside: <LastVerdict frame={frame} checks={view.checks} />,
      children: <ModeTabs frame={frame} path={`${frame.path}/ledger`} mode={mode} />,
    },
    <>
      <Card title={texts.sum}>
        <BalanceList frame={frame} balances={view.all} />
      </Card>
      <Card title={texts.merchants}>
        <BooksTable frame={frame} view={view} />
      </Card>
      <ReportsCard frame={frame} mode={mode} now={view.now} />
      <ByHandCards frame={frame} mode={mode} merchants={view.names} closed={view.closed} now={view.now} />
      <CheckCard frame={frame} view={view} title={texts.checkTitle} text={texts.checkText} action="/ledger/check" />
    </>,
  );
}

type Book = { readonly name: string; readonly id: string | null; readonly balances: Balances };

/** Whose money it is: the house’s, each merchant’s, and all of it. */
function BooksTable({ frame, view }: { readonly frame: Frame; readonly view: LedgerView }) {
  const texts = LEDGER_TEXTS[frame.language];
  const { all, house, merchants } = view;
  const books: readonly Book[] = [
    { name: texts.total, id: null, balances: all },
    { name: texts.house, id: 'house', balances: house },
    ...merchants.map((merchant) => ({ name: merchant.name, id: merchant.id, balances: merchant })),
  ];
  const path = (id: string) => listPath(`${frame.path}/ledger/${id}`, { mode: view.mode === 'test' ? 'test' : null });
  const sum = (
    name: string,
    of: (balances: Balances) => bigint,
    corner: 'top-right' | 'below' = 'below',
  ): ListColumn<Book> => ({
    name,
    corner,
    isNumber: true,
    isCalled: true,
    cell: ({ balances }) => pesos(of(balances)),
  });
  return (
    <ItemTable
      frame={frame}
      items={books}
      columns={() => [
        {
          name: DESK_TEXTS[frame.language].merchant,
          corner: 'top-left',
          cell: ({ id, name }) => (id === null ? <strong>{name}</strong> : <a href={path(id)}>{name}</a>),
        },
        sum(texts.account.available, ({ available }) => available, 'top-right'),
        sum(texts.account.pending, ({ pending }) => pending),
        sum(texts.undecided, undecidedOf),
        sum(texts.leaving, leavingOf),
        sum(texts.own, ({ fees, iva }) => fees + iva),
      ]}
    />
  );
}

type Line = { readonly name: string; readonly debit: bigint; readonly credit: bigint };

/** Each balance on its side, and the proof that both sides are the same. */
export function BalanceList({ frame, balances }: { readonly frame: Frame; readonly balances: Balances }) {
  const texts = LEDGER_TEXTS[frame.language];
  const lines: readonly Line[] = LEDGER_ACCOUNTS.filter((account) => balances[account] !== 0n).map((account) => ({
    name: texts.account[account],
    debit: balances[account] < 0n ? -balances[account] : 0n,
    credit: balances[account] > 0n ? balances[account] : 0n,
  }));
  const sum = (side: 'debit' | 'credit') => lines.reduce((all, line) => all + line[side], 0n);
  const total = { name: texts.sumOfAll, debit: sum('debit'), credit: sum('credit') };
  const cell = (amount: bigint) => (amount === 0n ? '' : pesos(amount));
  return (
    <Table
      look="small"
      columns={[
        { name: texts.accountName },
        { name: texts.debit, isNumber: true },
        { name: texts.credit, isNumber: true },
      ]}
      rows={(lines.length === 0 ? [] : [...lines, total]).map((line) => ({
        key: line.name,
        cells: [line === total ? <strong>{line.name}</strong> : line.name, cell(line.debit), cell(line.credit)],
      }))}
      none={texts.noMovements}
    />
  );
}
