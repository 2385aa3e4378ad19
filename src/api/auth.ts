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
  const key = basicCredentials(request.headers.authorization)?.user;
  if (!key) throw new AppError('invalid_api_key');
  const credential = await deps.credentials.find(key);
  const now = deps.clock.now();
  if (credential === null || (credential.endsAt !== null && credential.endsAt <= now))
    throw new AppError('invalid_api_key');
  deps.credentials.noteUse(credential.keyId, now);
  return credential;
}

/** Split at the first colon (D16); null when there are no Basic credentials. */
export function basicCredentials(authorization: string | undefined): { user: string; password: string } | null {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? { user: text, password: '' } : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
