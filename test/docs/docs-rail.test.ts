// docs/adding-a-rail.md is true: a rail is one new file and its line in the table. Applied to a copy of the sources, both
// compile, and the kind reads the notice that the guide shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RailKind } from '../../src/domain/rails/kind.js';
import { openGuide } from '../support/applied-guide.js';

const KIND = 'src/domain/rails/codi.ts';
const { blocks, apply, compile, load } = openGuide('adding-a-rail.md');
const steps = blocks.filter(({ language }) => language !== 'xml');
apply(steps);

test('a rail is one new file, and its line in the table with its import', () => {
  assert.deepEqual(
    steps.map(({ language, file }) => [language, file]),
    [
      ['ts', KIND],
      ['diff', 'src/domain/rails/kinds.ts'],
    ],
  );
  const added = steps[1]?.text.match(/^\+/gm)?.length ?? 0;
  const removed = steps[1]?.text.match(/^-/gm)?.length ?? 0;
  assert.equal(added - removed, 1);
});

test('its steps compile, and nothing else must change', () => {
  assert.equal(compile(['src']).text, '');
});

test('the kind reads the notice that the guide shows, what it writes itself, and nothing that is no XML', async () => {
  const { codi } = (await load(KIND)) as { readonly codi: RailKind };
  const context = { mode: 'test', receivedAt: 0 } as const;
  const shown = codi.read(blocks.find(({ language }) => language === 'xml')?.text ?? '', context);
  assert.ok(shown.is === 'payment', shown.is);
  assert.deepEqual(
    [shown.facts.trackingKey, shown.facts.destination, shown.facts.amount, shown.day],
    ['C-1001', '646180123400000004', 15_050n, '20261115'],
  );
  const { network, trackingKey, destination, amount, paidAt } = shown.facts;
  const random = { bytes: (size: number) => Buffer.alloc(size) };
  const notice = codi.writeTestNotice({ network, trackingKey, destination, amount, paidAt }, random);
  assert.deepEqual(codi.read(codi.format.write(notice), context), shown);
  for (const text of ['', 'x', '{}', '<aviso>', '<aviso/>', '<otro><folio>1</folio></otro>'])
    assert.equal(codi.read(text, context).is, 'malformed', text);
  assert.equal(codi.format.acknowledge(codi.door.reply), '<respuesta><estado>recibido</estado></respuesta>');
});
