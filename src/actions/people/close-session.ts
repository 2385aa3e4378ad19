// Signs out of the dashboard. It also succeeds for a session that has ended or never existed.
import type { Deps } from '../../deps.js';
import { keyDigest } from '../../store/accounts/accounts.js';
import { deleteSession } from '../../store/people/sessions.js';

export async function closeSession(deps: Pick<Deps, 'db'>, token: string): Promise<void> {
  await deleteSession(deps.db, keyDigest(token));
}
