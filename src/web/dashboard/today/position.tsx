// Live money on the desk's first page: what moved today, what the bank must show, and whose that is.
import { leavingOf, undecidedOf } from '../../../domain/money/ledger.js';
import type { Flow } from '../../../store/transfers/transfer-work-lists.js';
import type { Frame } from '../frame/frame.js';
import { pesos } from '../ui/parts.js';
import { TODAY_TEXTS } from './texts.js';
import type { TodayView } from './today-view.js';

const SUMS = ['available', 'pending', 'undecided', 'leaving', 'own'] as const;

/** What moved today, what the bank must show, and whose that is: its parts add up to it. */
export function Position({ frame, view }: { readonly frame: Frame; readonly view: TodayView }) {
  const { balances: b, came, left } = view;
  const { position: texts, payments, transfers } = TODAY_TEXTS[frame.language];
  const sums = {
    available: b.available,
    pending: b.pending,
    undecided: undecidedOf(b),
    leaving: leavingOf(b),
    own: b.fees + b.iva,
  };
  const expected = Object.values(sums).reduce((all, sum) => all + sum, 0n);
  const tile = (
    name: 'came' | 'left' | 'expected' | (typeof SUMS)[number],
    amount: bigint,
    more: string | null = null,
  ) => (
    <div key={name}>
      <dt>{texts[name]}</dt>
      <dd>
        {pesos(amount)}
        {more !== null && <small>{more}</small>}
      </dd>
    </div>
  );
  return (
    <section class="stack" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <dl class="figures">
        {tile('came', came.amount, came.count === 0 ? null : payments(countText(came)))}
        {tile('left', left.amount, left.count === 0 ? null : transfers(countText(left)))}
        {tile('expected', expected)}
      </dl>
      {expected !== 0n && (
        <dl class="figures" aria-label={texts.whose}>
          {SUMS.filter((name) => name !== 'pending' || sums.pending > 0n).map((name) => tile(name, sums[name]))}
        </dl>
      )}
    </section>
  );
}

export function countText({ count, isMore }: Pick<Flow, 'count' | 'isMore'>): string {
  return `${count}${isMore ? '+' : ''}`;
}
