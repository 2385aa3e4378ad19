// The catalogue of errors and docs/errors.md agree both ways, and every example on that page is what really happens (D58).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { joinCatalogues } from '../../src/errors/catalogue.js';
import { ERROR_CODES, errorEntry, FAULT_CODES } from '../../src/errors/errors.js';
import { forMerchants } from '../../src/errors/for-merchants.js';
import { forOperators } from '../../src/errors/for-operators.js';
import { forPeople } from '../../src/errors/for-people.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const page = readFileSync(join(PACKAGE_FOLDER, 'docs', 'errors.md'), 'utf8');
const [, merchantErrors = [], operatorErrors = [], faultRows = [], operatorFaults = []] = page
  .split(/^## /m)
  .map(tableRows);
const errorRows = [...merchantErrors, ...operatorErrors];

/** The rows of the table in a section, without its head, cell by cell. */
function tableRows(section: string): string[][] {
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const named = (rows: string[][]) => rows.map(([name = '']) => name.replaceAll('`', ''));

test('docs/errors.md has every error code of the catalogue once, and no other', () => {
  assert.deepEqual(named(errorRows).sort(), [...ERROR_CODES].sort());
});

test('a code that stands in two parts of the catalogue does not compile', () => {
  const { overloaded } = forMerchants;
  const joined = joinCatalogues({ one: overloaded }, { other: overloaded }, { third: overloaded });
  assert.deepEqual(Object.keys(joined), ['one', 'other', 'third']);
  // @ts-expect-error: the compiler refuses it, which is the point of this test.
  joinCatalogues({ one: overloaded }, { other: overloaded }, { one: overloaded });
});

test('docs/errors.md has every fault code once, and no other', () => {
  assert.deepEqual([...named(faultRows), ...named(operatorFaults)].sort(), [...FAULT_CODES].sort());
  for (const [, field = '', meaning = ''] of operatorFaults) assert.ok(field.startsWith('`') && meaning.endsWith('.'));
});

test('the refusals of an operator and of people stand apart from those of a merchant’s program', () => {
  assert.deepEqual(named(operatorErrors).sort(), Object.keys({ ...forOperators, ...forPeople }).sort());
});

for (const code of ERROR_CODES) {
  test(`docs/errors.md tells status and number of ${code}, when it comes and what to do`, () => {
    const entry = errorEntry(code);
    const [, status, number, when = '', whatToDo = ''] = errorRows.find(([name]) => name === `\`${code}\``) ?? [];
    assert.deepEqual([status, number], [String(entry.status), String(entry.number ?? entry.status)]);
    for (const sentence of [when, whatToDo]) assert.match(sentence, /^[A-Z`].{8,}\.$/);
    assert.equal(whatToDo.includes('`Retry-After`'), entry.retryAfterSeconds !== undefined, 'Retry-After is told');
  });
}

test('the example on docs/errors.md is answered as it says', async () => {
  const [request = '', answer = ''] = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) => json);
  const reply = await service.call('POST', '/v2/orders', { key: service.key, body: request });
  assert.equal(reply.status, 400);
  const wanted = JSON.parse(answer);
  assert.deepEqual({ ...reply.json, request_id: wanted.request_id }, wanted);
  assert.deepEqual(Object.keys(reply.json), Object.keys(wanted));
  assert.equal(reply.headers['request-id'], reply.json.request_id);
});

for (const [name = '', example = '', meaning = ''] of faultRows) {
  const code = name.replaceAll('`', '');
  test(`the example of ${code}, ${example}, has that fault and no other`, async () => {
    assert.match(meaning, /^[A-Z].{8,}\.$/);
    const { param, reply } = await tryExample(example);
    assert.equal(reply.status, 400);
    assert.deepEqual(
      reply.json.errors.map((fault: { param: string; error: string }) => [fault.param, fault.error]),
      [[param, code]],
    );
    assert.doesNotMatch(reply.text, /undefined|\{\w+\}/);
  });
}

/**
 * An example is `?name=value` in a query, `path: JSON` in a body, or `path` of so many characters, keys or bytes. Which
 * call it belongs to is told by the name of its field.
 */
async function tryExample(example: string) {
  const { key } = service;
  const query = /^`\?(\w+)=(\w+)`$/.exec(example);
  if (query !== null) {
    const [, param = '', value] = query;
    return { param, reply: await service.call('GET', `/v2/orders?${param}=${value}`, { key }) };
  }
  const [, param = '', json, , count = '', unit] =
    /^`([\w.]+)(?:: (.+))?`( of ([\d,]+) (characters|keys|bytes)| with a live key)?$/.exec(example) ?? [];
  const value = json === undefined ? ofSize(Number(count.replace(',', '')), unit) : JSON.parse(json);
  const live = example.endsWith(' with a live key') ? service.merchant.keys.live.private : key;
  if (param === 'customer_phone') {
    const { id } = (await service.call('POST', '/v1/charges', { key, body: chargeBody() })).json;
    return { param, reply: await service.call('POST', `/v1/charges/${id}/sms`, { key, body: { [param]: value } }) };
  }
  if (param === 'url' || param === 'interface_version') {
    const body = { url: 'https://shop.example.com/hook', [param]: value };
    return { param, reply: await service.call('POST', '/v1/webhooks/stores', { key: live, body }) };
  }
  if (Object.hasOwn(chargeBody(), param)) {
    return {
      param,
      reply: await service.call('POST', '/v1/charges', { key: live, body: chargeBody({ [param]: value }) }),
    };
  }
  const body = orderBody();
  const [part = '', field] = param.split('.');
  body[part] = field === undefined ? value : { ...Object(body[part]), [field]: value };
  return { param, reply: await service.call('POST', '/v2/orders', { key, body }) };
}

function ofSize(count: number, unit: string | undefined): unknown {
  if (unit === 'characters') return 'a'.repeat(count);
  if (unit === 'keys') return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
  return { k: 'a'.repeat(count - '{"k":""}'.length) };
}

// What PostgreSQL or JSON handle in ways of their own: NUL, half a surrogate pair, directions, escapes, prototypes.
const oddTexts = [
  'a\u0000b',
  'half \ud83e',
  '\udd8a half',
  '\u202eabc',
  "'; drop table orders; --",
  '\\u0000',
  '__proto__',
];
const places: [place: string, body: (text: string) => Record<string, unknown>][] = [
  ['product.id', (id) => orderBody({ product: { id, name: 'x', price: 150 } })],
  ['product.url', (url) => orderBody({ product: { id: 'x', name: 'x', price: 150, url } })],
  ['customer.id', (id) => orderBody({ customer: { name: 'x', email: 'a@b', id } })],
  ['customer.phone', (phone) => orderBody({ customer: { name: 'x', email: 'a@b', phone } })],
  ['a value of extras', (text) => orderBody({ extras: { text } })],
  ['a nested value of extras', (text) => orderBody({ extras: { list: [{ text }] } })],
  ['a key of extras', (text) => orderBody({ extras: Object.fromEntries([[text, 1]]) })],
];
for (const [place, bodyOf] of places) {
  test(`an odd text in ${place} is stored and comes back, or is refused with 400, and never is a failure of ours`, async () => {
    for (const odd of oddTexts) {
      const body = bodyOf(odd);
      const reply = await service.call('POST', '/v2/orders', { key: service.key, body });
      assert.ok([200, 400].includes(reply.status), `${JSON.stringify(odd)} is answered with ${reply.status}`);
      if (reply.status !== 200) continue;
      const again = await service.call('GET', `/v2/orders/${reply.json.id}`, { key: service.key });
      assert.equal(again.text, reply.text);
      assert.equal(JSON.stringify(reply.json.extras), JSON.stringify(body['extras'] ?? {}));
    }
  });
}

const sources = readdirSync(join(PACKAGE_FOLDER, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('errors'))
  .map((name) => readFileSync(join(PACKAGE_FOLDER, 'src', name), 'utf8'));

test('every code of the catalogue is met somewhere in the program', () => {
  const all = sources.join('\n');
  const unused = [...ERROR_CODES, ...FAULT_CODES].filter((code) => !all.includes(`'${code}'`));
  assert.deepEqual(unused, []);
});

test('whoever throws an error gives what its texts need', () => {
  const thrown = sources.flatMap((text) => [...text.matchAll(/new AppError\(\s*'(\w+)'(?:,\s*\{([^}]*)\})?/g)]);
  assert.ok(thrown.length > 10);
  for (const [, code, details = ''] of thrown) {
    const known = ERROR_CODES.find((one) => one === code);
    assert.ok(known !== undefined, code);
    const { es, en, debug } = errorEntry(known);
    for (const [, place = ''] of `${es}${en}${debug}`.matchAll(/\{(\w+)\}/g)) {
      if (place !== 'faults') assert.match(details, new RegExp(`\\b${place}\\b`), `${code} needs ${place}`);
    }
  }
});
