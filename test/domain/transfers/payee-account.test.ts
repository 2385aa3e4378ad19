// Where outgoing money goes (D75): to the one account that paid, or where a person says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountOfPayer, readPayeeAccount } from '../../../src/domain/transfers/payee-account.js';

const CLABE = '012180015025335996';
const payer = { kind: 'spei', payerAccount: CLABE, payerName: 'ANA PEREZ' } as const;
const isOwn = (clabe: string) => clabe.startsWith('6461801234');
const none = { name: 'Ana', bounced: [], isOwn };

test('money goes back to the account that paid', () => {
  const bank = 'BBVA MEXICO';
  assert.deepEqual(accountOfPayer([payer, payer], none), { clabe: CLABE, holder: 'ANA PEREZ', bank });
  assert.deepEqual(accountOfPayer([{ ...payer, payerName: null }], none), { clabe: CLABE, holder: 'Ana', bank });
  const unknown = { ...payer, payerAccount: '999180000000000002' };
  assert.equal(accountOfPayer([unknown], none)?.bank, '999', 'the account worked when it paid');
});

for (const [what, payers, terms] of [
  ['nobody paid', [], none],
  ['a till told of it', [{ ...payer, kind: 'cash', payerAccount: null }], none],
  ['a cash network calls its store by the number of an account', [{ ...payer, kind: 'cash' }], none],
  ['it came from a card', [{ ...payer, payerAccount: '4152313412345678' }], none],
  ['the check digit is wrong', [{ ...payer, payerAccount: '012180015025335997' }], none],
  ['two accounts paid', [payer, { ...payer, payerAccount: '646180157000000004' }], none],
  ['it bounced there before', [payer], { ...none, bounced: [CLABE] }],
  ['the account is one that we gave to an order', [{ ...payer, payerAccount: '646180123400000002' }], none],
  ['nobody knows a name', [{ ...payer, payerName: null }], { ...none, name: null }],
] as const)
  test(`it needs a destination when ${what}`, () => {
    assert.equal(accountOfPayer(payers, terms), null);
  });

test('a CLABE may be typed with blanks and hyphens, and its bank is named', () => {
  const read = readPayeeAccount({ clabe: ' 646-180 15700000000 4 ', holder: 'Ana', bank: null }, isOwn);
  assert.deepEqual(read, { is: 'valid', destination: { clabe: '646180157000000004', holder: 'Ana', bank: 'STP' } });
  for (const wrong of ['', '646180157000000005', '64618015700000000', 'ABC', '６４６１８０１５７０００００００４'])
    assert.deepEqual(readPayeeAccount({ clabe: wrong, holder: 'Ana', bank: null }, isOwn), {
      is: 'invalid_clabe',
    });
  assert.deepEqual(readPayeeAccount({ clabe: '999180000000000002', holder: 'Ana', bank: null }, isOwn), {
    is: 'unknown_bank',
  });
  assert.equal(readPayeeAccount({ clabe: '999180000000000002', holder: 'Ana', bank: 'NUEVO' }, isOwn).is, 'valid');
});
