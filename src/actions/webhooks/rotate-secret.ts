// Gives a webhook endpoint a new secret (D49).
import type { Scope } from '../../domain/accounts/account.js';
import { isUuid } from '../../domain/base/identity.js';
import { endpointRow } from '../../domain/base/vault.js';
import { type Endpoint, MOST_PREVIOUS_SECRETS, rotated } from '../../domain/webhooks/endpoint.js';
import { makeSecret } from '../../domain/webhooks/webhook-signature.js';
import { AppError } from '../../errors/errors.js';
import { updateSecrets } from '../../store/webhooks/endpoint-secrets.js';
import { auditEndpoint, type EndpointDeps, lockRequired } from './require-endpoint.js';

/** Makes a new secret. The one of now also signs for a day, and so do those of other rotations of the last day. */
export async function rotateSecret(
  deps: EndpointDeps,
  scope: Scope,
  id: string,
  actor: string,
): Promise<{ endpoint: Endpoint; secret: string }> {
  if (!isUuid(id)) throw new AppError('endpoint_not_found');
  const secret = makeSecret(deps.random.bytes);
  const sealed = deps.vault.seal(endpointRow({ scope, id }), secret);
  const endpoint = await deps.db.transaction(async (tx) => {
    const changed = rotated(await lockRequired(tx, scope, id), sealed, deps.clock.now());
    if (changed === null) throw new AppError('too_many_rotations', { max: MOST_PREVIOUS_SECRETS });
    await updateSecrets(tx, changed);
    await auditEndpoint(deps, tx, {
      endpoint: changed,
      actor,
      action: 'webhook.rotate',
      details: { url: changed.url },
    });
    return changed;
  });
  return { endpoint, secret };
}
