// What a restored database forgets on purpose: whatever lets somebody in may have ended since the backup.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { finishRestore } from '../../../src/actions/keeping/finish-restore.js';
import { makePersonLink } from '../../../src/actions/people/make-person-link.js';
import { HOUR_MS } from '../../../src/domain/base/duration.js';
import { listLinks } from '../../../src/store/people/person-links.js';
import { findPayoutAccounts, insertPayoutAccount } from '../../../src/store/transfers/payout-accounts.js';
import { auditOf } from '../../support/audit.js';
import { startTestService } from '../../support/service.js';
import { signInAs } from '../../web/dashboard/sign-in.js';

const service = await startTestService();
const { deps, merchant } = service;
const scope = { accountId: merchant.account.id, mode: 'live' as const };
const now = Date.now();
const madeAt = now - 60 * HOUR_MS;

/** Of an owner, and how many hours before the backup it was named. */
const accountNamed = (hours: number, clabe: string) => ({
  ...{ scope, id: deps.random.uuid(madeAt - hours * HOUR_MS), clabe, holder: 'La Favorita', bank: 'BBVA MEXICO' },
  ...{ rfc: 'LFA010203AB9', namedBy: `person:${randomUUID()}@test`, namedAt: madeAt - hours * HOUR_MS },
  countsFrom: madeAt + (48 - hours) * HOUR_MS,
});

test('sessions and links end, and an account for payouts that waited at the backup waits again', async () => {
  const owner = await signInAs(service, scope.accountId);
  await makePersonLink(deps, { team: scope.accountId, id: owner.person.id, actor: 'test' });
  assert.equal((await listLinks(deps.db, [owner.person.id], now)).length, 1);
  const counting = accountNamed(72, '012180015025335996');
  // Perhaps it was named by a thief, and an owner stopped it after the backup.
  const waiting = accountNamed(24, '014180566013486728');
  await insertPayoutAccount(deps.db, counting);
  await insertPayoutAccount(deps.db, waiting);
  assert.equal((await findPayoutAccounts(deps.db, scope, now)).current?.id, waiting.id, 'by now it would count');

  const skip = null;
  await finishRestore(deps, { skip, cards: 'reuse', actor: 'test', at: madeAt });
  assert.equal((await owner.get('/orders')).status, 401);
  assert.deepEqual(await listLinks(deps.db, [owner.person.id], now), []);
  const accounts = await findPayoutAccounts(deps.db, scope, now);
  assert.deepEqual([accounts.current?.id, accounts.waiting?.id], [counting.id, waiting.id]);
  assert.ok((accounts.waiting?.countsFrom ?? 0) >= now + 48 * HOUR_MS);
  assert.deepEqual(
    (await auditOf(deps, 'database')).map(([, action]) => action),
    ['database.restore'],
  );
});
