// Lines of a bank's results, with what our own records say of the transfers: who is paid, for whom, and how much.
import type { ComponentChildren } from 'preact';
import type { BankResult } from '../../../domain/transfers/bank-result.js';
import { parseTransferId, type Transfer } from '../../../domain/transfers/transfer.js';
import type { Frame } from '../frame/frame.js';
import { ItemTable } from '../ui/columns.js';
import { Code, pesos, shortId } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { TRANSFERS_TEXTS } from './texts.js';
import { OwnerLink, PayeeLink } from './transfers-list.js';
import type { KnownTransfers } from './transfers-view.js';

export function ResultsTable<Item extends { readonly result: BankResult }>(props: {
  readonly frame: Frame;
  readonly known: KnownTransfers;
  readonly items: readonly Item[];
  /** What the bank says, or what became of it. */
  outcome(item: Item, transfer: Transfer | undefined): ComponentChildren;
}) {
  const { frame, known, items, outcome } = props;
  const texts = TRANSFERS_TEXTS[frame.language];
  const desk = DESK_TEXTS[frame.language];
  const of = ({ result }: Item) => known.transfers.get(parseTransferId(result.transferId) ?? '');
  return (
    <ItemTable
      frame={frame}
      items={items}
      columns={(column) => [
        { ...column.word(texts.line, 'day', ({ result }) => String(result.line)), isCalled: true },
        column.shown(texts.to, 'top-left', (item) => {
          const transfer = of(item);
          if (transfer === undefined) return <Code>{shortId(item.result.transferId)}</Code>;
          return <PayeeLink frame={frame} transfer={transfer} />;
        }),
        {
          ...column.code(
            texts.clabe,
            'below',
            (item) => of(item)?.destination?.clabe.replace(/^.*(?=.{4})/, '…') ?? '–',
          ),
          isCalled: true,
        },
        column.shown(desk.merchant, 'left-out', (item) => {
          const transfer = of(item);
          return transfer !== undefined && <OwnerLink frame={frame} transfer={transfer} names={known.names} />;
        }),
        { ...column.code(texts.trackingKey, 'below', ({ result }) => result.trackingKey ?? '–'), isCalled: true },
        column.shown(texts.outcome, 'bottom-left', (item) => outcome(item, of(item))),
        column.figure(desk.amount, 'top-right', (item) => {
          const transfer = of(item);
          return transfer === undefined ? '–' : pesos(transfer.amount);
        }),
      ]}
    />
  );
}
