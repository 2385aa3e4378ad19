// The movements of a merchant's money: the entries of the books, newest first.
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Balances, BookedEntry } from '../../../domain/money/ledger.js';
import { formatCursor } from '../../../wire/orders/list.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/frame-texts.js';
import { Card, Code, Empty, Pager, Time } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import { Table } from '../ui/table.js';
import { renderMoney } from './money-frame.js';
import { MONEY_TEXTS } from './texts.js';

export type MovementsView = {
  readonly balances: Balances;
  readonly entries: readonly BookedEntry[];
  readonly folios: ReadonlyMap<string, string>;
  readonly newer: string | null;
  readonly older: string | null;
};

export function renderMovementsPage(frame: Frame, view: MovementsView): string {
  const { movements: texts } = MONEY_TEXTS[frame.language];
  const { newer, older } = FRAME_TEXTS[frame.language];
  const to = (way: 'newer' | 'older', id: string | null, name: string) =>
    id === null ? null : { href: `${frame.path}/money?${way}=${formatCursor(id)}`, name };
  return renderMoney(frame, {
    tab: 'movements',
    balances: view.balances,
    children: (
      <Card>
        <Table
          label={MONEY_TEXTS[frame.language].tabs.movements}
          columns={[
            { name: texts.columns.what, corner: 'top-left' },
            { name: texts.columns.order, corner: 'bottom-left' },
            { name: texts.columns.at, corner: 'bottom-right' },
            { name: texts.columns.fees, corner: 'left-out', isNumber: true },
            { name: texts.columns.net, corner: 'top-right', isNumber: true },
          ]}
          rows={view.entries.map((entry) => ({ key: entry.id, cells: cellsOf(frame, view, entry) }))}
          none={<Empty icon="coins" title={texts.none} text={texts.noneText} />}
        />
        <Pager previous={to('newer', view.newer, newer)} next={to('older', view.older, older)} />
      </Card>
    ),
  });
}

function cellsOf(frame: Frame, { folios }: MovementsView, entry: BookedEntry) {
  const { movements: texts } = MONEY_TEXTS[frame.language];
  const { orderId } = entry;
  const fees = entry.fees + entry.iva;
  return [
    <>
      {texts.kinds[entry.kind]}
      <small>{asideOf(frame, entry)}</small>
    </>,
    orderId === null ? (
      ''
    ) : (
      <a key="order" href={`${frame.path}/orders/${formatOrderId(orderId)}`}>
        <Code>{folios.get(orderId) ?? formatOrderId(orderId)}</Code>
      </a>
    ),
    <Time key="time" at={entry.createdAt} language={frame.language} />,
    fees === 0n ? '' : pesos(-fees),
    entry.available + entry.pending === 0n ? '—' : pesos(entry.available + entry.pending),
  ];
}

/** What does not show in the balance. */
function asideOf(frame: Frame, entry: BookedEntry): string {
  const { movements: texts } = MONEY_TEXTS[frame.language];
  if (entry.kind === 'release') return texts.moved(pesos(entry.available));
  const held = entry.held + entry.surplus;
  return held > 0n ? texts.held(pesos(held)) : '';
}
