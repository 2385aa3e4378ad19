// Changes the secret key (D79). Processes that have both keys go on working meanwhile; after a crash in the middle the
// command is simply run again.
import type { Deps } from '../../deps.js';
import { ROW_KEY_ROW } from '../../domain/base/row-key.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { findCurrentKey, findRowKey, makeCurrent } from '../../store/keeping/secret-keys.js';
import { type Resealed, resealAnswers, resealSecrets } from './reseal-secrets.js';
import { sealAudit } from './seal-audit.js';

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'log' | 'auditAnchor'>;

/** Seals the log with the old key, makes the new one current, and encrypts everything with it. */
export async function changeSecretKey(
  deps: ChangeDeps,
  call: { readonly to: string; readonly actor: string },
): Promise<Resealed> {
  const { vault } = deps;
  await sealAudit(deps);
  const from = (await findCurrentKey(deps.db))?.id ?? null;
  if (!vault.use(call.to)) throw new Error(`this process does not have the key ${call.to}`);
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (from === call.to) return; // it was changed before, and not everything was encrypted
    const rowKey = await findRowKey(tx);
    if (rowKey === null) throw new Error('the key of the rows is missing');
    await makeCurrent(
      tx,
      { ...vault.describe(), rowKey: vault.seal(ROW_KEY_ROW, vault.open(ROW_KEY_ROW, rowKey)) },
      at,
    );
    const step = { at, actor: call.actor, action: 'secrets.rotate' as const, subject: call.to };
    await appendAudit(tx, deps, { ...step, details: { key_before: from, key_after: call.to } });
  });
  await sealAudit(deps); // a seal of the new key proves those of the old one
  const [secrets, answers] = [await resealSecrets(deps), await resealAnswers(deps)];
  return { done: secrets.done + answers.done, unreadable: secrets.unreadable + answers.unreadable };
}

/**
 * Lets a running process encrypt with the key that is current now. What it has encrypted with the old one since the
 * change is encrypted again: the command that changed the key could not see it.
 */
export async function followSecretKey(deps: Pick<Deps, 'db' | 'vault' | 'log'>): Promise<void> {
  const current = await findCurrentKey(deps.db);
  if (current === null || current.id === deps.vault.currentId()) return;
  if (deps.vault.use(current.id)) {
    await resealSecrets(deps);
    await resealAnswers(deps);
    return;
  }
  deps.log.error(
    { key: current.id },
    'the secret key was changed, and this process does not have the new one: restart it with that key',
  );
}
