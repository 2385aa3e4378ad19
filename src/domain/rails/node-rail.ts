// Nodes that we ask about coins (D92) are looked after like rails that tell us of money: how often they answer, how often not, and
// when last. So each has an id among the rails' hours, and its blocks have one, too.
import type { CoinCode } from '../points/coins.js';

const MARKS = { answers: 'c0de', blocks: 'b10c' } as const;

export function nodeRailId(coin: CoinCode, counted: keyof typeof MARKS): string {
  return `00000000-0000-7000-8000-${MARKS[counted]}${Buffer.from(coin).toString('hex').padStart(8, '0')}`;
}
