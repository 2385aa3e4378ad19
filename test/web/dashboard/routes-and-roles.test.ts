// Which role may use which route of the dashboard (D78). Every route stands in this table with the duty that it asks for,
// and is called with every role. A route that is not in the table fails, so nobody adds one without thinking of it. The page of
// a line of the menu, which everybody of the team has, needs no line here unless it asks for more than to see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MODES } from '../../../src/domain/base/mode.js';
import type { Role } from '../../../src/domain/people/person.js';
import { buildServer } from '../../../src/service/compose.js';
import { MENUS } from '../../../src/web/dashboard/sections.js';
import { startPayService, textOf } from '../fixtures.js';
import { FORM, signInAs } from './sign-in.js';

/** Spelled out here too, so that a slip in domain/people/role.ts is noticed. */
const MERCHANT_MAY: Readonly<Record<string, readonly Role[]>> = {
  see: ['owner', 'developer', 'support', 'viewer'],
  serve: ['owner', 'developer', 'support'],
  refund: ['owner', 'support'],
  develop: ['owner', 'developer'],
  manage: ['owner'],
};
const OPERATOR_MAY: Readonly<Record<string, readonly Role[]>> = {
  see: ['admin', 'treasurer', 'support', 'viewer'],
  serve: ['admin', 'treasurer', 'support'],
  decide: ['admin', 'treasurer'],
  manage: ['admin'],
};

/** Below /dashboard/test and /dashboard/live. */
const MERCHANT: Readonly<Record<string, string>> = {
  'GET /orders/new': 'serve',
  'POST /orders/new': 'serve',
  'GET /orders/:id': 'see',
  'GET /orders/:id/cancel': 'serve',
  'POST /orders/:id/cancel': 'serve',
  'GET /orders/:id/refund': 'refund',
  'POST /orders/:id/refund': 'refund',
  'POST /orders/:id/transfers/:transfer/link': 'refund',
  'POST /orders/:id/pay': 'develop',
  'POST /orders/:id/clock': 'develop',
  'POST /orders/:id/notes': 'serve',
  'POST /orders/:id/sms': 'serve',
  'POST /orders/:id/email': 'serve',
  'GET /links/new': 'serve',
  'POST /links/new': 'serve',
  'GET /links/:id': 'see',
  'GET /links/:id/edit': 'serve',
  'POST /links/:id/edit': 'serve',
  'POST /links/:id/deactivate': 'serve',
  'GET /money/review': 'see',
  'POST /money/review': 'refund',
  'GET /money/review/:payment': 'see',
  'POST /money/review/:payment/accept': 'refund',
  'POST /money/review/:payment/return': 'refund',
  'GET /money/payouts': 'see',
  'POST /money/payouts/account': 'manage',
  'POST /money/payouts/plan': 'manage',
  'POST /money/payouts/stop-current': 'manage',
  'POST /money/payouts/stop-waiting': 'manage',
  'GET /money/transfers': 'see',
  'GET /money/statements': 'see',
  'GET /money/statements/:month': 'see',
  'GET /money/statement': 'see',
  'GET /money/statement.csv': 'see',
  'GET /money/statement.pdf': 'see',
  'GET /messages/:channel/:order/:id': 'see',
  'POST /messages/:channel/:order/:id/again': 'serve',
  'GET /webhooks/new': 'develop',
  'GET /webhooks/:id': 'develop',
  'GET /webhooks/:id/edit': 'develop',
  'POST /webhooks': 'develop',
  'POST /webhooks/:id/edit': 'develop',
  'POST /webhooks/:id/rotate': 'develop',
  'POST /webhooks/:id/replay': 'develop',
  'POST /webhooks/:id/delete': 'develop',
  'POST /webhooks/:id/ping': 'develop',
  'POST /webhooks/:id/on': 'develop',
  'POST /webhooks/:id/off': 'develop',
  'GET /webhooks': 'develop',
  'GET /events': 'develop',
  'GET /events/:id': 'develop',
  'GET /events/:id/attempts/:endpoint/:number': 'develop',
  'POST /events/:id/redeliver': 'develop',
  'GET /requests': 'develop',
  'GET /requests/:id': 'develop',
  'GET /keys': 'develop',
  'GET /keys/new': 'develop',
  'GET /keys/:id': 'develop',
  'POST /keys': 'develop',
  'POST /keys/:id/roll': 'develop',
  'POST /keys/:id/revoke': 'develop',
  'GET /clocks': 'develop',
  'GET /clocks/:id': 'develop',
  'POST /clocks': 'develop',
  'POST /clocks/:id/advance': 'develop',
  'GET /settings/messages': 'see',
  'POST /settings/messages': 'manage',
  'GET /settings/messages/:kind': 'see',
  'POST /settings/messages/:kind/switch': 'manage',
  'POST /settings/messages/:kind/:language': 'manage',
  'POST /settings/messages/:kind/:language/preview': 'manage',
  'GET /settings/brand': 'see',
  'POST /settings/brand': 'manage',
  'GET /settings/brand/preview': 'see',
  'GET /settings/policies': 'see',
  'POST /settings/policies': 'manage',
  'GET /settings/tax': 'see',
  'POST /settings/tax': 'manage',
  'POST /orders/views': 'see',
  'POST /orders/views/delete': 'see',
  'GET /news': 'see',
  'POST /news': 'see',
  'POST /profile/news': 'see',
  ...people(),
};

/** Below /dashboard/desk. */
const OPERATOR: Readonly<Record<string, string>> = {
  'GET /inbox/:id': 'see',
  'POST /inbox/:id/match': 'decide',
  'POST /inbox/:id/accept': 'decide',
  'POST /inbox/:id/return': 'decide',
  'GET /messages/:account/:mode/:channel/:order/:id': 'see',
  'GET /points/:code': 'see',
  'POST /points/:code': 'manage',
  'GET /doctor': 'see',
  'POST /approvals/:id/approve': 'decide',
  'POST /approvals/:id/decline': 'decide',
  'POST /transfers/export': 'decide',
  'GET /transfers/import': 'decide',
  'POST /transfers/import': 'decide',
  'GET /transfers/files/:batch': 'see',
  'GET /transfers/files/:batch/csv': 'decide',
  'GET /transfers/files/:batch/as/:layout': 'decide',
  'GET /bank-files/:id': 'decide',
  'POST /bank-files/:id/results': 'decide',
  'POST /bank-files/:id/statement': 'decide',
  'GET /formats/new': 'manage',
  'POST /formats/new': 'manage',
  'GET /formats/:name': 'see',
  'POST /formats/:name': 'manage',
  'POST /formats/:name/remove': 'manage',
  'GET /transfers/:id': 'see',
  'POST /transfers/:id/destination': 'decide',
  'POST /transfers/:id/sent': 'decide',
  'POST /transfers/:id/confirm': 'decide',
  'POST /transfers/:id/bounce': 'decide',
  'POST /transfers/:id/lend': 'decide',
  'GET /reconciliation/statements/:id': 'see',
  'GET /reconciliation/statements/:id.csv': 'see',
  'POST /transfers/resume': 'decide',
  'POST /transfers/:id/link': 'decide',
  'POST /transfers/:id/link/email': 'decide',
  'POST /reconciliation': 'decide',
  'GET /reconciliation/:id': 'see',
  'GET /reconciliation/:id.csv': 'see',
  'POST /reconciliation/:id/apply': 'decide',
  'GET /merchants/new': 'manage',
  'POST /merchants/new': 'manage',
  'GET /merchants/:id': 'see',
  'POST /merchants/:id/name': 'manage',
  'POST /merchants/:id/suspend': 'manage',
  'POST /merchants/:id/resume': 'manage',
  'POST /merchants/:id/fee': 'manage',
  'POST /merchants/:id/overdraft': 'manage',
  'POST /merchants/:id/owner': 'manage',
  'POST /merchants/:id/policies': 'manage',
  'POST /merchants/:id/payout': 'decide',
  'POST /merchants/:id/keys': 'manage',
  'POST /merchants/:id/keys/:key/roll': 'manage',
  'POST /merchants/:id/keys/:key/revoke': 'manage',
  'POST /points/:code/move': 'manage',
  'POST /points/:code/live': 'manage',
  'POST /points/:code/cards': 'manage',
  'POST /points/:code/mark': 'manage',
  'GET /points/:code/preview': 'see',
  'GET /orders/:id': 'see',
  'GET /payments/:id': 'see',
  'POST /payments/:id/take-back': 'decide',
  'POST /payments/:id/void': 'decide',
  'GET /rails/new': 'manage',
  'POST /rails/new': 'manage',
  'GET /rails/notices': 'see',
  'GET /rails/notices/:id': 'see',
  'GET /rails/:user': 'see',
  'POST /rails/:user/allow': 'manage',
  'POST /rails/:user/points': 'manage',
  'POST /rails/:user/off': 'manage',
  'POST /rails/notices/:id': 'decide',
  'POST /rails/:user/on': 'manage',
  'POST /rates/:currency': 'decide',
  'POST /ledger/check': 'decide',
  'GET /merchants/payouts': 'decide',
  'POST /merchants/payouts': 'decide',
  'POST /ledger/adjust': 'decide',
  'POST /ledger/close': 'decide',
  'GET /ledger/:id': 'see',
  'GET /ledger/:id.csv': 'see',
  'GET /ledger/journal.csv': 'see',
  'GET /ledger/trial-balance.csv': 'see',
  'GET /ledger/fees.csv': 'see',
  'POST /merchants/:id/tax-data': 'manage',
  'POST /audit/check': 'decide',
  ...people(),
};

function people(): Record<string, string> {
  const own = ['', '/password', '/second-factor', '/second-factor/confirm', '/second-factor/off', '/recovery-codes'];
  const others = ['role', 'link', 'withdraw', 'disable', 'enable', 'second-factor', 'sessions', 'sessions/:session'];
  return {
    'POST /people': 'manage',
    'GET /people/:id': 'manage',
    ...Object.fromEntries(others.map((word) => [`POST /people/:id/${word}`, 'manage'])),
    'GET /profile': 'see',
    ...Object.fromEntries([...own, '/sessions', '/sessions/:session'].map((word) => [`POST /profile${word}`, 'see'])),
  };
}

/** For who is not signed in, and redirects of whoever reloads the address of a form. */
const OUTSIDE = ['GET /', 'POST /sign-in', 'GET /code', 'POST /code', 'GET /first', 'POST /first', 'POST /sign-out'];
const LINKS = ['GET /forgot', 'POST /forgot', 'GET /link/:token', 'POST /link/:token'];

type Route = { readonly method: string; readonly url: string; readonly visitor?: string; readonly duty?: string };

const service = await startPayService();
const routes = await registered();

/** All routes below /dashboard, as the server has them. */
async function registered(): Promise<Route[]> {
  const found: Route[] = [];
  const { app } = await buildServer(service.deps, [
    (server) => {
      server.addHook('onRoute', ({ method, url, config }) => {
        const said: { visitor?: string; duty?: string; access?: string } = { ...config };
        if (!/^\/dashboard(\/|$)/.test(url) || said.access === undefined) return;
        for (const one of [method].flat())
          if (one === 'GET' || one === 'POST')
            for (const area of url.includes(':area') ? MODES : [''])
              found.push({ method: one, url: url.slice('/dashboard'.length).replace(':area', area), ...said });
      });
    },
  ]);
  await app.close();
  return found;
}

const guarded = routes.filter(({ duty }) => duty !== undefined);

/** The table, with the pages of the menu that are not in it, and their files. */
function withMenu(table: Readonly<Record<string, string>>, kind: keyof typeof MENUS, area: string) {
  const paths = MENUS[kind].flatMap(({ entries }) => entries.map(({ path }) => `/${path}`));
  const names = paths
    .flatMap((path) => [path, `${path}.csv`])
    .filter((path) => routes.some(({ method, url }) => method === 'GET' && url === area + path))
    .map((path) => `GET ${path}`);
  return { ...Object.fromEntries(names.map((name) => [name, 'see'])), ...table };
}

test('every guarded route is in the table with its duty, and the table has no other', () => {
  const shown = (area: RegExp, kind: string) =>
    Object.fromEntries(
      guarded
        .filter(({ url, visitor }) => area.test(url) && visitor === kind)
        .map(({ method, url, duty }) => [`${method} ${url.replace(area, '')}`, duty]),
    );
  const is = [shown(/^\/test/, 'merchant'), shown(/^\/live/, 'merchant'), shown(/^\/desk/, 'operator')];
  const wanted = [
    withMenu(MERCHANT, 'merchant', '/test'),
    withMenu(MERCHANT, 'merchant', '/live'),
    withMenu(OPERATOR, 'operator', '/desk'),
  ];
  const lines = (tables: readonly object[]) => tables.map((table) => Object.entries(table).map(String));
  const [left, right] = [lines(is), lines(wanted)];
  const without = (from: readonly string[][], other: readonly string[][]) =>
    from.map((table, at) => table.filter((line) => !other[at]?.includes(line)));
  const none = [[], [], []];
  assert.deepEqual(without(left, right), none, 'routes that are not in the table, or with another duty');
  assert.deepEqual(without(right, left), none, 'lines of the table that are no routes');
  assert.equal(guarded.length, lines(wanted).flat().length);
});

test('a route without a duty only signs in or out, or leads a reloaded form back to its page', async () => {
  for (const { method, url } of routes.filter(({ duty }) => duty === undefined)) {
    const name = `${method} ${url === '' ? '/' : url}`;
    if (OUTSIDE.includes(name) || LINKS.includes(name)) continue;
    const reply = await service.call(method === 'POST' ? 'POST' : 'GET', `/dashboard${filled(url)}`);
    if (reply.status === 405) continue; // a path that has no such method
    assert.deepEqual([method, reply.status], ['GET', 303], name);
    assert.match(String(reply.headers['location']), /^\/dashboard/, name);
  }
});

const FORBIDDEN = /Tu función no permite/;
/** A form from elsewhere is refused before it does anything, and after who sends it was checked. */
const ELSEWHERE = { ...FORM, origin: 'https://elsewhere.example' };

for (const [kind, may, team] of [
  ['merchant', MERCHANT_MAY, service.merchant.account.id],
  ['operator', OPERATOR_MAY, null],
] as const) {
  for (const role of may['see'] ?? []) {
    test(`the ${role} of the ${kind} gets what the role allows, a page that says so for the rest, and nothing of the others`, async () => {
      const { cookie } = await signInAs(service, team, { role });
      for (const { method, url, visitor, duty = '' } of guarded) {
        const name = `${method} ${url}`;
        const headers = method === 'POST' ? { ...ELSEWHERE, cookie } : { cookie };
        const body = method === 'POST' ? { body: 'x=y' } : {};
        const reply = await service.call(method === 'POST' ? 'POST' : 'GET', `/dashboard${filled(url)}`, {
          headers,
          ...body,
        });
        if (reply.status !== 200) assert.match(String(reply.headers['content-type']), /^text\/html/, name);
        if (visitor !== kind) assert.equal(reply.status, 404, `${name} does not exist for a ${kind}`);
        else if (!(may[duty] ?? []).includes(role))
          assert.deepEqual([reply.status, FORBIDDEN.test(textOf(reply))], [403, true], name);
        else if (method === 'POST')
          assert.ok([403, 404].includes(reply.status) && !FORBIDDEN.test(textOf(reply)), `${name}: ${reply.status}`);
        // A page that wants a day or an id may say so.
        else assert.ok([200, 303, 400, 404].includes(reply.status), `${name}: ${reply.status}`);
      }
    });
  }
}

function filled(url: string): string {
  return url.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000');
}

/** The pages about orders, links and money. */
