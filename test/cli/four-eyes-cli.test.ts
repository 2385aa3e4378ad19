// Commands with four eyes (D81): they act under the name of whoever runs them, and what needs a second person waits for
// somebody at the desk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveProposal } from '../../src/actions/people/act-as-operator.js';
import { personActor } from '../../src/domain/accounts/actor.js';
import { findCredential, keyDigest } from '../../src/store/accounts/accounts.js';
import { listOpenProposals } from '../../src/store/people/proposals.js';
import { ACT_READERS } from '../../src/wire/people/act-readers.js';
import { makeFolder } from '../support/process.js';
import { startTestService } from '../support/service.js';
import { until } from '../support/until.js';
import { ensurePerson, giveSecondFactor } from '../web/dashboard/sign-in.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const { deps } = service;
const account = service.merchant.account.id;
const env = {
  DATABASE_URL: service.databaseUrl,
  COBRO_DATA_DIR: await makeFolder(),
  COBRO_FOUR_EYES_OVER: '1000.00',
};
const person = await ensurePerson(service, null, { role: 'admin' });
await ensurePerson(service, null, { role: 'admin', email: 'other@operator.example' });
await giveSecondFactor(service, person);

// biome-ignore lint/suspicious/noExplicitAny: each command answers in its own shape.
async function run(...args: string[]): Promise<{ code: number | null; json: any }> {
  const { code, stdout, stderr } = await runInside([...args, '--json'], env);
  assert.equal(stderr, '');
  return { code, json: JSON.parse(stdout) };
}

async function works(key: string): Promise<boolean> {
  return (await findCredential(deps.db, keyDigest(key))) !== null;
}

function approve(id: string) {
  const call = { by: person.id, actor: personActor(person, 'desk'), role: 'admin', id } as const;
  return approveProposal({ ...deps, ...ACT_READERS }, call);
}

test('a command that needs a second person proposes, exits with 1, and is done at the desk', async () => {
  const { code, json } = await run('rates', 'set', 'USD', '18.50');
  assert.equal(code, 1);
  assert.match(json.waits_for, /second person/);
  const [open] = await listOpenProposals(deps.db, deps.clock.now());
  assert.equal(open?.id, json.proposal);
  assert.match(open?.proposedBy ?? '', /^cli/);
  assert.deepEqual((await run('rates', 'list')).json, []);
  await approve(json.proposal);
  assert.equal((await run('rates', 'list')).json[0].rate, 18.5);
});

test('what is small or of test mode is done at once', async () => {
  const done = await run('rail', 'add', '--kind', 'spei', '--name', 'bank', '--test');
  assert.deepEqual([done.code, typeof done.json.password], [0, 'string']);
});

test('the password of a live rail is shown once, and opens it after the approval', async () => {
  const { code, json } = await run('rail', 'add', '--kind', 'spei', '--name', 'stp');
  assert.equal(code, 1);
  const opens = async () => (await deps.rails.open(json.user, json.password, '127.0.0.1')) !== null;
  assert.equal(await opens(), false, 'not yet');
  const { outcome } = await approve(json.proposal);
  assert.ok(!JSON.stringify(outcome).includes(json.password), 'whoever approves never learns it');
  await until('it works', opens);
});

test('a live private key is shown once and works after the approval', async () => {
  const { code, json } = await run('key', 'create', '--account', account, '--mode', 'live', '--kind', 'private');
  assert.equal(code, 1);
  assert.match(json.key, /^sk_live_/);
  assert.equal(await works(json.key), false, 'not yet');
  await approve(json.proposal);
  assert.equal(await works(json.key), true);
});

test('a new merchant gets three keys that work, and the fourth after the approval', async () => {
  const { code, json } = await run('account', 'create', '--name', 'La Nueva');
  assert.equal(code, 1);
  assert.deepEqual([await works(json.keys.test.private), await works(json.keys.live.private)], [true, false]);
  await approve(json.proposal);
  assert.equal(await works(json.keys.live.private), true);
});

test('nobody alone gets in as a merchant’s owner', async () => {
  const owner = await ensurePerson(service, account, { role: 'owner' });
  const { code, json } = await run('user', 'reset', owner.email, '--second-factor');
  assert.deepEqual([code, json.link], [1, undefined]);
  const link = await runInside(['operator', 'link', '--email', owner.email], env);
  assert.deepEqual([link.code, link.stdout], [1, '']);
  const { outcome } = await approve(json.proposal);
  assert.equal(outcome.kind, 'person.reset');
});

test('an invitation to the desk waits as soon as there are two who could approve it', async () => {
  const { code, json } = await run('user', 'add', '--operator', '--email', 'nobody@example.com');
  assert.deepEqual([code, json.link], [1, undefined]);
});
