// HTTP Basic: the user name is the key and alone decides; the password is ignored (D16). Runs before the body is read.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/account.js';
import { AppError } from '../errors.js';

export function requireKeys(app: FastifyInstance, deps: Pick<Deps, 'credentials' | 'clock'>): void {
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'anyone';
    if (access === 'anyone') return;
    const credential = await authenticate(deps, request);
    request.credential = credential;
    if (access === 'private-key' && credential.kind !== 'private') throw new AppError('private_key_required');
  });
}

async function authenticate(deps: Pick<Deps, 'credentials' | 'clock'>, request: FastifyRequest): Promise<Credential> {
  const key = userName(request.headers.authorization);
  if (key === null) throw new AppError('invalid_api_key');
  const credential = await deps.credentials.find(key);
  const now = deps.clock.now();
  if (credential === null || (credential.endsAt !== null && credential.endsAt <= now))
    throw new AppError('invalid_api_key');
  deps.credentials.noteUse(credential.keyId, now);
  return credential;
}

/** The part before the first colon; null when there are no Basic credentials or no user name in them. */
function userName(authorization: string | undefined): string | null {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const [user] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 1);
  return user || null;
}
