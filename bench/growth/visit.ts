// Asks every route in turn, one request at a time, and notes how long each took.
import { quantile } from '../sample.js';
import type { SignIn } from './people.js';
import type { Route } from './routes.js';

export type Visited = {
  readonly title: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the requests that the process waited for a processor, none is left out; the least time shows the work itself. */
  readonly leastMs: number;
};

export type Visitor = {
  readonly url: string;
  readonly key: string;
  readonly merchant: SignIn;
  readonly operator: SignIn;
};

/** Cookies of a merchant and of the operator. */
async function signIn({ url }: Visitor, person: SignIn): Promise<string> {
  const reply = await fetch(`${url}/dashboard/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: new URLSearchParams(person).toString(),
  });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0];
  if (reply.status !== 303 || cookie === undefined)
    throw new Error(`the dashboard refused to sign in: ${reply.status}`);
  return cookie;
}

export async function visitAll(
  visitor: Visitor,
  routes: readonly Route[],
  { requests, signal, say }: { requests: number; signal: AbortSignal; say(line: string): void },
): Promise<Visited[]> {
  const basic = `Basic ${Buffer.from(`${visitor.key}:`).toString('base64')}`;
  const headers: Record<Route['as'], Record<string, string>> = {
    merchant: { authorization: basic },
    nobody: {},
    'merchant page': { cookie: await signIn(visitor, visitor.merchant) },
    'operator page': { cookie: await signIn(visitor, visitor.operator) },
  };
  const visited: Visited[] = [];
  for (const route of routes) {
    const times: number[] = [];
    for (let turn = 0; turn < requests; turn++) {
      signal.throwIfAborted();
      times.push(await timeOf(`${visitor.url}${route.path(turn)}`, route, headers[route.as], turn));
    }
    // The first request plans the statement and fills caches of the process.
    const rest = times.slice(1);
    const one = {
      title: route.title,
      p50Ms: quantile(rest, 0.5),
      p99Ms: quantile(rest, 0.99),
      leastMs: Math.min(...rest),
    };
    visited.push(one);
    say(`${one.p50Ms.toFixed(1).padStart(8)} ${one.p99Ms.toFixed(1).padStart(8)}  ${one.title}`);
  }
  return visited;
}

async function timeOf(url: string, route: Route, headers: Record<string, string>, turn: number): Promise<number> {
  const body = route.body?.(turn);
  const begin = performance.now();
  const reply = await fetch(url, {
    method: route.method ?? 'GET',
    redirect: 'manual',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const took = performance.now() - begin;
  if (!(route.answers ?? [200]).includes(reply.status))
    throw new Error(`${url}: ${reply.status} ${text.slice(0, 300)}`);
  return took;
}
