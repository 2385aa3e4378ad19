// The sign beside the status. Colour is never the only thing that tells situations apart.
import type { ShownStatus } from '../../domain/orders/shown-status.js';

const CLOCK = 'M10 5v5l3.500 2';
const TICK = 'M6 10.500l2.700 2.700L14 7.500';
const EXCLAMATION = 'M10 5.500v5.500M10 14v.1';
const BACK = 'M13.500 13V9a2 2 0 0 0-2-2H6M8.500 4.500L6 7l2.500 2.500';

const SIGNS: Readonly<Record<ShownStatus, string>> = {
  waiting: CLOCK,
  part_paid: 'M10 5v10M5 10h10',
  paid: TICK,
  overpaid: TICK,
  refunded: BACK,
  ended: EXCLAMATION,
  ended_with_money: EXCLAMATION,
};

export function StatusIcon({ status }: { readonly status: ShownStatus }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="10" cy="10" r="8.500" />
      <path d={SIGNS[status]} />
    </svg>
  );
}
