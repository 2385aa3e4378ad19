// Pictures of payment points: valid, small, quick, the same every time, and one tells points apart.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { CATALOGUE_FOLDER } from '../../../src/paths.js';
import { drawPointImage, initialsOf, type PicturedPoint } from '../../../src/web/points/point-image.js';

const points: PicturedPoint[] = JSON.parse(readFileSync(join(CATALOGUE_FOLDER, 'providers.json'), 'utf8'));
const oxxo: PicturedPoint = { code: 'OXXO', name: 'Oxxo', kind: 'agreement' };

for (const [size, side] of [
  ['small', 64],
  ['medium', 160],
] as const) {
  test(`a ${size} picture is a PNG of ${side} by ${side} below 10 KB, for every shipped point`, () => {
    assert.ok(points.length >= 24);
    for (const point of points) {
      const bytes = drawPointImage(point, size);
      const image = PNG.sync.read(bytes);
      assert.deepEqual([image.width, image.height], [side, side]);
      assert.ok(bytes.length < 10_240, `${point.code}: ${bytes.length} bytes`);
    }
  });

  test(`a ${size} picture is transparent in its corners and nowhere else`, () => {
    const { data } = PNG.sync.read(drawPointImage(oxxo, size));
    const alphaAt = (x: number, y: number) => data[(y * side + x) * 4 + 3];
    for (const x of [0, side - 1]) for (const y of [0, side - 1]) assert.equal(alphaAt(x, y), 0);
    for (let at = 0; at < side; at++) assert.equal(alphaAt(at, side / 2), 255);
  });

  test(`a ${size} picture takes under 20 ms`, () => {
    for (const point of points) drawPointImage(point, size);
    // Time on the processor: the machine may be busy with other tests.
    const before = process.cpuUsage();
    for (const point of points) drawPointImage(point, size);
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1_000 / points.length < 20);
  });

  test(`no two shipped points have the same ${size} picture`, () => {
    const pictures = new Set(points.map((point) => drawPointImage(point, size).toString('base64')));
    assert.equal(pictures.size, points.length);
  });
}

test('the same point has the same bytes every time', () => {
  assert.deepEqual(drawPointImage(oxxo, 'small'), drawPointImage({ ...oxxo }, 'small'));
});

test('the colour comes from the code and the letters from the name', () => {
  const draw = (change: Partial<PicturedPoint>) => drawPointImage({ ...oxxo, ...change }, 'small');
  assert.notDeepEqual(draw({ code: 'OXXO_2' }), draw({}));
  assert.notDeepEqual(draw({ name: 'Tienda' }), draw({}));
  assert.notDeepEqual(draw({ kind: 'account' }), draw({}));
  assert.deepEqual(draw({ kind: 'card' }), draw({}));
});

test('white letters stand out: contrast of at least 4.5 on every tile', () => {
  for (const index of Array(300).keys()) {
    const { data } = PNG.sync.read(drawPointImage({ ...oxxo, code: `POINT_${index}` }, 'small'));
    const [red = 0, green = 0, blue = 0] = data.subarray(32 * 4); // the middle of the upper edge
    const [r, g, b] = [red, green, blue].map((value) => linear(value / 255)) as [number, number, number];
    assert.ok(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) >= 4.5);
  }
});

for (const [name, code, wanted] of [
  ['Oxxo', 'OXXO', 'OXX'],
  ['7-Eleven', 'SEVEN_ELEVEN', '7E'],
  ['Banamex', 'BANAMEX', 'BNM'],
  ['Banorte', 'BANORTE', 'BNR'],
  ['Coppel', 'COPPEL', 'CPL'],
  ['Farmacias Benavides', 'FARMACIA_BENAVIDES', 'FB'],
  ['Bitcoin Cash', 'BCH', 'BCH'],
  ['Súper Ñandú de la Esquina', 'SUPER', 'SND'],
  ['Íó', 'IO_SHOP', 'IO'],
  ['Q', 'QQQQ', 'Q'],
  ['全家', 'FAMILY_MART', 'FM'],
  ['全家', '全家', ''],
  ['', '', ''],
] as const) {
  test(`"${name}" (${code}) is shown as "${wanted}"`, () => {
    assert.equal(initialsOf({ name, code }), wanted);
    assert.ok(drawPointImage({ name, code, kind: 'crypto' }, 'small').length > 200);
  });
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
