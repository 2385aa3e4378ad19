// The routes of the service as operations of the fuzz: what the OpenAPI document says of them, and the pages and forms that
// visitors find by following links, as a person would. A route that nobody finds is asked for all the same.
import type { Route } from '../../isolation/requests.js';
import { type FoundForm, formsIn } from '../../web/dashboard/forms.js';
import { bodyOf, FILES, FORM, MULTIPART } from './bodies.js';
import { OPERATIONS, type Operation } from './operations.js';

/** How to ask for a route; without a cookie as a stranger. */
export type Way = { readonly cookie: string | null; readonly operation: Operation };

export type Asked = { readonly status: number; readonly text: string };
type Send = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Buffer;
  readonly type?: string;
};

export type Walker = {
  readonly routes: readonly Route[];
  readonly starts: readonly string[];
  readonly cookie: string | null;
  /** Whether the form to this path may be sent. */
  maySend(path: string): boolean;
  ask(send: Send): Promise<Asked>;
};

/** Pages of one route that a walk looks at, and forms of one route that it keeps. */
const MOST_PAGES = 5;
const MOST_FORMS = 6;

/**
 * Looks at what the links lead to, sends all forms as they come, and looks again: what is made then has pages and forms, too.
 * Each is sent twice and all of them at once, as impatient people do: to approve and to decline, to refund and to cancel.
 */
export async function walk(walker: Walker): Promise<ReadonlyMap<Route, Way[]>> {
  const found = new Map<Route, Way[]>();
  await look(walker, found);
  const forms = [...found].flatMap(([{ method }, ways]) => (method === 'POST' ? ways : []));
  const sends = forms.map(({ operation }) => asItComes(operation)).flatMap((send) => [send, send]);
  await Promise.all(sends.map((send) => walker.ask(send)));
  await look(walker, found);
  return found;
}

async function look({ routes, starts, cookie, maySend, ask }: Walker, found: Map<Route, Way[]>): Promise<void> {
  const matchers = ['GET', 'POST'].map((method) => matcherOf(routes.filter((route) => route.method === method)));
  const [pageAt = () => null, formAt = () => null] = matchers;
  const paths = new Set(starts);
  const seen = new Map<Route, number>();
  const keep = (route: Route, operation: Operation) => {
    const ways = found.get(route) ?? [];
    found.set(route, ways);
    if (ways.length < MOST_FORMS && !ways.some((way) => areSame(way.operation, operation)))
      ways.push({ cookie, operation });
  };
  for (const path of paths) {
    const route = pageAt(path);
    if (route === null || isStream(route)) continue;
    seen.set(route, (seen.get(route) ?? 0) + 1);
    const { status, text } = await ask({ method: 'GET', path });
    if (status !== 200) continue;
    const forms = formsIn(text);
    keep(route, pageOf(path, forms));
    for (const form of forms.filter(({ method }) => method === 'post')) {
      const action = form.action === '' ? path : form.action;
      const target = formAt(action);
      if (target !== null && maySend(action)) keep(target, formOf(action, form));
    }
    for (const [, link = ''] of text.matchAll(/href="(\/[^"?#]*)/g)) {
      const next = pageAt(link);
      if (next !== null && (seen.get(next) ?? 0) < MOST_PAGES) paths.add(link);
    }
  }
}

/** It answers for as long as somebody listens. */
const isStream = ({ url }: Route) => url.endsWith('/events') && url.startsWith('/pay/');

/** Of a route that says more in words comes first: /orders/new is not the order "new". */
function matcherOf(routes: readonly Route[]): (path: string) => Route | null {
  const known = routes
    .map((route) => ({ route, pattern: new RegExp(`^${route.url.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`) }))
    .sort((one, other) => one.route.url.split(':').length - other.route.url.split(':').length);
  return (path) => known.find(({ pattern }) => pattern.test(path))?.route ?? null;
}

/** Another thing of the same kind is no other way; another set of fields is. */
function areSame(one: Operation, other: Operation): boolean {
  const fields = ({ schema }: Operation) => (schema?.required ?? []).join();
  return one.path === other.path && fields(one) === fields(other);
}

/** A list is asked with the fields of its filters. */
function pageOf(path: string, forms: readonly FoundForm[]): Operation {
  const query = forms.filter(({ method }) => method === 'get').flatMap(({ fields }) => fields.map(([name]) => name));
  return { ...plain('GET', path), query };
}

function formOf(path: string, { fields, files, choices }: FoundForm): Operation {
  const properties = Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      { examples: files.includes(name) ? FILES : [value, ...(choices.get(name) ?? [])] },
    ]),
  );
  return {
    ...plain('POST', path),
    bodyType: files.length === 0 ? FORM : MULTIPART,
    schema: { properties, required: Object.keys(properties) },
    files,
  };
}

function plain(method: string, path: string): Operation {
  const bodyType = method === 'GET' ? null : FORM;
  return { method, path, query: [], bodyType, schema: null, files: [], security: 'none' };
}

/** The operation of a route that no visitor has found: its path has the names of what it would name. */
export function operationOf({ method, url, access }: Route): Operation {
  const path = url.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}');
  const described = OPERATIONS.find((one) => one.method === method && one.path === path);
  if (described !== undefined) return described;
  const takesKey = access === 'any-key' || access === 'private-key' || access === 'key-or-none';
  return { ...plain(method, path), security: takesKey ? 'apiKey' : access === 'rail' ? 'rail' : 'none' };
}

function asItComes(operation: Operation): Send {
  const { path, bodyType, schema } = operation;
  const json = Object.fromEntries(
    Object.entries(schema?.properties ?? {}).map(([name, { examples = [] }]) => [name, examples[0] ?? '']),
  );
  const body = bodyOf({ json, bodyType, operation }) ?? Buffer.alloc(0);
  return { method: 'POST', path, body, type: bodyType ?? FORM };
}
