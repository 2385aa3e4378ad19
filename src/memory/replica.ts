// Lets a replica answer the statements that read much. Before it does, it must have everything that the primary had
// committed when the statement came: so whoever has just written reads what they wrote, on any node. If it is behind, gone or
// refuses, the primary answers.
import type { Log } from '../log.js';
import type { Db, Queryable } from '../store/db.js';
import { readAt, readCommitted } from '../store/replication.js';
import { coalesce } from './coalesce.js';

/** After it failed or was behind nobody waits for it for so long. */
const REST_MS = 1_000;
const MOST_WAITING = 100_000;

type Statement = Parameters<Queryable['query']>[0];

export function withReplica(primary: Db, replica: Db, log: Log): Db {
  // Those who ask at the same moment share one look at the primary, which begins after they have asked.
  const committed = coalesce<null, bigint>({
    async run(callers) {
      const position = await readCommitted(primary);
      return callers.map(() => position);
    },
    maxInFlight: 1,
    maxQueued: MOST_WAITING,
  });
  let restsUntil = 0;
  let isWell = true;

  const note = (now: boolean, reason: Record<string, unknown> = {}) => {
    if (!now) restsUntil = performance.now() + REST_MS;
    if (now === isWell) return;
    isWell = now;
    if (now) log.info('the replica answers again');
    else log.warn(reason, 'the replica is behind or does not answer; the primary answers instead');
  };

  /** null: somebody else must answer. */
  async function readFromReplica<Row>(statement: Statement): Promise<Row[] | null> {
    try {
      const rows = await readAt<Row>(replica, await committed(null), statement);
      note(rows !== null);
      return rows;
    } catch (error) {
      note(false, { err: error });
      return null;
    }
  }

  return {
    ...primary,
    async query<Row>(statement: Statement) {
      const mayRead = statement.longReadOf !== undefined && performance.now() >= restsUntil;
      return (mayRead ? await readFromReplica<Row>(statement) : null) ?? primary.query<Row>(statement);
    },
  };
}
