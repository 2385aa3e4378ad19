// Builds a pgbench script from the statements with which the service processes one notice. They are recorded, not
// copied: the service matches one notice, and pgbench runs the recorded statements with other numbers each time.
import { matchNotices } from '../../src/actions/money/match-payments.js';
import { storeNotice } from '../../src/actions/money/receive-notice.js';
import type { Deps } from '../../src/deps.js';
import type { Rail } from '../../src/domain/rails/rail.js';
import { createNotices } from '../../src/memory/notices.js';
import type { Db, Queryable } from '../../src/store/db.js';
import type { Sql } from '../../src/store/sql.js';
import { depositBody, type Numbered, numbered } from './deposits.js';

/** One pgbench transaction. `:k` is the number of the notice, `:c` that of the account. */
export async function listenToOneNotice(deps: Deps, rail: Rail, sample: Numbered): Promise<string> {
  const heard: Sql[] = [];
  const db = listen(deps.db, heard);
  let draws = 0;
  const random = { ...deps.random, uuid: () => numbered(`e${draws++}`, sample.number) };
  const listening = { ...deps, db, random, notices: createNotices(db, { maxQueued: 10 }) };
  const notice = await storeNotice(listening, rail, depositBody(sample));
  if (notice === null) throw new Error('the sample notice was ignored');
  await matchNotices(listening, [notice]);
  return heard.map((statement) => `${toScript(statement, sample)};`).join('\n');
}

function listen(db: Db, heard: Sql[]): Db {
  const listening = (on: Queryable): Queryable => ({
    query: (statement) => {
      heard.push(statement);
      return on.query(statement);
    },
    isSpread: on.isSpread,
    mac: on.mac,
  });
  return {
    ...db,
    ...listening(db),
    async transaction(work) {
      heard.push({ text: 'begin', values: [] });
      const result = await db.transaction((tx) => work(listening(tx)));
      heard.push({ text: 'commit', values: [] });
      return result;
    },
  };
}

/** The statement with its values inlined, and with the sample's numbers replaced by pgbench variables. */
function toScript({ text, values }: Sql, sample: Numbered): string {
  return text.replace(/\$(\d+)/g, (_, index: string) => `(${toExpression(values[Number(index) - 1], sample)})`);
}

function toExpression(value: unknown, { number, accountId }: Numbered): string {
  // pgbench cannot compute digests, so each digest becomes a text of the same length.
  const digest = `${'0'.repeat(64 - number.length)}${number}`;
  const literal = `'${toText(value).replaceAll("'", "''")}'`.replace(/[0-9a-f]{64}/g, digest);
  return literal
    .replace(/:(?=\w)/g, `:' || '`) // otherwise pgbench would take the text after the colon for a variable
    .replaceAll(accountId, `${accountId.slice(0, -3)}' || :c || '`)
    .replaceAll(number, `' || :k || '`);
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((one) => `"${toText(one).replaceAll('\\', '\\\\')}"`).join()}}`;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return String(value);
}
