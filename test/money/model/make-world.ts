// A world to begin with: two merchants in both modes, credentials of the rails, and a chain.
import { watchChain } from '../../../src/actions/money/coins/watch-chain.js';
import { HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import { MODES } from '../../../src/domain/base/mode.js';
import { POLICY_CHOICES } from '../../../src/domain/money/policy.js';
import { sql } from '../../../src/store/sql.js';
import { insertPayoutAccount } from '../../../src/store/transfers/payout-accounts.js';
import { createTestChain } from '../../support/coin-chain.js';
import type { CoinService } from '../../support/coin-orders.js';
import { randomFrom } from '../../support/random.js';
import { addRail } from '../books.js';
import { CONFIRMATIONS } from './chain-steps.js';
import { pick } from './chance.js';
import { booksOf, readBooks } from './read-books.js';
import { type Choices, type Credentials, DEFAULTS, HOUR, type World } from './world.js';

export async function makeWorld(service: CoinService, seed: number): Promise<World> {
  const { db } = service.deps;
  const random = randomFrom(seed);
  // Every run is later than the one before, so that the clock of the one service never goes back.
  const now = (clocks.get(service) ?? Date.parse('2026-11-15T12:00:00Z')) + HOUR;
  service.setTime(now);
  const ground = await groundOf(service);
  ground.chain.blocks = 0;
  const world: World = {
    service,
    seed,
    number: ++worlds,
    keys: 0,
    random,
    now,
    delayMs: service.deps.settings.releaseDelayHours * HOUR,
    owners: [],
    orders: [],
    payments: [],
    waiting: [],
    files: [],
    customerClabes: new Map(),
    house: new Map(),
    ...ground,
    coins: [],
  };
  for (let index = 0; index < 2; index++) {
    const { account, keys } = await service.account({ name: `Model ${seed}` });
    const choose = () => (index === 0 ? null : pick(world, POLICY_CHOICES));
    const policies = Object.fromEntries(Object.entries(DEFAULTS).map(([name, usual]) => [name, choose() ?? usual]));
    await db.query(sql`update accounts set policies = ${JSON.stringify(policies)}::json where id = ${account.id}`);
    for (const mode of MODES) {
      const key = keys[mode].private;
      const own = {
        clabe: '012180015025335996',
        holder: 'Model',
        bank: 'BBVA MEXICO',
        rfc: 'MOD010203AB9',
        namedBy: 'model',
      };
      const times = { namedAt: now - HOUR, countsFrom: now - HOUR };
      const scope = { accountId: account.id, mode };
      await insertPayoutAccount(db, { ...own, ...times, scope, id: service.deps.random.uuid(now) });
      world.owners.push({
        accountId: account.id,
        mode,
        key,
        policies: policies as Choices,
        overdraft: 0n,
        paidOut: 0n,
        writtenOff: 0n,
        plan: null,
      });
    }
  }
  const books = await readBooks(world);
  for (const mode of MODES) world.house.set(mode, booksOf(books, HOUSE_ACCOUNT, mode));
  return world;
}

let worlds = 0;

export const clocks = new WeakMap<CoinService, number>();

type Ground = Pick<World, 'rails' | 'prices' | 'chain' | 'restores'>;
const grounds = new WeakMap<CoinService, Promise<Ground>>();

/** What all worlds of a service have in common, made once. */
function groundOf(service: CoinService): Promise<Ground> {
  const made = grounds.get(service) ?? makeGround(service);
  grounds.set(service, made);
  return made;
}

/** OXXO can be used in live mode afterwards, and a chain is followed. */
async function makeGround(service: CoinService): Promise<Ground> {
  const { deps } = service;
  await deps.db.query(sql`update payment_points set live_details = test_details where code = 'OXXO'`);
  const node = createTestChain(deps.clock.now, 'model');
  const { height } = await node.tip(AbortSignal.timeout(1_000));
  await watchChain(deps, { coin: 'BTC', node, witness: null, confirmations: CONFIRMATIONS });
  const rails = MODES.map(async (mode) => ({
    mode,
    spei: headersOf(await addRail(deps, { kind: 'spei', mode })),
    cash: headersOf(await addRail(deps, { kind: 'cash', mode })),
    crypto: headersOf(await addRail(deps, { kind: 'crypto', mode, name: 'BTC' })),
  }));
  const chain = { node, height, blocks: 0 };
  return { rails: await Promise.all(rails), prices: [], chain, restores: { last: 0 } };
}

function headersOf({ authorization }: Credentials): Credentials {
  return { authorization };
}
