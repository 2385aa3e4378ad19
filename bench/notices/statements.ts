// The statements by which the service takes in one notice, as a script for pgbench. They are not written down here but
// listened to: the service matches one notice, and whatever it says to the database is what pgbench says, too, with other
// numbers each time.
import { matchNotices } from '../../src/actions/match-payments.js';
import { storeNotice } from '../../src/actions/receive-notice.js';
import type { Deps } from '../../src/deps.js';
import type { Rail } from '../../src/domain/rails/rail.js';
import { createNotices } from '../../src/memory/notices.js';
import type { Db, Queryable } from '../../src/store/db.js';
import type { Sql } from '../../src/store/sql.js';
import { depositBody, type Numbered, numbered } from './deposits.js';

/** One transaction of pgbench. `:k` is the number of the notice, `:c` that of the account. */
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

/** Its values written in, and in them the sample's own numbers replaced by pgbench's. */
function toScript({ text, values }: Sql, sample: Numbered): string {
  return text.replace(/\$(\d+)/g, (_, index: string) => `(${toExpression(values[Number(index) - 1], sample)})`);
}

function toExpression(value: unknown, { number, accountId }: Numbered): string {
  // What is a digest in the service is any text of its length here: pgbench cannot compute one.
  const digest = `${'0'.repeat(64 - number.length)}${number}`;
  const literal = `'${toText(value).replaceAll("'", "''")}'`.replace(/[0-9a-f]{64}/g, digest);
  return literal
    .replace(/:(?=\w)/g, `:' || '`) // or pgbench would take what follows for a variable of its own
    .replaceAll(accountId, `${accountId.slice(0, -3)}' || :c || '`)
    .replaceAll(number, `' || :k || '`);
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((one) => `"${toText(one).replaceAll('\\', '\\\\')}"`).join()}}`;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return String(value);
}
