// What migration 0061 makes of lists that were compared before: their lines stand where those of new lists do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIGRATIONS_FOLDER } from '../../src/paths.js';
import { listReconciliations } from '../../src/store/money/reconciliations.js';
import { listLines } from '../../src/store/money/statements/bank-statements.js';
import { sql } from '../../src/store/sql.js';
import { startTestService } from '../support/service.js';

const { deps } = await startTestService();
const file = readFileSync(join(MIGRATIONS_FOLDER, '0061_lines_of_lists.sql'), 'utf8');

test('counts, sums and findings of earlier lists are kept', async () => {
  const summary = {
    ...{ same: 4, booked: 0, weMiss: 1, theyMiss: 1, differs: 0, missing: '700' },
    sums: { same: '400', booked: '0', we_miss: '700', they_miss: '900', differs: '0' },
  };
  const found = { destination: '646180111111111111', paymentId: null, ours: null, isNear: false };
  const findings = [
    { ...found, outcome: 'we_miss', line: 3, trackingKey: 'MISSED', amount: '700' },
    { ...found, outcome: 'they_miss', line: null, trackingKey: 'OURS', amount: '900' },
  ];
  const id = deps.random.uuid(deps.clock.now());
  await deps.db.query(sql`
    insert into reconciliations (id, kind, livemode, file_name, digest, days, summary, findings, made_by, made_at)
    values (${id}, 'spei', true, 'old.csv', 'x', '{20261101}', ${JSON.stringify(summary)}, ${JSON.stringify(findings)}, 'cli', now())`);
  for (const text of file.match(/^(update|insert) [\s\S]*?;$/gm) ?? assert.fail())
    await deps.db.query({ text, values: [] });
  const [list] = await listReconciliations(deps.db, 'live', 1);
  assert.deepEqual(list?.summary, {
    agrees: { count: 4, sum: '400' },
    we_miss: { count: 1, sum: '700' },
    they_miss: { count: 1, sum: '900' },
  });
  for (const [outcome, key] of [
    ['we_miss', 'MISSED'],
    ['they_miss', 'OURS'],
  ] as const) {
    const lines = await listLines(deps.db, { statementId: id, outcome }, { at: null, towards: 'next', limit: 10 });
    assert.deepEqual(
      lines.map(({ trackingKey, text }) => [trackingKey, text]),
      [[key, `${key} 646180111111111111`]],
    );
  }
});
