// How many processes there are, by the setting, the cores and the connections of the database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CountSettings, countProcesses } from '../../src/cli/serve/process-count.js';
import { OperatorError } from '../../src/errors/operator-error.js';

const machine = { cores: 8, connections: 97 };
const embedded: CountSettings = { processes: 'auto', databasePool: 10, databaseUrl: null, databasePooler: 'none' };
const own: CountSettings = { ...embedded, databaseUrl: 'postgres://db/cobro' };

test('auto takes every core, as far as the database has connections for them', () => {
  assert.equal(countProcesses(embedded, machine).count, 8);
  assert.equal(countProcesses(embedded, { ...machine, cores: 64 }).count, 8);
  assert.equal(countProcesses({ ...embedded, databasePool: 500 }, machine).count, 1);
  assert.equal(countProcesses({ ...own, databasePooler: 'transaction' }, { cores: 64, connections: 5 }).count, 64);
});

test('more connections than the embedded database has are refused with what to change', () => {
  assert.equal(countProcesses({ ...embedded, processes: 8 }, machine).count, 8);
  assert.throws(
    () => countProcesses({ ...embedded, processes: 9 }, machine),
    (error) => {
      assert.ok(error instanceof OperatorError);
      assert.match(
        error.message,
        /^COBRO_PROCESSES=9 .* 90 connections, and the database has 87 .* at most 9, .* at most 8\.$/,
      );
      return true;
    },
  );
});

test('for a database of the operator’s own it is a warning, and a pooler makes it none', () => {
  const { count, warning } = countProcesses({ ...own, processes: 20 }, machine);
  assert.equal(count, 20);
  assert.match(warning ?? '', /200 connections/);
  assert.equal(countProcesses({ ...own, processes: 20, databasePooler: 'transaction' }, machine).warning, null);
});
