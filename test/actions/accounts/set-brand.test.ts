// The colour and the logo of a merchant (D59).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setBrand } from '../../../src/actions/accounts/set-brand.js';
import { NO_BRAND } from '../../../src/domain/accounts/brand.js';
import { findBrand, findLogo } from '../../../src/store/accounts/brands.js';
import { auditOf } from '../../support/audit.js';
import { refusal } from '../../support/made-orders.js';
import { JPEG, PNG_BYTES } from '../../support/pictures.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const accountId = service.merchant.account.id;
const actor = 'test';

test('a colour and a logo are set, each without the other, and nobody else has them', async () => {
  assert.deepEqual(await findBrand(deps.db, accountId), NO_BRAND);
  const { colour, logo } = await setBrand(deps, { accountId, colour: '#FA0', actor });
  assert.deepEqual([colour, logo], ['#ffaa00', null]);
  const brand = await setBrand(deps, { accountId, logo: PNG_BYTES, actor });
  assert.deepEqual([brand.colour, brand.logo?.width, brand.logo?.height], ['#ffaa00', 40, 20]);
  assert.deepEqual(await findBrand(deps.db, accountId), brand);
  assert.deepEqual(await findBrand(deps.db, service.other.account.id), NO_BRAND);
  assert.deepEqual((await auditOf(deps, accountId))[0], [
    'test',
    'brand.set',
    { logo_before: null, logo_after: brand.logo?.digest },
  ]);
});

test('what is served is a picture that we drew, not the bytes that were sent', async () => {
  const sent = Buffer.concat([JPEG, Buffer.from('<script>alert(1)</script>')]);
  const { logo } = await setBrand(deps, { accountId, logo: sent, actor });
  const kept = await findLogo(deps.db, logo?.digest ?? '');
  assert.ok(kept);
  assert.equal(kept.toString('latin1', 1, 4), 'PNG');
  assert.ok(!kept.includes('script'));
  const changed = (await setBrand(deps, { accountId, logo: null, actor })).logo;
  assert.equal(changed, null);
  assert.equal(await findLogo(deps.db, logo?.digest ?? ''), null);
});

test('the same again is not in the log', async () => {
  await setBrand(deps, { accountId, colour: '#123456', actor });
  const lines = (await auditOf(deps, accountId)).length;
  await setBrand(deps, { accountId, colour: '#123456', actor });
  assert.equal((await auditOf(deps, accountId)).length, lines);
});

test('no colour, no picture, a picture without its end and no account are refused, and change nothing', async () => {
  const before = await findBrand(deps.db, accountId);
  for (const change of [
    { colour: 'red' },
    { logo: Buffer.from('<svg/>') },
    { logo: PNG_BYTES.subarray(0, 40) },
    { logo: Buffer.alloc(102_401) },
  ])
    await assert.rejects(setBrand(deps, { accountId, actor, ...change }), refusal('invalid_request'));
  await assert.rejects(setBrand(deps, { accountId: 'nobody', colour: '#000', actor }), refusal('unknown_account'));
  assert.deepEqual(await findBrand(deps.db, accountId), before);
});

test('two changes at once both hold', async () => {
  await Promise.all([
    setBrand(deps, { accountId: service.other.account.id, colour: '#00f', actor }),
    setBrand(deps, { accountId: service.other.account.id, logo: JPEG, actor }),
  ]);
  const { colour, logo } = await findBrand(deps.db, service.other.account.id);
  assert.deepEqual([colour, logo?.width], ['#0000ff', 40]);
});

test('how customers reach the shop is read as people write it, and refused at its field', async () => {
  const typed = {
    phone: ' 55 5555-1234',
    whatsapp: '+1 415 555 2671',
    email: 'hola@lupita.mx',
    website: 'lupita.mx/tienda',
  };
  const { contact } = await setBrand(deps, { accountId, contact: typed, actor });
  assert.deepEqual(contact, {
    phone: '+525555551234',
    whatsapp: '+14155552671',
    email: 'hola@lupita.mx',
    website: 'https://lupita.mx/tienda',
  });
  const left = await setBrand(deps, { accountId, contact: { whatsapp: '' }, actor });
  assert.deepEqual([left.contact.whatsapp, left.contact.phone], [null, '+525555551234']);
  for (const wrong of [
    { phone: '55 1234' },
    { email: 'hola@lupita' },
    { website: 'javascript:alert(1)' },
    { website: 'a@b' },
  ])
    await assert.rejects(setBrand(deps, { accountId, contact: wrong, actor }), refusal('invalid_request'));
});
