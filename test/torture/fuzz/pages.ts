// Who visits the pages of the service for the fuzz, and what they find: owners of merchants, two admins of the operator,
// and a stranger.
import { createLog } from '../../../src/log.js';
import { createDeps } from '../../../src/service/compose.js';
import { readSettings } from '../../../src/settings/settings.js';
import { openDb } from '../../../src/store/db.js';
import { listRoutes, type Route } from '../../isolation/requests.js';
import { TEST_SECRET_KEY } from '../../support/secret-key.js';
import type { Call, Reply, TestService } from '../../support/service.js';
import { ensurePerson, enter, giveSecondFactor, PASSWORD } from '../../web/dashboard/sign-in.js';
import type { World } from './draft.js';
import { operationOf, type Walker, type Way, walk } from './ways.js';

type Ask = (method: 'GET' | 'POST', path: string, call: Call) => Promise<Reply>;

/** What each visitor has to look at: fewer were found if a walk was stopped at a page to sign in on. */
const FEWEST_ROUTES = 20;
/** They take as long as ten others, or have a megabyte. */
const SLOW = /^\/(dashboard|docs|assets|openapi|llms|metrics|favicon)|voucher|barcode/;
/** What would end sessions, or the credentials that other requests use. */
const ENDING = /session|password|second-factor|recovery|profile|people|keys|suspend|rails/;

export type Grounds = {
  readonly databaseUrl: string;
  readonly accountIds: readonly string[];
  /** A merchant whose keys and people nobody else uses. */
  readonly spareId: string;
  /** What has to stay, by what stands in its path: rails, merchants. */
  readonly kept: readonly string[];
  readonly publicPaths: readonly string[];
  readonly ask: Ask;
  /** Answers of 5xx. */
  readonly failures: string[];
};

type Visitor = {
  readonly kind: 'merchant' | 'operator';
  readonly cookie: string;
  /** Whether they may send a form to this path. */
  maySend(path: string): boolean;
};

/** Spare people come first: what nobody has found is asked for by them. */
async function signedIn(service: Pick<TestService, 'deps' | 'call'>, grounds: Grounds): Promise<Visitor[]> {
  const teams = [
    { team: grounds.spareId, email: 'spare@shop.example', isSpare: true },
    { team: null, email: 'spare@operator.example', isSpare: true },
    ...[...grounds.accountIds, null].map((team) => ({ team, email: `owner@${team}.example`, isSpare: false })),
  ];
  const people = [];
  for (const { team, email } of teams) people.push(await ensurePerson(service, team, { email }));
  const kept = [...grounds.kept, ...people.filter(({ team }) => team === null).map(({ id }) => id)];
  const visitors: Visitor[] = [];
  for (const [at, person] of people.entries()) {
    const isOperator = person.team === null;
    const credentials = { email: person.email, password: PASSWORD };
    const { cookie } = await enter(service, credentials, isOperator ? 'desk' : 'test');
    await giveSecondFactor(service, person);
    const isSpare = teams[at]?.isSpare === true;
    const maySend = (path: string) => !ENDING.test(path) || (isSpare && !kept.some((one) => path.includes(one)));
    visitors.push({ kind: isOperator ? 'operator' : 'merchant', cookie, maySend });
  }
  return visitors;
}

async function walkAs(
  { kind, cookie, maySend }: Visitor,
  grounds: Grounds,
  routes: readonly Route[],
): Promise<ReadonlyMap<Route, Way[]>> {
  const own = routes.filter(({ visitor }) => visitor === kind);
  const starts = own.filter(({ method, url }) => method === 'GET' && !url.includes(':')).map(({ url }) => url);
  const ways = await walk({ routes: own, starts, cookie, maySend, ask: askAs(grounds, cookie) });
  if (ways.size < FEWEST_ROUTES) throw new Error(`somebody found only ${ways.size} pages and forms`);
  return ways;
}

/** The ways to every route: to those of programs and strangers, and to those of people who are signed in. */
export async function findWays(grounds: Grounds): Promise<Pick<World, 'calls' | 'visits'>> {
  const { databaseUrl, ask } = grounds;
  const settings = readSettings({ DATABASE_URL: databaseUrl, COBRO_SECRET_KEY: TEST_SECRET_KEY });
  const log = createLog({ level: 'silent', destination: 2 });
  const db = openDb({ url: databaseUrl, poolSize: 4, timeoutMs: 30_000, log });
  try {
    const service = { deps: await createDeps({ settings, log, db }), call: ask };
    const routes = await listRoutes(service);
    const found = new Map<Route, Way[]>();
    const visitors = await signedIn(service, grounds);
    const walks = await Promise.all(visitors.map((visitor) => walkAs(visitor, grounds, routes)));
    for (const [route, ways] of walks.flatMap((walked) => [...walked]))
      found.set(route, [...(found.get(route) ?? []), ...ways]);
    for (const [route, ways] of await walkAsStranger(grounds, routes)) found.set(route, ways);
    const waysTo = (route: Route): readonly Way[] => {
      const { cookie = null } = visitors.find(({ kind }) => kind === route.visitor) ?? {};
      const ways = found.get(route) ?? [];
      // What the document says of a form has more fields than the page shows.
      return route.visitor !== null && ways.length > 0 ? ways : [...ways, { cookie, operation: operationOf(route) }];
    };
    const isSlow = ({ url }: Route) => SLOW.test(url);
    const calls = routes.filter((route) => !isSlow(route)).map(waysTo);
    return { calls, visits: routes.filter(isSlow).map(waysTo) };
  } finally {
    await db.close();
  }
}

function walkAsStranger(grounds: Grounds, routes: readonly Route[]): Promise<ReadonlyMap<Route, Way[]>> {
  const own = routes.filter(({ visitor }) => visitor === null);
  const starts = own.filter(({ method, url }) => method === 'GET' && !/[:*]/.test(url)).map(({ url }) => url);
  return walk({
    routes: own,
    starts: [...grounds.publicPaths, ...starts],
    cookie: null,
    maySend: (path) => !path.startsWith('/v'),
    ask: askAs(grounds, null),
  });
}

/** What fails on the way there is a finding as well. */
function askAs({ ask, failures }: Grounds, cookie: string | null): Walker['ask'] {
  return async ({ method, path, body, type }) => {
    const reply = await ask(method, path, {
      headers: {
        accept: 'text/html',
        ...(cookie !== null && { cookie }),
        ...(type !== undefined && { 'content-type': type }),
        ...(body !== undefined && { 'content-length': String(body.length) }),
      },
      ...(body !== undefined && { body }),
    });
    const sent = `${method} ${path} ${body?.toString().slice(0, 500) ?? ''}`;
    if (reply.status >= 500) failures.push(`${reply.status} for ${sent}: ${reply.text.slice(0, 300)}`);
    return reply;
  };
}
