// Every caller asks every route for the things of every world that it may not see. Nothing of them stands in an answer,
// and afterwards they are as they were.
import type { Reply, TestService } from '../support/service.js';
import { signInAs } from '../web/dashboard/sign-in.js';
import type { Caller } from './callers.js';
import { changedTables, type Owner, ownerOf, readBelongings, readMarks, wordsOf } from './marks.js';
import { listRoutes, type Request, type Route, readForms, requestsOf } from './requests.js';
import type { World } from './worlds.js';

export type Sweep = { readonly requests: number; readonly routes: number; readonly leaks: readonly string[] };

export type SweepOptions = {
  readonly worlds: readonly World[];
  readonly callers: readonly Caller[];
  /** Which worlds a caller asks for. */
  targetsOf(caller: Caller): readonly World[];
};

export async function sweep(service: TestService, { worlds, callers, targetsOf }: SweepOptions): Promise<Sweep> {
  const routes = await listRoutes(service);
  const forms = new Map<World, ReadonlyMap<string, string>>();
  for (const world of worlds) forms.set(world, await readForms(service, world, routes));
  await service.deps.requestLog.flush();
  const marks = await readMarks(service.deps.db);
  const leaks: string[] = [];
  // The log of requests shows an account what its own callers have sent.
  const sent = new Set<string>();
  let requests = 0;
  for (const caller of callers) {
    for (const world of targetsOf(caller)) {
      const asked = routes.flatMap((route) => requestsOf(route, world, forms.get(world) ?? new Map()));
      // What a secret address opens, such as a page to pay on, is open to everybody: only for its own world.
      for (const isOpen of [false, true]) {
        const round = inOrder(
          asked.filter(({ route }) => isSecretAddress(route) === isOpen && !isOwn(caller, route, worlds)),
        );
        const found = await goRound(service, { caller, world, round, marks, sent, isOpen });
        leaks.push(...found);
        requests += round.length;
      }
    }
  }
  return { requests, routes: routes.length, leaks };
}

/** Whoever knows the address of a customer's page may see it. */
function isSecretAddress({ access, url }: Route): boolean {
  return access === 'anyone' && (/[:*]/.test(url) || url === '/comprobante') && !url.startsWith('/dashboard');
}

/** The desk shows its people everything, and lets them do what their role allows. */
function isOwn(caller: Caller, route: Route, worlds: readonly World[]): boolean {
  return worlds.every((world) => caller.maySee(route).includes(ownerOf(world)));
}

/** What ends a session or changes a password comes last, so that the rest is asked by somebody who is signed in. */
function inOrder(requests: readonly Request[]): Request[] {
  const isLast = ({ route }: Request) =>
    route.method === 'POST' && !route.url.includes(':') && route.url.startsWith('/dashboard');
  return [...requests.filter((one) => !isLast(one)), ...requests.filter(isLast)];
}

type Round = {
  readonly caller: Caller;
  readonly world: World;
  readonly round: readonly Request[];
  readonly marks: ReadonlyMap<string, Owner>;
  readonly sent: Set<string>;
  readonly isOpen: boolean;
};

async function goRound(service: TestService, { caller, world, round, marks, sent, isOpen }: Round): Promise<string[]> {
  if (round.length === 0) return [];
  const leaks: string[] = [];
  const credentials = await caller.enter();
  const opened: Owner[] = isOpen ? [ownerOf(world), `${world.account.account.id}/both`] : [];
  const before = await readBelongings(service.deps.db);
  const mayChange = new Set<Owner>(opened);
  for (const { route, path, body, headers } of round) {
    const maySee = [...caller.maySee(route), ...opened];
    for (const owner of maySee) mayChange.add(owner);
    const reply = await service.call(route.method, path, {
      headers: { ...headers, ...credentials },
      ...(body !== undefined && { body }),
    });
    const own = wordsOf(`${path} ${JSON.stringify(body ?? '')} ${JSON.stringify(headers)}`);
    for (const word of own) sent.add(word);
    const known = route.url.includes('/requests') ? sent : own;
    const told = `${caller.name}: ${route.method} ${route.url} for ${world.word}: ${reply.status}`;
    for (const word of foreignWords(reply, marks, maySee)) if (!known.has(word)) leaks.push(`${told} shows ${word}`);
    if (reply.status === 500) leaks.push(`${told} ${reply.text.slice(0, 200)}`);
  }
  await service.deps.requestLog.flush();
  const after = await readBelongings(service.deps.db);
  for (const owner of new Set([...before.keys(), ...after.keys()])) {
    if (mayChange.has(owner)) continue;
    const tables = changedTables(before.get(owner), after.get(owner));
    if (tables.length > 0) leaks.push(`${caller.name} for ${world.word} changed ${tables.join(', ')} of ${owner}`);
  }
  return leaks;
}

function foreignWords(reply: Reply, marks: ReadonlyMap<string, Owner>, maySee: readonly Owner[]): string[] {
  const shown = `${reply.text} ${JSON.stringify(reply.headers)}`;
  return [...wordsOf(shown)].filter((word) => {
    const owner = marks.get(word);
    return owner !== undefined && !maySee.includes(owner);
  });
}

/** What the owner of a world does not find at the addresses that others ask for: then they would ask for nothing. */
export async function findMissing(service: TestService, world: World): Promise<string[]> {
  const missing: string[] = [];
  const { cookie } = await signInAs(service, world.account.account.id, { role: 'owner', area: world.mode });
  for (const route of await listRoutes(service)) {
    const isHere = route.area === world.mode || (route.area === null && !route.url.startsWith('/dashboard'));
    if (route.method !== 'GET' || !isHere || !route.url.includes(':') || route.url.startsWith('/assets')) continue;
    const [request] = requestsOf(route, world, new Map());
    if (request === undefined) continue;
    const headers = route.area === null ? {} : { cookie };
    const reply = await service.call('GET', request.path, { key: world.key, headers });
    if (reply.status !== 200 && reply.status !== 303) missing.push(`${route.url}: ${reply.status}`);
  }
  return missing;
}
