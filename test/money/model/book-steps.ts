// What accountants do: statements of the bank, entries by hand, closed months (D87).
import assert from 'node:assert/strict';
import { adjustBooks } from '../../../src/actions/money/adjust-books.js';
import { closeMonth } from '../../../src/actions/money/close-month.js';
import { keepLedgerDays } from '../../../src/actions/money/keep-ledger-days.js';
import { reconcileStatement } from '../../../src/actions/money/reconcile-statement.js';
import { mexicoDay } from '../../../src/domain/base/mexico-day.js';
import { MODES } from '../../../src/domain/base/mode.js';
import type { StatementPart } from '../../../src/domain/money/bank-statement.js';
import { below, pick } from './chance.js';
import { attempt } from './refusal.js';
import { HOUR, type World } from './world.js';

/** D87: a statement shows some of the transfers that came. What it has shown cannot be voided. */
export async function showStatement(world: World): Promise<string | null> {
  const mode = pick(world, MODES);
  const told = world.payments.filter((one) => one.kind === 'spei' && one.mode === mode && below(world, 2) === 0);
  if (told.length === 0) return null;
  const parts: StatementPart[] = [
    { is: 'account', account: '0021' },
    ...told.map(({ trackingKey, amount, paidAt }) => ({
      ...({ is: 'line', direction: 'in', amount, day: mexicoDay(paidAt) } as const),
      ...{ keys: [trackingKey], text: trackingKey, isCharge: false },
    })),
    { is: 'closing', day: mexicoDay(world.now), amount: 0n },
  ];
  const given = { mode, format: 'mt940', fileName: 'model', actor: 'model', async *open() {} } as const;
  const { summary } = await reconcileStatement(world.service.deps, given, async function* () {
    yield* parts;
  });
  const real = told.filter(({ flags }) => !flags.includes('voided'));
  assert.equal(summary.agrees?.count ?? 0, real.length, 'lines that agree');
  for (const payment of real) payment.isShown = true;
  return `a statement shows ${told.length} payments`;
}

/** D87: an entry by hand. */
export async function writeOff(world: World): Promise<string> {
  const owner = pick(world, world.owners);
  const amount = pick(world, [1n, 1_000n]);
  const isBack = below(world, 2) === 0;
  await adjustBooks(world.service.deps, {
    scope: { accountId: owner.accountId, mode: owner.mode },
    from: isBack ? 'written_off' : 'available',
    to: isBack ? 'available' : 'written_off',
    ...{ amount, reason: 'model', evidence: 'model', actor: 'model' },
  });
  owner.writtenOff += isBack ? -amount : amount;
  return `${isBack ? 'write back' : 'write off'} ${amount}`;
}

/** D87: days are sealed, and a month that is long over is closed. Nothing that comes later is dated into it. */
export async function closeBooks(world: World): Promise<string | null> {
  if (below(world, 4) > 0) return null; // it walks through all merchants of all worlds
  const { deps } = world.service;
  for (let isMore = true; isMore; ) isMore = await keepLedgerDays(deps);
  const month = mexicoDay(world.now - 35 * 24 * HOUR).slice(0, 7);
  const done = await attempt(closeMonth(deps, { month, actor: 'model' }));
  return done ? `close ${month}` : `${month} is closed already`;
}
