// Long numbers in groups that people can read, the same wherever they stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grouped, groupsOf } from '../../../src/domain/points/number-groups.js';

test('a CLABE is read in its parts, a card, account or reference in fours', () => {
  assert.deepEqual(groupsOf('646180123400000019'), ['646', '180', '1234', '0000', '001', '9']);
  assert.deepEqual(groupsOf('08578614873942'), ['0857', '8614', '8739', '42']);
  assert.deepEqual(groupsOf('123'), ['123']);
  assert.deepEqual([groupsOf('16848570'), grouped('Folio 16848570')], [['16848570'], 'Folio 16848570']);
});

test('in a sentence only long numbers get blanks, never an address, a quantity or a sum', () => {
  assert.equal(
    grouped('Da la referencia 08578614873942 y paga $1,200.00.'),
    'Da la referencia 0857 8614 8739 42 y paga $1,200.00.',
  );
  assert.equal(grouped('A la CLABE 646180123400000019.'), 'A la CLABE 646 180 1234 0000 001 9.');
  for (const text of ['TEST-BTC-0000000000000000', '0x00000000ab', '0.00102875 BTC', '12345678.50 XRP'])
    assert.equal(grouped(text), text);
});
