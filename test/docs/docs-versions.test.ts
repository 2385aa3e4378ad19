// docs/versions.md shows what the code does: its samples are made here by the real code, and a real service answers accounts
// of every version with the same fields. UPDATE_DOCS=1 writes the samples into the page.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { orderEvent } from '../../src/domain/orders/event.js';
import type { Order } from '../../src/domain/orders/order.js';
import { completeOrder } from '../../src/domain/orders/price.js';
import { CATALOGUE_FOLDER, PACKAGE_FOLDER } from '../../src/paths.js';
import { readSettings } from '../../src/settings/settings.js';
import {
  readCreateCharge,
  renderCharge,
  renderCreatedCharge,
  renderSmsEvent,
} from '../../src/wire/orders/charge-v1.js';
import { renderOrder } from '../../src/wire/orders/order-v2.js';
import { readPoints } from '../../src/wire/points/points.js';
import { CHANGES, NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { renderWebhookBody } from '../../src/wire/webhooks/webhook-body.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const { defaultFees } = readSettings({});
const NOW = Date.parse('2026-11-15T00:00:00Z');
const PAGE = join(PACKAGE_FOLDER, 'docs', 'versions.md');
const file = join(CATALOGUE_FOLDER, 'providers.json');
const points = readPoints(JSON.parse(readFileSync(file, 'utf8')));

const pending = sampleCharge();
const paid: Order = {
  ...pending,
  status: 'paid',
  received: pending.amount,
  acceptedAt: NOW + 3_600_000,
  updatedAt: NOW + 3_600_000,
};

/** The same as a SPEI order, of which 100.00 have arrived. */
const transfer: Order = { ...pending, method: 'spei', point: null, clabe: '000000880179333187', received: 10_000n };

const reader = (interfaceVersion: string) => ({ serviceName: 'cobro', interfaceVersion, ordersEnvelope: false });

/** What each kind of answer looks like in a version. */
const shapes: Readonly<Record<string, (version: string) => object>> = {
  create: (version) => renderCreatedCharge(pending, reader(version), 'es'),
  verify: (version) => renderCharge(paid, reader(version)),
  sms: (version) => renderSmsEvent(pending, version),
  order: (version) => renderOrder(transfer, reader(version), 'es'),
  webhook: (version) => renderWebhookBody(paid, orderEvent(paid, 2), reader(version)),
};

/** `<!-- sample: webhook 2017-06-10 -->` and the block behind it. */
const SAMPLE = /<!-- sample: (\w+) (\d{4}-\d{2}-\d{2}) -->\n+```json\n([\s\S]*?)\n```/g;

if (process.env['UPDATE_DOCS'] === '1') {
  const page = readFileSync(PAGE, 'utf8').replace(
    SAMPLE,
    (_all, shape: string, version: string) =>
      `<!-- sample: ${shape} ${version} -->\n\n\`\`\`json\n${sampleOf(shape, version)}\n\`\`\``,
  );
  writeFileSync(PAGE, page);
}

const page = readFileSync(PAGE, 'utf8');
const samples = [...page.matchAll(SAMPLE)].map(([, shape = '', version = '', text = '']) => ({ shape, version, text }));

for (const { shape, version, text } of samples) {
  test(`the ${shape} sample of ${version} is what the code gives`, () => {
    assert.equal(text, sampleOf(shape, version));
  });
}

test('the page shows before and after of everything that a change touches, and nothing that it does not', () => {
  for (const change of CHANGES) {
    assert.ok(page.includes(`## ${change.date}`), `${change.date} has a chapter`);
    for (const shape of Object.keys(shapes)) {
      const before = dayBefore(change.date);
      const isTouched = sampleOf(shape, before) !== sampleOf(shape, change.date);
      const shown = [before, change.date].map((version) =>
        samples.some((sample) => sample.shape === shape && sample.version === version),
      );
      assert.deepEqual(shown, [isTouched, isTouched], `${shape} in the chapter of ${change.date}`);
    }
  }
  assert.equal(CHANGES[0]?.date, NEWEST_VERSION);
});

test('the fields that the page names are those that differ', () => {
  for (const change of CHANGES) {
    const chapter = page.split(`## ${change.date}`)[1]?.split('\n## ')[0] ?? '';
    const prose = chapter.replace(/```[\s\S]*?```/g, '');
    for (const [shape, render] of Object.entries(shapes)) {
      const before = fieldsOf(render(dayBefore(change.date)));
      const after = fieldsOf(render(change.date));
      const differing = [...before, ...after].filter((field) => before.includes(field) !== after.includes(field));
      for (const field of differing) {
        const name = field.split('.').at(-1) ?? '';
        assert.ok(prose.includes(`\`${name}\``) || prose.includes(`.${name}\``), `${change.date}, ${shape}: ${field}`);
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
    const pay = { key, body: { scenario: 'exact' } };
    const sms = await service.call('POST', `/v1/charges/${id}/sms`, { key, body: {} });
    assert.equal((await service.call('POST', `/v1/test/orders/${id}/payments`, pay)).status, 200);
    const verified = await service.call('GET', `/v1/charges/${id}`, { key });
    const events = await service.call('GET', '/v1/events', { key });
    const order = await service.call('POST', '/v2/orders', { key, body: orderBody() });
    const real = {
      create: created.json,
      verify: verified.json,
      sms: sms.json,
      order: order.json,
      webhook: events.json.data[1].data.object,
    };
    for (const [shape, render] of Object.entries(shapes)) {
      const answer = real[shape as keyof typeof real];
      assert.deepEqual(fieldsOf(answer), fieldsOf(render(version)), `${shape} of ${version}`);
    }
  }
});

/** A charge that is the same at every run. */
function sampleCharge(): Order {
  const body = chargeBody({ order_price: 150, customer_phone: '5512345678' });
  const findPoint = (code: string) => points.find((point) => point.code === code);
  const draft = readCreateCharge(body, { now: NOW, mode: 'test', findPoint });
  const terms = {
    rate: { millionths: 1_000_000n, takenAt: NOW },
    schedule: defaultFees.cash,
    ivaBasisPoints: 1_600n,
    minimum: 100n,
    lifetimeHours: 24,
    now: NOW,
  };
  const scope = { accountId: '019a7c00-0000-7000-8000-0000000000aa', mode: 'test' as const };
  return completeOrder(draft, { amount: 15_000n, fee: { amount: 735n, iva: 118n } }, terms, scope, {
    uuid: '019a7c00-0000-7000-8000-000000000001',
    folio: '8C42E034',
    clabe: null,
    reference: '900000000000017',
    cardNumber: null,
  });
}

function sampleOf(shape: string, version: string): string {
  const render = shapes[shape] ?? assert.fail(`there is no shape ${shape}`);
  return JSON.stringify(render(version), null, 2);
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}

/** Every field by its path, sorted. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value)
    .flatMap(([name, inner]) => fieldsOf(inner, path === '' ? name : `${path}.${name}`))
    .sort();
}
