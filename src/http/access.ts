// Checks who may call each route, before the body is read. Every route must state its access, or the server does not
// start. Keys come as HTTP Basic: the user name is the key, and the password is ignored (D16).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/accounts/account.js';
import type { KeyLimits } from '../domain/accounts/right.js';
import { AppError } from '../errors/errors.js';
import { isWithin } from './client-address.js';
import type { GuessLimit } from './guess-limit.js';
import { isFromOurPage } from './page-origin.js';
import type { Access } from './request.js';
import type { Rule, Verdict } from './rules.js';

const MOST_HEADERS_KNOWN = 2_000;
const LONGEST_HEADER_KNOWN = 300;

type AuthDeps = Pick<Deps, 'credentials' | 'clock' | 'settings'>;

/** The routes that take a merchant's key. */
const KEY_ACCESS: ReadonlySet<Access> = new Set(['any-key', 'private-key', 'key-or-none']);

/** Refuses routes that do not state their access, or the right that a restricted key needs. Call it before the first route. */
export function requireStatedAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`${method} ${url} does not state its access in its config.`);
    if (KEY_ACCESS.has(config.access) && config.right === undefined)
      throw new Error(`${method} ${url} does not state in its config which right a restricted key needs.`);
  });
}

export function requireKeys(deps: AuthDeps, strangers: GuessLimit): Rule {
  const keyOf = createKeyReader();
  return (request) => {
    const { access } = request.route;
    if (access !== 'any-key' && access !== 'private-key' && access !== 'key-or-none') return undefined;
    const key = keyOf(request.headers.authorization);
    if (access === 'key-or-none') return noteKey(request, key);
    const cached = deps.credentials.cached(key);
    return cached != null && isValid(deps, cached) ? admitCaller(deps, request, cached) : findCaller(request, key);
  };

  async function findCaller(request: FastifyRequest, key: string): Promise<Verdict> {
    const isKnown = key !== '' && deps.credentials.isKnown(key);
    const find = async () => {
      const credential = key === '' ? null : await deps.credentials.find(key);
      return credential !== null && isValid(deps, credential) ? credential : null;
    };
    const credential = await strangers.check(request, { isKnown, find });
    return credential === null ? new AppError('invalid_api_key') : admitCaller(deps, request, credential);
  }

  /** What anyone may see shows more to a merchant. A key that opens nothing is as good as none, and counted like it. */
  async function noteKey(request: FastifyRequest, key: string): Promise<undefined> {
    if (key === '') return void (await strangers.admit(request));
    const find = async () => {
      const credential = await deps.credentials.find(key);
      return credential !== null && isValid(deps, credential) && !credential.isSuspended ? credential : null;
    };
    request.credential = await strangers.check(request, { isKnown: deps.credentials.isKnown(key), find });
  }
}

function isValid({ clock }: AuthDeps, { endsAt }: Credential): boolean {
  return endsAt === null || endsAt > clock.now();
}

/** Records the caller, or returns why they are refused. */
function admitCaller(deps: AuthDeps, request: FastifyRequest, credential: Credential): Verdict {
  deps.credentials.noteUse(credential.keyId, deps.clock.now());
  request.credential = credential;
  // A browser sends a key that its user once typed with every request, also with those of other sites' pages (D76).
  return credential.kind === 'public' || isFromOurPage(request, deps.settings.baseUrl)
    ? undefined
    : new AppError('foreign_page');
}

/** Refuses what a known key may not do. Comes after the rate limit, so that refusals count towards it (D61). */
export const requireRights: Rule = (request) => {
  const { credential } = request;
  if (credential?.isSuspended === true) return new AppError('account_suspended');
  const isRefused = request.route.access === 'private-key' && credential?.kind !== 'private';
  if (isRefused) return new AppError('private_key_required');
  const limits = credential?.limits;
  return limits === undefined ? undefined : beyondLimits(request, limits);
};

/** The refusal of what a restricted key may not do here; undefined if it may. */
function beyondLimits(request: FastifyRequest, { rights, addresses }: KeyLimits): Verdict {
  if (addresses !== null && !isWithin(addresses, request.address))
    return new AppError('key_address_refused', { address: request.address });
  const { right = null } = request.route;
  return right === null || rights === null || rights.includes(right)
    ? undefined
    : new AppError('key_restricted', { right });
}

/**
 * Reads the key from an Authorization header; "" if there is none. Caches results, because the same few headers repeat.
 */
function createKeyReader(): (authorization: string | undefined) => string {
  const known = new LRUCache<string, string>({ max: MOST_HEADERS_KNOWN });
  return (authorization = '') => {
    const before = known.get(authorization);
    if (before !== undefined) return before;
    const key = basicCredentials(authorization)?.user ?? '';
    if (authorization.length <= LONGEST_HEADER_KNOWN) known.set(authorization, key);
    return key;
  };
}

/** Splits at the first colon (D16); null if there are no Basic credentials. One known client omits the word "Basic". */
export function basicCredentials(authorization: string | undefined): { user: string; password: string } | null {
  const encoded = /^(?:basic +)?([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const user = colon < 0 ? text : text.slice(0, colon);
  if (user.includes('\0')) return null; // no user has it, and PostgreSQL rejects it; a password is only ever hashed
  return { user, password: colon < 0 ? '' : text.slice(colon + 1) };
}
