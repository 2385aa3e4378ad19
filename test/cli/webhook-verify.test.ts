// cobro webhook verify: the mistakes that receivers really make are told by name.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { diagnose, readHeaders } from '../../src/cli/webhooks/verify-signature.js';
import { sign } from '../../src/domain/webhooks/webhook-signature.js';
import { makeFolder, runCobro } from '../support/process.js';

const SECRET = `whsec_${Buffer.from('a secret of 24 bytes ...').toString('base64')}`;
const NOW = 1_763_164_800_000;
const BODY = '{"id":"ch_1","url":"https://a/b","name":"Ñandú"}';
const webhook = { id: 'evt_1', timestamp: NOW / 1000, body: BODY };
const GOOD = {
  secret: SECRET,
  body: BODY,
  id: 'evt_1',
  timestamp: String(NOW / 1000),
  signature: sign([SECRET], webhook),
  toleranceSeconds: 300,
  now: NOW + 20_000,
};
const plainText = SECRET.replace('whsec_', '');
const asKey = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;

const diagnoses: [what: string, change: Partial<typeof GOOD>, check: string, detail: RegExp][] = [
  ['a wrong secret', { secret: `whsec_${Buffer.from('another').toString('base64')}` }, 'signature', /wrong secret/],
  ['a key of the API for a secret', { secret: 'sk_test_abc' }, 'secret', /whsec_/],
  ['a secret that was cut', { secret: SECRET.slice(0, -3) }, 'secret', /base64/],
  ['a secret with a blank', { secret: `${SECRET} ` }, 'secret', /white space/],
  ['a line end behind the body', { body: `${BODY}\n` }, 'signature', /line end/],
  ['a byte order mark', { body: `\uFEFF${BODY}` }, 'signature', /byte order mark|white space/],
  ['pretty JSON', { body: JSON.stringify(JSON.parse(BODY), null, 2) }, 'signature', /written again/],
  ['slashes as PHP writes them', { body: BODY.replaceAll('/', '\\/') }, 'signature', /written again/],
  [
    'letters as Python writes them',
    { body: BODY.replace('Ñ', '\\u00d1').replace('ú', '\\u00fa') },
    'signature',
    /written again/,
  ],
  ['a changed body', { body: BODY.replace('ch_1', 'ch_2') }, 'signature', /wrong secret.*or body/],
  ['an old timestamp', { now: NOW + 301_000 }, 'timestamp', /301 s old/],
  ['a timestamp from the future', { now: NOW - 400_000 }, 'timestamp', /future.*clock/],
  ['milliseconds', { timestamp: String(NOW) }, 'timestamp', /milliseconds/],
  ['no number', { timestamp: 'soon' }, 'timestamp', /no number/],
  ['hexadecimal', { signature: 'ab'.repeat(32) }, 'header', /hexadecimal/],
  ['no version', { signature: GOOD.signature.replace('v1,', '') }, 'header', /v1, is missing/],
  ['no signature at all', { signature: '' }, 'headers', /webhook-signature missing/],
  ['a cut signature', { signature: GOOD.signature.slice(0, 20) }, 'header', /44 characters/],
  ['the secret as plain text', { signature: sign([asKey(plainText)], webhook) }, 'signature', /plain text/],
  ['the secret with whsec_ as plain text', { signature: sign([asKey(SECRET)], webhook) }, 'signature', /plain text/],
];
for (const [what, change, check, detail] of diagnoses) {
  test(`verify finds ${what}`, () => {
    const wrong = diagnose({ ...GOOD, ...change }).filter(({ result }) => result === 'wrong');
    const found = wrong.find((one) => one.check === check) ?? assert.fail(JSON.stringify(wrong));
    assert.match(found.detail, detail);
  });
}

test('verify finds nothing wrong with a good webhook, also during a rotation', () => {
  const both = sign([asKey('another'), SECRET], webhook);
  for (const signature of [GOOD.signature, both])
    assert.ok(diagnose({ ...GOOD, signature }).every(({ result }) => result === 'ok'));
  assert.ok(diagnose({ ...GOOD, now: NOW + 10 ** 10, toleranceSeconds: 0 }).every(({ result }) => result === 'ok'));
});

test('verify reads headers as lines, as curl shows them, and as JSON', () => {
  const wanted = { 'webhook-id': 'evt_1', 'webhook-signature': 'v1,a= v1,b=' };
  assert.deepEqual(readHeaders('Webhook-Id: evt_1\r\nWebhook-Signature: v1,a= v1,b=\r\n'), wanted);
  assert.deepEqual(readHeaders('> webhook-id: evt_1\n> webhook-signature: v1,a= v1,b='), wanted);
  assert.deepEqual(readHeaders(JSON.stringify({ 'Webhook-Id': 'evt_1', 'webhook-signature': 'v1,a= v1,b=' })), wanted);
});

test('cobro webhook verify reads files and says by its exit code whether all is well', async () => {
  const folder = await makeFolder();
  const [body, headers] = [join(folder, 'body.json'), join(folder, 'headers.txt')];
  await writeFile(body, BODY);
  await writeFile(
    headers,
    `webhook-id: evt_1\nwebhook-timestamp: ${GOOD.timestamp}\nwebhook-signature: ${GOOD.signature}\n`,
  );
  const args = ['webhook', 'verify', '--secret', SECRET, '--file', body, '--headers', headers];
  const good = await runCobro([...args, '--tolerance', '0'], {});
  assert.equal(good.code, 0, good.stdout + good.stderr);
  await writeFile(body, `${await readFile(body, 'utf8')}\n`);
  const changed = await runCobro(args, {});
  assert.equal(changed.code, 1);
  assert.match(changed.stdout, /line end/);
  assert.match(changed.stdout, /timestamp +wrong/);
  const missing = await runCobro([...args.slice(0, 4), '--file', join(folder, 'none')], {});
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /cannot be read\.\n$/);
});
