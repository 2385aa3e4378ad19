// The audit log as tests look at it.
import type { Deps } from '../../src/deps.js';
import { listAudit } from '../../src/store/keeping/audit.js';

/** The newest lines first, each as actor, action and details, of one subject. */
export async function auditOf({ db }: Pick<Deps, 'db'>, subject: string): Promise<[string, string, unknown][]> {
  const lines = (await listAudit(db, 1_000)).filter((line) => line.subject === subject);
  return lines.map(({ actor, action, details }) => [actor, action, JSON.parse(details)]);
}
