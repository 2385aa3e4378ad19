// What a merchant wants sent by e-mail: who changed what, and that no change is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMessageSettings, setMessageSettings } from '../../../src/actions/messages/message-settings.js';
import { AppError } from '../../../src/errors/errors.js';
import { sql } from '../../../src/store/sql.js';
import { auditOf } from '../../support/audit.js';
import { refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;

async function newAccount(): Promise<string> {
  return (await service.account({})).account.id;
}

test('a change is in the audit log with its author, before and after; one that changes nothing is not', async () => {
  const accountId = await newAccount();
  const change = {
    language: 'en',
    kinds: { paid: { isOn: true, texts: { en: { subject: 'Thanks {name}' } } } },
  } as const;
  const set = await setMessageSettings(deps, { accountId, change, actor: 'ana' });
  await setMessageSettings(deps, { accountId, change, actor: 'ana' });
  assert.deepEqual(await readMessageSettings(deps, accountId), set);
  const lines = (await auditOf(deps, accountId)).filter(([, action]) => action === 'messages.set');
  assert.deepEqual(lines, [
    ['ana', 'messages.set', { language: 'es -> en', paid: 'off -> on', 'paid.en.subject': 'usual -> Thanks {name}' }],
  ]);
});

test('a faulty change names each fault and changes nothing', async () => {
  const accountId = await newAccount();
  const change = { replyTo: 'nobody', kinds: { paid: { isOn: true, texts: { es: { subject: '{apodo}' } } } } };
  await assert.rejects(setMessageSettings(deps, { accountId, change, actor: 'ana' }), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual(
      error.faults.map(({ param }) => param),
      ['reply_to', 'kinds.paid.es.subject'],
    );
    return true;
  });
  assert.equal((await readMessageSettings(deps, accountId)).kinds.paid.isOn, false);
});

test('of two changes at once neither is lost', async () => {
  const accountId = await newAccount();
  await Promise.all(
    (['instructions', 'paid', 'expiring', 'refund'] as const).map((kind) =>
      setMessageSettings(deps, { accountId, change: { kinds: { [kind]: { isOn: true } } }, actor: 'ana' }),
    ),
  );
  const { kinds } = await readMessageSettings(deps, accountId);
  assert.ok(Object.values(kinds).every(({ isOn }) => isOn));
});

test('the walk through the events starts with the first kind and ends with the last', async () => {
  const accountId = await newAccount();
  const places = async () =>
    (
      await deps.db.query(sql`
        select from email_places
        where account_id = ${accountId}`)
    ).length;
  const turn = (isOn: boolean) =>
    setMessageSettings(deps, { accountId, change: { kinds: { paid: { isOn } } }, actor: 'ana' });
  assert.equal(await places(), 0);
  await turn(true);
  assert.equal(await places(), 2);
  await turn(false);
  assert.equal(await places(), 0);
});

test('there are no settings of an account that does not exist', async () => {
  const accountId = '01a1dd30-0000-7000-8000-00000000dead';
  await assert.rejects(readMessageSettings(deps, accountId), refusal('unknown_account'));
  await assert.rejects(setMessageSettings(deps, { accountId, change: {}, actor: 'x' }), refusal('unknown_account'));
});
