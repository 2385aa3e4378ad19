// Sends two statements to PostgreSQL as one message: the second runs only if the first succeeds, both in one transaction, and
// nobody waits for an answer in between. pg itself sends one statement at a time.
import pg from 'pg';
import type { Sql } from './sql.js';

/** Connections that know the statements that come first, by name. */
const prepared = new WeakMap<pg.PoolClient, Set<string>>();

/** Returns the rows of the second; the first has none. */
export async function runBehind<Row>(on: pg.Pool | pg.PoolClient, first: Sql, second: Sql): Promise<Row[]> {
  if (!(on instanceof pg.Pool)) return sendBoth(on, first, second);
  const client = await on.connect();
  try {
    const rows = await sendBoth<Row>(client, first, second);
    client.release();
    return rows;
  } catch (error) {
    client.release(error instanceof Error ? error : true); // as pg does after every failure
    throw error;
  }
}

async function sendBoth<Row>(client: pg.PoolClient, first: Sql, { name, text, values }: Sql): Promise<Row[]> {
  if (first.name !== undefined) await prepare(client, first.name, first);
  return new Promise((resolve, reject) => {
    const query = new pg.Query(
      { text, values: [...values], ...(name !== undefined && { name }) },
      (error: Error | undefined, results: unknown) => {
        if (error)
          reject(error); // pg gives null for none
        else resolve(lastOf(results).rows as Row[]);
      },
    );
    const submit = query.submit.bind(query);
    query.submit = (connection) => {
      connection.stream.cork();
      if (first.name === undefined) connection.parse({ name: '', text: first.text, types: [] }, true);
      connection.bind({ statement: first.name ?? '', values: first.values.map(String) }, true);
      connection.execute({}, true);
      const refusal = submit(connection);
      connection.stream.uncork();
      return refusal;
    };
    client.query(query);
  });
}

/** The first time on a connection it runs alone, once more than it must. */
async function prepare(client: pg.PoolClient, name: string, { text, values }: Sql): Promise<void> {
  const names = prepared.get(client) ?? new Set();
  if (names.has(name)) return;
  await client.query({ name, text, values: [...values] });
  prepared.set(client, names.add(name));
}

/** pg gives a list of results once a message has had several statements. */
function lastOf(results: unknown): pg.QueryResult {
  return (Array.isArray(results) ? results.at(-1) : results) as pg.QueryResult;
}
