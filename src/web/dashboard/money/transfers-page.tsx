// Money of a merchant on its way out: refunds, returns and payouts, and how far each of them is.
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Balances } from '../../../domain/money/ledger.js';
import { statusOf, type Transfer } from '../../../domain/transfers/transfer.js';
import { formatCursor } from '../../../wire/orders/list.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/frame-texts.js';
import { ORDER_TEXTS } from '../orders/texts.js';
import { Card, Code, Empty, Pager, State, Time } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import { Table } from '../ui/table.js';
import { renderMoney } from './money-frame.js';
import { MONEY_TEXTS } from './texts.js';

export type TransfersView = {
  readonly balances: Balances;
  readonly transfers: readonly Transfer[];
  readonly folios: ReadonlyMap<string, string>;
  readonly isFirst: boolean;
  readonly older: string | null;
};

export function renderTransfersPage(frame: Frame, view: TransfersView): string {
  const { transfers: texts, tabs } = MONEY_TEXTS[frame.language];
  const { newer, older } = FRAME_TEXTS[frame.language];
  const path = `${frame.path}/money/transfers`;
  return renderMoney(frame, {
    tab: 'transfers',
    balances: view.balances,
    children: (
      <Card>
        <Table
          label={tabs.transfers}
          columns={[
            { name: texts.columns.what, corner: 'top-left' },
            { name: texts.columns.to, corner: 'bottom-left' },
            { name: texts.columns.at, corner: 'left-out' },
            { name: texts.columns.state, corner: 'bottom-right' },
            { name: texts.columns.amount, corner: 'top-right', isNumber: true },
          ]}
          rows={view.transfers.map((transfer) => ({ key: transfer.id, cells: cellsOf(frame, view, transfer) }))}
          none={<Empty icon="send" title={texts.none} text={texts.noneText} />}
        />
        <Pager
          previous={view.isFirst ? null : { href: path, name: newer }}
          next={view.older === null ? null : { href: `${path}?older=${formatCursor(view.older)}`, name: older }}
        />
      </Card>
    ),
  });
}

function cellsOf(frame: Frame, { folios }: TransfersView, transfer: Transfer) {
  const { transfers: texts } = MONEY_TEXTS[frame.language];
  const { reasons, states } = ORDER_TEXTS[frame.language].transfers;
  const { destination, orderId } = transfer;
  const status = statusOf(transfer);
  return [
    <>
      {reasons[transfer.reason]}{' '}
      {orderId !== null && (
        <a href={`${frame.path}/orders/${formatOrderId(orderId)}`}>
          <Code>{folios.get(orderId) ?? formatOrderId(orderId)}</Code>
        </a>
      )}
      {transfer.trackingKey !== null && <small class="code">{transfer.trackingKey}</small>}
    </>,
    destination === null ? (
      texts.noDestination
    ) : (
      <>
        <span class="cut">{destination.holder}</span>
        <small>
          {destination.bank} <Code>…{destination.clabe.slice(-4)}</Code>
        </small>
      </>
    ),
    <Time key="time" at={transfer.createdAt} language={frame.language} />,
    <State key="state" tone={status === 'confirmed' ? 'good' : status === 'bounced' ? 'bad' : 'wait'}>
      {states[status]}
    </State>,
    pesos(transfer.amount),
  ];
}
