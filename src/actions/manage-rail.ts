// Lets the operator add and revoke rails (D46). Each step is written to the audit log.
import type { Deps } from '../deps.js';
import type { Mode } from '../domain/mode.js';
import type { RailKindName } from '../domain/rails/kinds.js';
import { AppError } from '../errors.js';
import { appendAudit } from '../store/accounts/audit.js';
import { insertRail, revokeRail as markRevoked, type NewRail } from '../store/rails/rails.js';

export type RailRequest = {
  readonly kind: RailKindName;
  readonly name: string;
  readonly mode: Mode;
  /** Networks in CIDR form. An empty list allows any address. */
  readonly allow: readonly string[];
  readonly actor: string;
};

/** Creates a rail with its own credentials. Only the caller learns the password. */
export async function addRail(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>,
  request: RailRequest,
): Promise<NewRail> {
  const { kind, name, mode, allow, actor } = request;
  const now = deps.clock.now();
  const rail: NewRail = {
    id: deps.random.uuid(now),
    kind,
    name,
    mode,
    userName: `rail_${deps.random.bytes(9).toString('hex')}`,
    password: deps.random.bytes(24).toString('base64url'),
    allow,
    createdAt: now,
  };
  await deps.db.transaction(async (tx) => {
    await insertRail(tx, rail);
    const details = { name, kind, mode, allow: allow.join(' ') };
    await appendAudit(tx, deps.vault, { at: now, actor, action: 'rail.add', subject: rail.userName, details });
  });
  return rail;
}

/** Revokes a rail's credentials. Repeating it keeps the time of the first. */
export async function revokeRail(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  userName: string,
  actor: string,
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (!(await markRevoked(tx, userName, now)))
      throw new AppError('rail_not_found', { rail: `rail with user ${userName}` });
    await appendAudit(tx, deps.vault, { at: now, actor, action: 'rail.revoke', subject: userName, details: {} });
  });
}
