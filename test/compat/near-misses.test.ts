// No existing library or plugin sends a field that would be taken for a misspelt one, even from an account of the newest
// version (D95).
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { SendSms } from '../../src/wire/messages/sms.js';
import { CreateCharge } from '../../src/wire/orders/create-charge.js';
import { CreateOrder } from '../../src/wire/orders/create-order.js';
import { ProviderList } from '../../src/wire/points/provider.js';
import { nearMisses } from '../../src/wire/versions/near-misses.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { ChangeEndpoint, RegisterEndpoint } from '../../src/wire/webhooks/endpoint-request.js';
import { readRecorded } from './recorded.js';

const SHAPES = [
  [/^POST \/v2\/orders\/? /m, CreateOrder],
  [/^POST \/v1\/charges\/? /m, CreateCharge],
  [/^POST \/v1\/charges\/\S+\/sms\/? /m, SendSms],
  [/^GET \/v1\/providers\S* /m, ProviderList],
  [/^POST \/v1\/webhooks\/stores\/? /m, RegisterEndpoint],
  [/^PUT \/v1\/webhooks\/stores\/\S+ /m, ChangeEndpoint],
] as const;

const files = readdirSync(join(PACKAGE_FOLDER, 'test/compat/recorded')).map((file) => file.replace(/\.http$/, ''));

let judged = 0;
for (const file of files) {
  test(`${file} sends nothing that looks misspelt`, () => {
    for (const [name, recorded] of readRecorded(file)) {
      const [, shape] = SHAPES.find(([line]) => line.test(recorded)) ?? [];
      const given = fieldsOf(recorded);
      if (shape === undefined || given === null) continue;
      judged++;
      assert.deepEqual(nearMisses(shape, given, NEWEST_VERSION), [], name);
    }
  });
}

test('that was a request of each kind and more', () => {
  assert.ok(judged > files.length * 3, `${judged} requests of ${files.length} libraries`);
});

/** The fields of a body of JSON or of a form, or of the query; null if there are none. */
function fieldsOf(recorded: string): Record<string, unknown> | null {
  const [head = '', ...rest] = recorded.split('\n\n');
  const body = rest.join('\n\n').trim().replaceAll('{number}', '1');
  if (body.startsWith('{')) return JSON.parse(body);
  const form = body !== '' ? body : (/^\S+ \S+?\?(\S+) /m.exec(head)?.[1] ?? '');
  return form === '' ? null : Object.fromEntries(new URLSearchParams(form));
}
