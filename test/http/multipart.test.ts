// Forms with files, as browsers send them, and what is no such form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMultipart } from '../../src/http/multipart.js';
import { refusal } from '../support/made-orders.js';

const TYPE = 'multipart/form-data; boundary=----edge1';

async function sent(form: FormData) {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const bytes = Buffer.from(await request.arrayBuffer());
  return readMultipart(bytes, request.headers.get('content-type') ?? undefined);
}

test('fields and files arrive byte by byte, whatever they contain', async () => {
  const bytes = Buffer.from([0, 13, 10, 45, 45, 255, 13, 10, 13, 10]);
  const form = new FormData();
  form.set('colour', 'ñ & "x"\r\n--');
  form.set('logo', new Blob([bytes]), 'a"b.png');
  form.set('nothing', new Blob([]), 'empty.png');
  const { fields, files } = await sent(form);
  assert.deepEqual({ ...fields }, { colour: 'ñ & "x"\r\n--' });
  assert.deepEqual(Object.keys(files), ['logo']);
  const { logo } = files;
  assert.deepEqual([logo?.name, Buffer.from(logo?.bytes ?? '')], ['a"b.png', bytes]);
});

test('an empty form has nothing in it', () => {
  assert.deepEqual(readMultipart(Buffer.from('------edge1--\r\n'), TYPE), {
    fields: Object.create(null),
    files: Object.create(null),
  });
});

test('another type is refused', () => {
  for (const type of [undefined, 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary='])
    assert.throws(() => readMultipart(Buffer.from('x'), type), refusal('unsupported_media_type'), String(type));
});

test('what is cut off, has no name or too many parts is refused', () => {
  const part = '------edge1\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
  const bad = [
    '',
    'x',
    part,
    '------edge1\r\nContent-Disposition: form-data\r\n\r\nx\r\n------edge1--',
    `------edge1\r\n${'x'.repeat(3_000)}\r\n\r\nx\r\n------edge1--`,
    `${part.repeat(51)}------edge1--`,
  ];
  for (const body of bad)
    assert.throws(() => readMultipart(Buffer.from(body), TYPE), refusal('malformed_body'), body.slice(0, 60));
  assert.equal({ ...readMultipart(Buffer.from(`${part.repeat(50)}------edge1--`), TYPE).fields }['a'], 'x');
});
