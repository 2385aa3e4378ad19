// Secrets that are given to a command without showing them to everybody on the machine.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSecret } from '../../src/cli/secret-option.js';
import { OperatorError } from '../../src/errors/operator-error.js';
import { makeFolder } from '../support/process.js';

test('a secret is taken as it stands, or from the file that @ names', async () => {
  assert.equal(readSecret('whsec_abc'), 'whsec_abc');
  const file = join(await makeFolder(), 'secret');
  await writeFile(file, 'whsec_from_file\n', { mode: 0o600 });
  assert.equal(readSecret(`@${file}`), 'whsec_from_file');
  assert.throws(() => readSecret('@/nowhere/at/all'), OperatorError);
});
