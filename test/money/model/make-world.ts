// A world to begin with: two merchants in both modes, and credentials of the rails.
import { HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import { MODES } from '../../../src/domain/base/mode.js';
import { POLICY_CHOICES } from '../../../src/domain/money/policy.js';
import { sql } from '../../../src/store/sql.js';
import { insertPayoutAccount } from '../../../src/store/transfers/payout-accounts.js';
import { randomFrom } from '../../support/random.js';
import type { TestService } from '../../support/service.js';
import { addRail } from '../books.js';
import { pick } from './chance.js';
import { booksOf, readBooks } from './read-books.js';
import { type Choices, type Credentials, DEFAULTS, HOUR, type World } from './world.js';

export async function makeWorld(service: TestService, seed: number): Promise<World> {
  const { db } = service.deps;
  const random = randomFrom(seed);
  // Every run is later than the one before, so that the clock of the one service never goes back.
  const now = (clocks.get(service) ?? Date.parse('2026-11-15T12:00:00Z')) + HOUR;
  service.setTime(now);
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
    rails: await railsFor(service),
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

export const clocks = new WeakMap<TestService, number>();

const credentials = new WeakMap<TestService, Promise<World['rails']>>();

/** Made once a service. OXXO can be used in live mode afterwards. */
function railsFor(service: TestService): Promise<World['rails']> {
  const make = async () => {
    await service.deps.db.query(sql`update payment_points set live_details = test_details where code = 'OXXO'`);
    return Promise.all(
      MODES.map(async (mode) => ({
        mode,
        spei: headersOf(await addRail(service.deps, { kind: 'spei', mode })),
        cash: headersOf(await addRail(service.deps, { kind: 'cash', mode })),
      })),
    );
  };
  const made = credentials.get(service) ?? make();
  credentials.set(service, made);
  return made;
}

function headersOf({ authorization }: Credentials): Credentials {
  return { authorization };
}
