// Every route of the service as requests that name the things of a world: its paths filled in, the bodies of its API from
// the OpenAPI document, the forms of the dashboard as the owner's own pages show them. A route that is new and names
// something that no world has fails.
import assert from 'node:assert/strict';
import { MODES } from '../../src/domain/base/mode.js';
import { buildServer } from '../../src/service/compose.js';
import type { TestService } from '../support/service.js';
import { OPERATIONS, sample } from '../torture/fuzz/operations.js';
import { formsIn } from '../web/dashboard/forms.js';
import { FORM, signInAs } from '../web/dashboard/sign-in.js';
import type { World } from './worlds.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Route = {
  readonly method: Method;
  readonly url: string;
  readonly access: string;
  /** Of pages of the dashboard: whose they are, and in which part they stand. */
  readonly visitor: 'merchant' | 'operator' | null;
  readonly area: string | null;
};

export type Request = {
  readonly route: Route;
  readonly path: string;
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
};

/** All routes, as the server has them. */
export async function listRoutes({ deps }: Pick<TestService, 'deps'>): Promise<Route[]> {
  const found: Route[] = [];
  const { app } = await buildServer(deps, [
    (server) => {
      server.addHook('onRoute', ({ method, url, config }) => {
        const said: { access?: string; visitor?: 'merchant' | 'operator' } = { ...config };
        for (const one of [method].flat()) {
          if (one === 'HEAD' || one === 'OPTIONS') continue;
          const { access = 'anyone', visitor = null } = said;
          const common = { method: one as Method, access, visitor };
          if (url.startsWith('/dashboard/:area'))
            for (const area of MODES) found.push({ ...common, url: url.replace(':area', area), area });
          else found.push({ ...common, url, area: url.startsWith('/dashboard/desk') ? 'desk' : null });
        }
      });
    },
  ]);
  await app.close();
  return found;
}

/** Lasts for as long as somebody listens. */
const STREAMS = ['/pay/:id/events'];
/** Routes whose parameters name nothing of a merchant. */
const NOBODYS = /^\/(docs|assets|points|brand|images|openapi|reference|worker)/;
/** Pages of the desk show the operator everything; to everybody else they do not exist, whatever they name. */
const DESK_ID = '00000000-0000-7000-8000-000000000000';

/** The requests of a route that name things of the world. */
export function requestsOf(route: Route, world: World, forms: ReadonlyMap<string, string>): Request[] {
  if (STREAMS.includes(route.url)) return [];
  const path = fill(route, world);
  if (route.url.startsWith('/dashboard')) return [dashboardRequest(route, path, forms)];
  const operation = OPERATIONS.find(
    ({ method, path: described }) => method === route.method && described === route.url.replace(/:(\w+)/g, '{$1}'),
  );
  const isForm = operation?.bodyType === 'application/x-www-form-urlencoded';
  const sent =
    operation?.schema == null
      ? undefined
      : named(
          sample(operation.schema, () => 0),
          world,
        );
  const body = isForm
    ? new URLSearchParams(Object.entries(sent ?? {}).map(([k, v]) => [k, String(v)])).toString()
    : sent;
  const plain: Request = { route, path, headers: isForm ? FORM : {}, ...(body !== undefined && { body }) };
  if (route.method === 'GET') return [plain, ...queries(operation?.query ?? [], plain, world)];
  const { clock, idempotencyKey = '' } = world.values;
  const again = { ...plain, headers: { ...plain.headers, 'idempotency-key': idempotencyKey } };
  return [plain, again, { ...plain, headers: { ...plain.headers, 'test-clock': clock ?? '' } }];
}

function fill({ url, visitor, area }: Route, { ids }: World): string {
  if (visitor === 'operator' || area === 'desk') return url.replace(/:\w+/g, DESK_ID);
  if (NOBODYS.test(url)) return url.replace(/:\w+|\*/g, 'x');
  const segments = url.split('/');
  const filled = segments.map((segment, at) =>
    segment.replace(/:\w+|\*/, (name) => {
      const id = ids[`${segments[at - 1]}/${name}`];
      assert.ok(id !== undefined, `no world has what ${url} names: add ${segments[at - 1]}/${name} to worlds.ts`);
      return id;
    }),
  );
  return filled.join('/');
}

function dashboardRequest(route: Route, path: string, forms: ReadonlyMap<string, string>): Request {
  if (route.method === 'GET') return { route, path, headers: {} };
  return { route, path, headers: FORM, body: forms.get(path) ?? 'x=y' };
}

/** What the examples name is replaced by what the world has. */
function named(json: unknown, { values, account, mode }: World): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const { reference = '', after = '', order_id = '', customer_email = '' } = values;
  const own: Record<string, unknown> = { reference, after, order_id, customer_email };
  own['public_key'] = account.keys[mode].public;
  own['transaction_id'] = `CAJA${values['word']}`;
  const set = Object.keys(json).filter((name) => own[name] !== undefined);
  return { ...json, ...Object.fromEntries(set.map((name) => [name, own[name]])) };
}

/** One request for each parameter that the world has a value for. */
function queries(names: readonly string[], plain: Request, { values }: World): Request[] {
  return names.flatMap((name) => {
    const value = name === 'confirmation_id' ? values['confirmation'] : values[name];
    return value === undefined ? [] : [{ ...plain, path: `${plain.path}?${name}=${encodeURIComponent(value)}` }];
  });
}

/** The forms of the owner's pages, filled in as they come, by the path that they are sent to. */
export async function readForms(
  service: TestService,
  world: World,
  routes: readonly Route[],
): Promise<Map<string, string>> {
  const { cookie } = await signInAs(service, world.account.account.id, { role: 'owner', area: world.mode });
  const forms = new Map<string, string>();
  for (const route of routes) {
    if (route.method !== 'GET' || route.area !== world.mode || route.access !== 'session') continue;
    const { text } = await service.call('GET', fill(route, world), { headers: { cookie } });
    for (const { method, action, fields } of formsIn(text))
      if (method === 'post')
        forms.set(
          action === '' ? fill(route, world) : action,
          new URLSearchParams(fields.map(([...pair]) => pair)).toString(),
        );
  }
  return forms;
}
