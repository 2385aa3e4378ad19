// Shades of a merchant's colour that can be read (WCAG 2).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contrastOf, shadesOf } from '../../../src/domain/accounts/colour.js';

test('every colour gives shades that can be read on light, on dark and on itself', () => {
  const rgb = (text: string) =>
    [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as [number, number, number];
  const [white, tint, card, darkTint] = ['#ffffff', '#eef5f6', '#1a222c', '#212d38'].map(rgb) as [
    number,
    number,
    number,
  ][];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const colour = `#${value.toString(16).padStart(6, '0')}`;
      const { ink, onLight, onDark } = shadesOf(colour);
      const pairs = [
        [ink, rgb(colour)],
        [onLight, white],
        [onLight, tint],
        [onDark, card],
        [onDark, darkTint],
      ] as const;
      for (const [text, ground] of pairs)
        assert.ok(contrastOf(rgb(text), ground ?? [0, 0, 0]) >= 4.5, `${colour} ${text}`);
    }),
  );
  assert.equal(shadesOf('#0b5563').onLight, '#0b5563'); // one that can be read stays as it is
});
