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
  test(`a ${size} picture is a PNG of ${side} by ${side} below 10 KB, for every shipped point`, async () => {
    assert.ok(points.length >= 24);
    for (const point of points) {
      const bytes = await drawPointImage(point, size);
      const image = PNG.sync.read(bytes);
      assert.deepEqual([image.width, image.height], [side, side]);
      assert.ok(bytes.length < 10_240, `${point.code}: ${bytes.length} bytes`);
    }
  });

  test(`a ${size} picture is transparent in its corners and nowhere else`, async () => {
    const { data } = PNG.sync.read(await drawPointImage(oxxo, size));
    const alphaAt = (x: number, y: number) => data[(y * side + x) * 4 + 3];
    for (const x of [0, side - 1]) for (const y of [0, side - 1]) assert.equal(alphaAt(x, y), 0);
    for (let at = 0; at < side; at++) assert.equal(alphaAt(at, side / 2), 255);
  });

  test(`a ${size} picture takes under 20 ms`, async () => {
    for (const point of points) await drawPointImage(point, size);
    // Time on the processor: the machine may be busy with other tests.
    const before = process.cpuUsage();
    for (const point of points) await drawPointImage(point, size);
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1_000 / points.length < 20);
  });

  test(`no two shipped points have the same ${size} picture`, async () => {
    const pictures = await Promise.all(points.map((point) => drawPointImage(point, size)));
    assert.equal(new Set(pictures.map((bytes) => bytes.toString('base64'))).size, points.length);
  });
}

test('the same point has the same bytes every time', async () => {
  assert.deepEqual(await drawPointImage(oxxo, 'small'), await drawPointImage({ ...oxxo }, 'small'));
});

test('the colour comes from the code and the letters from the name', async () => {
  const draw = (change: Partial<PicturedPoint>) => drawPointImage({ ...oxxo, ...change }, 'small');
  const plain = await draw({});
  assert.notDeepEqual(await draw({ code: 'OXXO_2' }), plain);
  assert.notDeepEqual(await draw({ name: 'Tienda' }), plain);
  assert.notDeepEqual(await draw({ kind: 'account' }), plain);
  assert.deepEqual(await draw({ kind: 'card' }), plain);
});

test('white letters stand out: contrast of at least 4.5 on every tile', async () => {
  for (const index of Array(300).keys()) {
    const { data } = PNG.sync.read(await drawPointImage({ ...oxxo, code: `POINT_${index}` }, 'small'));
    const [red = 0, green = 0, blue = 0] = data.subarray(32 * 4); // the middle of the upper edge
    const [r, g, b] = [red, green, blue].map((value) => linear(value / 255)) as [number, number, number];
    assert.ok(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) >= 4.5);
  }
});

for (const [name, code, wanted] of [
  ['OXXO', 'OXXO', 'OXXO'],
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
  test(`"${name}" (${code}) is shown as "${wanted}"`, async () => {
    assert.equal(initialsOf({ name, code }), wanted);
    assert.ok((await drawPointImage({ name, code, kind: 'crypto' }, 'small')).length > 200);
  });
}

// Nine places of a letter, row by row: # where the pen goes, . where it does not.
for (const [letter, places] of [
  ['L', '#.. #.. ###'],
  ['T', '### .#. .#.'],
  ['H', '#.# ### #.#'],
  ['X', '#.# .#. #.#'],
  ['O', '.#. #.# .#.'],
  ['7', '### ... ...'],
] as const) {
  test(`${letter} is drawn as people write it`, async () => {
    const { data } = PNG.sync.read(await drawPointImage({ code: letter, name: letter, kind: 'account' }, 'medium'));
    const bright: [x: number, y: number][] = [];
    for (let y = 0; y < 100; y++) for (let x = 0; x < 160; x++) if (isWhite(x, y)) bright.push([x, y]);
    const [xs, ys] = [bright.map(([x]) => x), bright.map(([, y]) => y)];
    const pen = 4; // half the width of a stroke: the middle of one is this far inside
    const at = (values: readonly number[], part: number) => {
      const [least, most] = [Math.min(...values) + pen, Math.max(...values) - pen];
      return Math.round(least + (most - least) * part);
    };
    const rows = [0, 0.5, 1].map((row) =>
      [0, 0.5, 1].map((column) => (isWhite(at(xs, column), at(ys, row)) ? '#' : '.')).join(''),
    );
    assert.equal(rows.join(' '), places);

    function isWhite(x: number, y: number): boolean {
      return (data[(y * 160 + x) * 4] ?? 0) > 240;
    }
  });
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
