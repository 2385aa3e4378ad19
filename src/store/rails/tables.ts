// The tables of rails: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import { byAge, declareTables } from '../table.js';
import { purgeNotices } from './notices.js';

export const railsTables = declareTables({
  rails: {
    key: 'id',
    owner: 'rails/rails.ts',
    holds: 'who may tell us of money',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  rail_hours: {
    key: 'rail_id, hour',
    owner: 'rails/rail-hours.ts',
    holds: 'how many notices came by each rail in each hour of some days',
    placement: 'coordinator',
    kept: 'until it ends',
    personal: 'nothing',
  },
  rail_notices: {
    key: 'id',
    owner: 'rails/',
    holds: 'every notice as it came',
    placement: 'coordinator',
    kept: byAge(({ noticeDays }) => noticeDays, purgeNotices),
    personal: 'erased by its texts',
  },
  coin_blocks: {
    key: 'coin, height',
    owner: 'rails/coin-blocks.ts',
    holds: 'the newest blocks that were taken of each chain',
    placement: 'coordinator',
    kept: 'until it ends',
    personal: 'nothing',
  },
  coin_sightings: {
    key: 'coin, transaction, output',
    owner: 'rails/coin-sightings.ts',
    holds: 'coins that pay to an address of ours, from the first sight on',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'in the books',
  },
});
