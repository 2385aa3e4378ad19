// Lets the operator add and revoke rails (D46) and say which payment points are theirs (D72). Each step is written to the audit log.
import type { Deps } from '../../deps.js';
import { isNetwork } from '../../domain/base/network.js';
import { pointsOf } from '../../domain/rails/rail.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import { violates } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { listPaymentPoints } from '../../store/points/payment-points.js';
import {
  digestOf,
  insertRail,
  revokeRail as markRevoked,
  type NewRail,
  setRailAllow,
  setRailPoints,
  resumeRail as unmarkRevoked,
} from '../../store/rails/rails.js';

/** `id`: of a form that is sent twice, the same: the second one makes nothing. Points omitted: the one that has its name. */
type RailRequest = Omit<NewRail, 'id' | 'createdAt'> & { readonly id?: string; readonly actor: string };

/** Of a rail to be. Its act has the digest alone (D81), so nobody but who asks for the rail learns the password. */
export function makeCredentials({ random }: Pick<Deps, 'random'>) {
  const password = random.bytes(24).toString('base64url');
  const stored = { userName: `rail_${random.bytes(9).toString('hex')}`, digest: digestOf(password).toString('hex') };
  return { password, stored };
}

export async function addRail(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>,
  { actor, ...asked }: RailRequest,
): Promise<NewRail> {
  const { name, kind, mode, allow, userName } = asked;
  const now = deps.clock.now();
  requireNetworks(allow);
  await requirePoints(deps, pointsOf(asked));
  const rail: NewRail = { ...asked, id: asked.id ?? deps.random.uuid(now), createdAt: now };
  await deps.db
    .transaction(async (tx) => {
      await insertRail(tx, rail);
      const details = { name, kind, mode, allow: allow.join(' '), points: pointsOf(rail)?.join(' ') ?? null };
      await appendAudit(tx, deps, { at: now, actor, action: 'rail.add', subject: userName, details });
    })
    .catch((error: unknown) => {
      throw violates(error, 'rails_pkey') ? new AppError('already_done') : error;
    });
  return rail;
}

/** Says which payment points are of a cash rail. It applies to notices from then on, within two seconds on every node. */
export async function setPoints(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  call: { readonly userName: string; readonly points: readonly string[]; readonly actor: string },
): Promise<readonly string[]> {
  const { userName, points, actor } = call;
  await requirePoints(deps, points);
  await deps.db.transaction(async (tx) => {
    const rail = await setRailPoints(tx, userName, points);
    if (rail === null || pointsOf(rail) === null)
      throw new AppError('rail_not_found', { rail: `cash rail with user ${userName}` });
    const details = { points: points.join(' ') };
    await appendAudit(tx, deps, { actor, action: 'rail.points', subject: userName, details });
  });
  return points;
}

/** A mistyped code would make all money of its point unmatched. */
export async function requirePoints(deps: Pick<Deps, 'db'>, points: readonly string[] | null): Promise<void> {
  if (points === null) return;
  const known = new Set((await listPaymentPoints(deps.db)).map(({ code }) => code));
  const missing = points.find((code) => !known.has(code));
  if (missing !== undefined || points.length === 0) throw new AppError('unknown_point', { code: missing ?? '""' });
}

function requireNetworks(allow: readonly string[]): void {
  if (!allow.every(isNetwork)) throw invalidRequest({ param: 'allow', error: 'not_a_network' });
}

/** Says from where a rail may call; an empty list allows any address. */
export async function setAllowed(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  call: { readonly userName: string; readonly allow: readonly string[]; readonly actor: string },
): Promise<void> {
  const { userName, allow, actor } = call;
  requireNetworks(allow);
  await deps.db.transaction(async (tx) => {
    const before = await setRailAllow(tx, userName, allow);
    if (before === null) throw new AppError('rail_not_found', { rail: `rail with user ${userName}` });
    const details = { allow_before: before.join(' '), allow_after: allow.join(' ') };
    await appendAudit(tx, deps, { actor, action: 'rail.allow', subject: userName, details });
  });
}

/** Lets revoked credentials work again. */
export async function resumeRail(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  userName: string,
  call: { readonly actor: string; readonly note: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await unmarkRevoked(tx, userName)))
      throw new AppError('rail_not_found', { rail: `rail with user ${userName}` });
    const { actor, note } = call;
    await appendAudit(tx, deps, { actor, action: 'rail.resume', subject: userName, details: { note } });
  });
}

/** Revokes a rail's credentials. Repeating it keeps the time of the first. */
export async function revokeRail(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  userName: string,
  actor: string,
  note?: string,
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (!(await markRevoked(tx, userName, now)))
      throw new AppError('rail_not_found', { rail: `rail with user ${userName}` });
    await appendAudit(tx, deps, {
      at: now,
      actor,
      action: 'rail.revoke',
      subject: userName,
      details: note === undefined ? {} : { note },
    });
  });
}
