// A model of Cobro's money in plain arithmetic (D28, D36 to D48), and random histories that both the model and the real
// service live through. After every step they must agree on states, amounts, places, flags, repeats and balances. This is
// what the model knows of.
import type { Mode } from '../../../src/domain/base/mode.js';
import type { PayoutPlan } from '../../../src/domain/transfers/payout-plan.js';
import type { TestChain } from '../../support/coin-chain.js';
import type { CoinService } from '../../support/coin-orders.js';

export const HOUR = 3_600_000;

export const GRACE = 24 * HOUR;

export const DEFAULTS = {
  short: 'accept',
  over: 'accept',
  late: 'accept',
  too_late: 'hold',
  paid_again: 'accept',
  canceled: 'hold',
};

export type Choices = Record<keyof typeof DEFAULTS, string>;

export type Place = 'applied' | 'surplus' | 'held' | 'unmatched' | 'returned';

export const PLACES: Place[] = ['applied', 'surplus', 'held', 'unmatched', 'returned'];

export type World = {
  service: CoinService;
  seed: number;
  number: number;
  keys: number;
  random: () => number;
  now: number;
  delayMs: number;
  owners: Owner[];
  orders: Owed[];
  payments: Paid[];
  /** Refunds without money, oldest first. */
  waiting: { order: Owed; amount: bigint }[];
  /** Bank files that were printed. */
  files: string[];
  customerClabes: Map<string, Owner>;
  house: Map<Mode, Record<string, bigint>>;
  rails: { mode: Mode; spei: Credentials; cash: Credentials; crypto: Credentials }[];
  /** What BTC was worth, in centavos, oldest first. */
  prices: { at: number; centavos: bigint }[];
  chain: FollowedChain;
  /** When the database last went back, in whatever world. */
  restores: { last: number };
  /** Live coins that were sent and are not gone. */
  coins: Coins[];
};

/** The service follows one chain, whatever world it is in. `blocks` were made in this world and can leave it again. */
export type FollowedChain = { node: TestChain; height: number; blocks: number };

export type Coins = { transaction: string; order: Owed; units: bigint; seenAt: number; height: number | null };

export type Owner = {
  accountId: string;
  mode: Mode;
  key: string;
  policies: Choices;
  overdraft: bigint;
  paidOut: bigint;
  writtenOff: bigint;
  /** D85: paid out by itself, the next time then. */
  plan: (PayoutPlan & { nextAt: number }) | null;
};

export type Kind = 'spei' | 'cash' | 'crypto';

export type Owed = {
  id: string;
  owner: Owner;
  kind: Kind;
  destination: string;
  hasCustomer: boolean;
  amount: bigint;
  status: string;
  received: bigint;
  refunded: bigint;
  acceptedAt: number;
  released: boolean;
  expiresAt: number;
  /** Of what is refunded, what waits for money (D86). */
  waiting: bigint;
  createdAt: number;
  /** Of coins: what the page shows, and since when. */
  shown: { centavos: bigint; at: number } | null;
  shownAt: number;
};

export type Paid = Record<Place, bigint> & {
  trackingKey: string;
  kind: Kind;
  mode: Mode;
  destination: string;
  amount: bigint;
  paidAt: number;
  flags: string[];
  repeats: number;
  order: Owed | null;
  owner: Owner | null;
  receivedAt: number;
  /** Of what is returned, what is in a bank file or was sent. */
  sentBack: bigint;
  /** A statement of the bank has shown it. */
  isShown: boolean;
  /** Of what is applied, what the merchant was given beside the order; and what they paid for it. */
  accepted: bigint;
  acceptedFee: bigint;
  acceptedIva: bigint;
};

export type Credentials = { authorization: string };
