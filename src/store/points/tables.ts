// The tables of points: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import { declareTables } from '../table.js';

export const pointsTables = declareTables({
  payment_points: {
    key: 'code',
    owner: 'points/payment-points.ts',
    holds: 'stores and banks where customers pay: the shipped catalogue and operators’ edits',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  point_marks: {
    key: 'point_code',
    owner: 'points/point-marks.ts',
    holds: 'marks of stores and banks that an operator has uploaded',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  point_cards: {
    key: 'point_code, card_number',
    owner: 'points/point-cards.ts',
    holds: 'cards of points that give each order a card of its own',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  number_pools: {
    key: 'name',
    owner: 'points/number-pools.ts',
    holds: 'next serial and secret of a CLABE prefix, or of references',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  customer_clabes: {
    key: 'account_id, livemode, customer_id',
    owner: 'points/customer-clabes.ts',
    holds: 'the CLABE of a merchant’s customer',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'erased by its texts',
  },
});
