// docs/versions.md shows what the code does: its samples are the examples of the OpenAPI document, which the build puts
// into the page, and a real service answers accounts of every version with the same fields.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OPENAPI_FILE, PACKAGE_FOLDER, SITE_FOLDER } from '../../src/paths.js';
import { CHANGES, NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

type Reference = { readonly $ref: string };
type Document = {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly examples: readonly object[] }>> };
  readonly 'x-interface-versions': readonly {
    readonly before: string;
    readonly shapes: Readonly<Record<string, Reference>>;
  }[];
};
const document: Document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));

/** The replies of one order; a reply to a refund has the same record in it. */
const SHAPES = ['CreatedCharge', 'Charge', 'SmsEvent', 'Order', 'WebhookBody'] as const;
type Shape = (typeof SHAPES)[number];

const PAGES = { en: 'docs/versions.md', es: 'docs/es/versions.md' } as const;

for (const [language, file] of Object.entries(PAGES)) {
  const page = readFileSync(join(PACKAGE_FOLDER, file), 'utf8');

  test(`${file} has samples of everything that a change touches, and of nothing that it does not`, () => {
    for (const { date } of CHANGES) {
      assert.ok(page.includes(`## ${date}`), `${date} has a chapter`);
      const touched = SHAPES.filter((shape) => sampleOf(shape, dayBefore(date)) !== sampleOf(shape, date));
      const shown = [...page.matchAll(/^<!-- samples: (\w+) (\S+) -->$/gm)].filter(([, , day]) => day === date);
      assert.deepEqual(shown.map(([, shape]) => shape).sort(), [...touched].sort(), date);
    }
    assert.equal(CHANGES[0]?.date, NEWEST_VERSION);
  });

  test(`the service shows ${file} with how each shape was before and how it is after`, () => {
    const { html }: { html: string } = JSON.parse(readFileSync(join(SITE_FOLDER, language, 'versions.json'), 'utf8'));
    const samples = [...html.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, code = '']) => textOf(code));
    const wanted = [...page.matchAll(/^<!-- samples: (\w+) (\S+) -->$/gm)].flatMap(([, shape = '', date = '']) => [
      sampleOf(shape, dayBefore(date)),
      sampleOf(shape, date),
    ]);
    assert.ok(wanted.length > 0);
    assert.deepEqual(
      samples.filter((sample) => sample.startsWith('{')),
      wanted,
    );
  });
}

test('the fields that the page names are those that differ', () => {
  const page = readFileSync(join(PACKAGE_FOLDER, PAGES.en), 'utf8');
  for (const { date, replies, requests } of CHANGES) {
    const chapter = page.split(`## ${date}`)[1]?.split('\n## ')[0] ?? '';
    const shapes = Object.keys({ ...replies, ...requests }).filter((name) => name in document.components.schemas);
    for (const shape of shapes) {
      const before = fieldsOf(exampleOf(shape, dayBefore(date)));
      const after = fieldsOf(exampleOf(shape, date));
      const differing = [...before, ...after].filter((field) => before.includes(field) !== after.includes(field));
      for (const field of differing) {
        const name = field.split('.').at(-1) ?? '';
        assert.ok(chapter.includes(`\`${name}\``) || chapter.includes(`.${name}\``), `${date}, ${shape}: ${field}`);
      }
    }
  }
});

test('a real service answers accounts of every version with these fields', async () => {
  const service = await startTestService();
  const versions = CHANGES.flatMap(({ date }) => [dayBefore(date), date]);
  for (const version of versions) {
    const { keys } = await service.account({ interfaceVersion: version });
    const key = keys.test.private;
    const body = chargeBody({ customer_phone: '5512345678' });
    const created = await service.call('POST', '/v1/charges', { key, body });
    const id = String(created.json.id);
    const sms = await service.call('POST', `/v1/charges/${id}/sms`, { key, body: {} });
    const verified = await service.call('GET', `/v1/charges/${id}`, { key });
    const order = await service.call('POST', '/v2/orders', { key, body: orderBody() });
    const pay = { key, body: { scenario: 'exact' } };
    assert.equal((await service.call('POST', `/v1/test/orders/${order.json.id}/payments`, pay)).status, 200);
    const events = await service.call('GET', '/v1/events', { key });
    const answers: Readonly<Record<Shape, unknown>> = {
      CreatedCharge: created.json,
      Charge: verified.json,
      SmsEvent: sms.json,
      Order: order.json,
      WebhookBody: events.json.data.at(-1).data.object,
    };
    for (const shape of SHAPES) {
      assert.deepEqual(fieldsOf(answers[shape]), fieldsOf(exampleOf(shape, version)), `${shape} of ${version}`);
    }
  }
});

/** Of the versions that an account of this one does not have, the earliest says how it sees the shape. */
function exampleOf(shape: string, version: string): object {
  const change = document['x-interface-versions'].filter(({ before }) => before > version).at(-1);
  const name = change?.shapes[shape]?.$ref.split('/').at(-1) ?? shape;
  return document.components.schemas[name]?.examples[0] ?? assert.fail(`there is no example of ${name}`);
}

function sampleOf(shape: string, version: string): string {
  return JSON.stringify(exampleOf(shape, version), null, 2);
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}

/** What a reader sees of highlighted code. */
function textOf(html: string): string {
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };
  const plain = html.replace(/<[^>]+>/g, '');
  return Object.entries(entities).reduce((text, [entity, character]) => text.replaceAll(entity, character), plain);
}

/** Every field by its path, sorted. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value)
    .flatMap(([name, inner]) => fieldsOf(inner, path === '' ? name : `${path}.${name}`))
    .sort();
}
