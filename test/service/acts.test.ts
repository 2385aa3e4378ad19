// Nothing about live money is done beside the closed table of acts (D81): every route that writes and every command says
// which act it is, or stands here with the reason why it is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.js';
import { ACTS, type ActKind } from '../../src/domain/people/act.js';
import { commandContext } from '../../src/service/command-context.js';
import { buildServer } from '../../src/service/compose.js';
import { ACT_COMMANDS } from '../support/act-commands.js';
import { startTestService } from '../support/service.js';

type Said = { readonly access?: string; readonly visitor?: string; readonly act?: string };
type Route = { readonly route: string } & Said;

/** Who sends what is no act of the operator's, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'any-key': "a merchant's own key: creates orders",
  'private-key': "a merchant's own key: their own money",
  'key-or-none': 'reads',
  anyone: 'a customer, by the link or the page of their own order, or a preflight request',
  rail: 'a rail, by credentials that are an act to give (rail.add)',
  'sign-in': 'signs in',
  session: 'signs out',
};

const ALREADY_DECIDED = 'moves only what was decided before';
const LOOKS = 'looks, and keeps what it saw';
const OWN = 'their own access, which asks for the password';
const HAND = 'a hand on somebody, who is then no second person for COBRO_FOUR_EYES_REST';
const PROTECTS = 'takes away, and gives nothing';

/** Forms of the desk that are none. */
const FREE_FORMS: Readonly<Record<string, string>> = {
  '/approvals/:id/approve': 'the second person of an act',
  '/approvals/:id/decline': PROTECTS,
  '/transfers/export': ALREADY_DECIDED,
  '/transfers/:id/sent': 'notes the clave of what was decided; confirming and bouncing are acts',
  '/transfers/:id/link/email': 'to the customer alone, who says where it goes',
  '/transfers/:id/link': 'in test mode, or without four eyes: nobody else sees a link to live money',
  '/reconciliation': LOOKS,
  '/transfers/import': LOOKS,
  '/bank-files/:id/statement': 'compares, and books only what agrees; nothing comes in or goes out',
  '/ledger/check': LOOKS,
  '/ledger/close': 'books nothing, and lets nobody book into the month any more',
  '/audit/check': LOOKS,
  '/merchants/new': 'a merchant without a live private key',
  '/merchants/:id/tax-data': 'what invoices say of them',
  '/merchants/:id/suspend': PROTECTS,
  '/merchants/:id/resume': "the merchant's own keys, as they were",
  '/merchants/:id/keys': 'public and test keys; live private ones are refused',
  '/merchants/:id/keys/:key/roll': 'public and test keys; live private ones are refused',
  '/merchants/:id/keys/:key/revoke': PROTECTS,
  '/points/:code/move': 'the order in lists',
  '/rails/:user/off': PROTECTS,
  '/rails/notices/:id': 'notes that somebody has looked at what led to no payment',
  '/people/:id/link': HAND,
  '/people/:id/second-factor': HAND,
  '/people/:id/enable': HAND,
  '/people/:id/disable': PROTECTS,
  '/people/:id/withdraw': PROTECTS,
  '/people/:id/sessions': PROTECTS,
  '/people/:id/sessions/:session': PROTECTS,
  '/profile': OWN,
  '/profile/password': OWN,
  '/profile/recovery-codes': OWN,
  '/profile/second-factor': OWN,
  '/profile/second-factor/confirm': OWN,
  '/profile/second-factor/off': OWN,
  '/profile/sessions': OWN,
  '/profile/sessions/:session': OWN,
};

const READS = 'reads';
const MACHINE = 'of whoever has the machine and its database, who could do it without a command';
const NO_MONEY = "a merchant's wishes, at the terminal: no money moves";

const FREE_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  [READS]: [
    'account list',
    'account show',
    'key list',
    'user list',
    'fee list',
    'provider list',
    'provider show',
    'provider export',
    'rail list',
    'format list',
    'format show',
    'format try',
    'rail notices',
    'rates list',
    'order show',
    'order list',
    'webhook list',
    'webhook verify',
    'event list',
    'event show',
    'link list',
    'payment list',
    'payment show',
    'messages show',
    'messages list',
    'policy show',
    'payout list',
    'payout account',
    'payout plan',
    'transfer list',
    'transfer show',
    'transfer lost',
    'ledger verify',
    'ledger show',
    'ledger journal',
    'ledger trial-balance',
    'ledger fees',
    'statement',
    'audit list',
    'audit verify',
    'secrets show',
    'backup list',
    'backup check',
    'top',
    'doctor',
    'cluster status',
    'explain',
    'listen',
  ],
  [PROTECTS]: [
    'key revoke',
    'user disable',
    'provider disable',
    'rail revoke',
    'link deactivate',
    'webhook off',
    'webhook delete',
  ],
  [MACHINE]: [
    'serve',
    'migrate',
    'distribute',
    'cluster add',
    'cluster move',
    'cluster split',
    'cluster drain',
    'secrets rotate',
    'backup create',
    'backup note',
    'restore',
    'customer erase',
    'ledger close',
  ],
  [NO_MONEY]: [
    'account tax-data',
    'order create',
    'webhook add',
    'webhook rotate',
    'webhook ping',
    'webhook replay',
    'event redeliver',
    'link create',
    'messages send',
  ],
  [ALREADY_DECIDED]: ['transfer export', 'transfer sent'],
  'in test mode, or without four eyes: nobody else sees a link to live money': ['transfer link'],
  'test mode alone': ['pay', 'trigger'],
  [HAND]: ['operator link'],
  'offers a point whose texts and details were approved': ['provider enable'],
};

test('every route that writes is an act, or says why it is none', async () => {
  const service = await startTestService();
  const routes: Route[] = [];
  const { app } = await buildServer(service.deps, [
    (server) => {
      server.addHook('onRoute', ({ method, url, config }) => {
        const said: Said = { ...config };
        if ([method].flat().some((one) => one !== 'GET' && one !== 'HEAD' && one !== 'OPTIONS'))
          routes.push({ route: url, ...said });
      });
    },
  ]);
  await app.close();
  const desk = routes.filter(({ visitor }) => visitor === 'operator');
  const acts = desk.filter(({ act }) => act !== undefined);
  assert.ok(acts.length > 15 && desk.length > 30);
  for (const { route, act } of acts) assert.ok(act !== undefined && act in ACTS, route);
  const free = desk.filter(({ act }) => act === undefined).map(({ route }) => route.replace('/dashboard/desk', ''));
  assert.deepEqual(free.sort(), Object.keys(FREE_FORMS).sort());
  const others = routes.filter(
    ({ visitor, access }) => visitor === undefined && !(access !== undefined && access in OTHERS),
  );
  assert.deepEqual(others, []);
  const merchants = routes.filter(({ visitor, act }) => visitor === 'merchant' && act !== undefined);
  assert.deepEqual(merchants, [], 'a merchant decides about their own money alone');
});

function leaves(command: Command, path: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(' ')];
  return command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}

test('every command is an act, or says why it is none', async () => {
  const commands = leaves(await buildProgram(commandContext, 'all'));
  const known = [...Object.keys(ACT_COMMANDS), ...Object.values(FREE_COMMANDS).flat()];
  assert.deepEqual(commands.sort(), known.sort());
  const acts = new Set(Object.values(ACT_COMMANDS).flat());
  for (const kind of Object.keys(ACTS)) {
    const isAtDesk = ['payout.many', 'provider.cards', 'provider.mark', 'rail.allow', 'rail.resume'].includes(kind);
    assert.equal(!isAtDesk, [...acts].includes(kind as ActKind), kind);
  }
});
