// Our drawing of a barcode against the one that bwip-js draws itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { barcodePng, barcodeSvg, encodeBars } from '../../../src/web/pay/voucher/barcode.js';
import { toPath } from '../../../src/web/pay/voucher/scan-code.js';
import { barWidths, runLengths } from './bars.js';

const TEXTS = [
  '646180123400000004',
  '12345678901234',
  '4152313412345678',
  'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
  'a',
  '~ 0',
];

for (const text of TEXTS) {
  test(`the bars of ${text} are those of bwip-js`, async () => {
    const bars = encodeBars(text);
    assert.ok(bars);
    const png = PNG.sync.read(await barcodePng(text));
    assert.deepEqual(
      runLengths(png, 20).map((pixels) => pixels / 3),
      barWidths(bars),
    );
  });
}

test('a picture has the bars, the number and a quiet zone of ten modules', () => {
  const bars = encodeBars('12345678901234');
  assert.ok(bars);
  const svg = barcodeSvg('12345678901234', bars);
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 132 60"/);
  assert.ok(svg.includes(`<path d="${toPath(bars)}" transform="translate(10 4)"`));
  assert.ok(svg.includes('>12345678901234</text>'));
});

test('what Code 128 cannot say has no barcode', () => {
  for (const text of ['', 'ñ', 'line\nbreak', 'x'.repeat(81)]) assert.equal(encodeBars(text), null);
});
