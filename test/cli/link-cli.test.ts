// cobro link, run as an operator runs it (D67).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf } from '../support/audit.js';
import { makeFolder } from '../support/process.js';
import { startTestService } from '../support/service.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const env = {
  DATABASE_URL: service.databaseUrl,
  COBRO_DATA_DIR: await makeFolder(),
  COBRO_BASE_URL: 'https://pay.example.com',
};
const account = service.merchant.account.id;
const cobro = (...args: readonly string[]) => runInside(['link', ...args, '--account', account], env);
const SOLD = ['--name', 'Curso de cerámica', '--price', '350'];

test('a link is made, listed and deactivated, with the name of the operator in the audit log', async () => {
  const options = ['--order-id', 'C-7', '--max-uses', '20', '--expires', '2099-12-24T18:00:00Z', '--phone', 'required'];
  const made = await cobro('create', ...SOLD, ...options, '--extras', '{"campaign":"x"}', '--json');
  assert.equal(made.code, 0, made.stderr);
  const link = JSON.parse(made.stdout);
  assert.equal(link.url, `https://pay.example.com/checkout/${link.id}`);
  assert.deepEqual(
    [link.order_id, link.order_price, link.max_uses, link.expires_at, link.customer_phone, link.extras, link.livemode],
    ['C-7', 350, 20, Date.parse('2099-12-24T18:00:00Z') / 1000, 'required', { campaign: 'x' }, false],
  );
  const { json } = await service.call('GET', `/v1/payment_links/${link.id}`, { key: service.key });
  assert.equal(json.order_name, 'Curso de cerámica');

  const list = await cobro('list');
  assert.match(
    list.stdout,
    new RegExp(`active +Curso de cerámica +350 MXN +0 +20 +https://pay.example.com/checkout/${link.id}`),
  );
  assert.match((await cobro('list', '--live')).stdout, /^No payment links\.$/m);

  assert.equal((await cobro('deactivate', link.id, '--live')).code, 1, 'a link of test mode is none of live mode');
  const off = await cobro('deactivate', link.id, '--json');
  assert.equal(JSON.parse(off.stdout).status, 'inactive');
  const lines = await auditOf(service.deps, link.id);
  assert.deepEqual(
    lines.map(([actor, action]) => [actor.replace(/:.*/, ''), action]),
    [
      ['cli', 'link.deactivate'],
      ['cli', 'link.create'],
    ],
  );
});

test('what is wrong is said in one message', async () => {
  const wrong: readonly [args: readonly string[], message: RegExp][] = [
    [['create', '--name', 'x', '--price', '-3'], /order_price must be greater than zero/],
    [['create', '--name', 'x', '--price', '1'], /--price must be at least 3\.60 MXN|--price must be at least/],
    [['create', ...SOLD, '--expires', 'soon'], /--expires soon is no time/],
    [['create', ...SOLD, '--extras', '{'], /--extras must be a JSON object/],
    [['create', ...SOLD, '--phone', 'maybe'], /customer_phone must be none, optional, required/],
    [['deactivate', 'pl_x'], /No payment link has this id/],
  ];
  for (const [args, message] of wrong) {
    const { code, stderr } = await cobro(...args);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});
