// What is kept in English and shown in Spanish: every problem that the readers of notices and files can find, every claim
// of the checks, every act of the audit log and every check of the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { verifyLedger } from '../../../../src/actions/money/proofs/verify-ledger.js';
import { readNotice } from '../../../../src/domain/money/read-notice.js';
import { poolName } from '../../../../src/domain/points/pools.js';
import { RAIL_KIND_NAMES } from '../../../../src/domain/rails/kinds.js';
import { AppError } from '../../../../src/errors/errors.js';
import { actionName, factName, factValue } from '../../../../src/web/dashboard/audit/action-names.js';
import { ACTION_NAMES } from '../../../../src/web/dashboard/audit/texts.js';
import { claimText, exampleText, problemText } from '../../../../src/web/dashboard/ui/problem-text.js';
import { listColumns } from '../../../../src/wire/rails/rail-list.js';
import { inPieces } from '../../../../src/wire/sheets/file-text.js';
import { readBankResults } from '../../../../src/wire/transfers/bank-results.js';
import { readText } from '../../../money/rail-texts.js';
import { startTestService } from '../../../support/service.js';

const ENGLISH = /\b(the|is|are|was|must|no known|missing|with|has|of|at most|empty|lacks|fields|stands|another)\b/;

const context = { mode: 'live', receivedAt: 1_800_000_000_000 } as const;

test('every problem of a notice has a text in Spanish', () => {
  const bodies = [
    '{',
    '{}',
    '{"monto":-1,"tipoPago":"x","fechaOperacion":"hoy"}',
    '{"tipoPago":13}',
    '{"amount":1,"paid_at":"x"}',
  ];
  for (const kind of RAIL_KIND_NAMES)
    for (const body of bodies) {
      const read = readNotice(kind, body, context);
      assert.equal(read.is, 'malformed', body);
      for (const problem of read.problems) assert.doesNotMatch(problemText(problem, 'es'), ENGLISH);
    }
  assert.equal(problemText('returned tr_1', 'es'), 'devuelve tr_1');
  assert.equal(
    problemText('repeats K-1 with another amount, payer name', 'es'),
    'repite K-1 con otro dato: monto, nombre de quien paga',
  );
});

test('every problem of a line in a file has one, with its number', async () => {
  const heading = listColumns('spei').join(',');
  const unread = async (read: () => unknown) => {
    try {
      await read();
    } catch (error) {
      if (error instanceof AppError) return String(error.details['problem']).split('\n');
    }
    return assert.fail('it was read');
  };
  const unreadable = [
    ...['a,b\n', 'a"b\n', `${heading}\n1,2\n`, `${heading}\nA,,,,,,,\n`, `${heading}\nA,x,B,C,-1,,,nunca\n`].map(
      (text) => unread(() => readText('spei', text)),
    ),
    ...['id\n', 'id,tracking_key,status\nx,y,z\n', 'id,tracking_key,status\nx\n'].map((text) =>
      unread(() => readBankResults(inPieces(text, setImmediate))),
    ),
  ];
  const problems = (await Promise.all(unreadable)).flat();
  assert.ok(problems.length >= 8);
  for (const problem of problems) {
    assert.doesNotMatch(problemText(problem, 'es'), ENGLISH, problem);
    assert.match(problemText(problem, 'es'), /^línea \d/);
    assert.match(problemText(problem, 'en'), /^line \d/);
  }
  const lacking = 'line 2: monto must be 1; fechaOperacion is missing; columns must say where balance is; note is odd';
  assert.equal(
    problemText(lacking, 'en'),
    'line 2: Amount must be 1; Operating date is missing; columns must say where Balance after it is; note is odd',
    'fields go by their names',
  );
});

test('every claim about the books has one', async () => {
  const { proofs } = await verifyLedger((await startTestService()).deps);
  assert.ok(proofs.length > 20);
  for (const { claim } of proofs) assert.notEqual(claimText(claim, 'es'), claim);
  assert.equal(
    exampleText('account 12, live: the ledger has 5, the held rows make 7', 'es'),
    'comercio 12, real: los libros tienen 5; las filas (held) suman 7',
  );
});

test('every act of the audit log has a name in both languages; an unknown one has none', () => {
  for (const action of Object.keys(ACTION_NAMES.es)) {
    const [es, en] = [actionName(action, 'es'), actionName(action, 'en')];
    assert.ok(es !== null && en !== null && es !== action && en !== action, action);
    assert.notEqual(es, en, action);
  }
  assert.equal(actionName('of.old', 'es'), null);
  assert.equal(factName('constructor', 'es'), 'constructor');
  assert.deepEqual(
    [factName('tracking_key', 'es'), factValue('live', 'es'), factValue('live', 'en')],
    ['clave de rastreo', 'real', 'live'],
  );
});

test('pools are named', () => {
  assert.deepEqual(
    ['CLABEs 646180', 'CLABEs 000000', 'cards OXXO', 'live references'].map((pool) => poolName(pool, 'es')),
    ['CLABE 646180', 'CLABE de prueba', 'tarjetas de OXXO', 'referencias reales'],
  );
});
