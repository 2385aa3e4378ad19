// Whoever may knock: keys of every kind, rails, people of every role, and those who are not let in any more. Each says
// which worlds it may see.
import { createKey, rollKey } from '../../src/actions/accounts/create-key.js';
import { readLimits } from '../../src/actions/accounts/manage-own-keys.js';
import { revokeKey } from '../../src/actions/accounts/revoke-key.js';
import { updateAccount } from '../../src/actions/accounts/update-account.js';
import { revokeRail } from '../../src/actions/rails/manage-rail.js';
import { MODES } from '../../src/domain/base/mode.js';
import type { Role } from '../../src/domain/people/person.js';
import { RAIL_KIND_NAMES } from '../../src/domain/rails/kinds.js';
import { addRail } from '../money/books.js';
import { basic, type TestService } from '../support/service.js';
import { signInAs } from '../web/dashboard/sign-in.js';
import { type Owner, ownerOf } from './marks.js';
import type { Route } from './requests.js';
import type { World } from './worlds.js';

export type Caller = {
  readonly name: string;
  /** Credentials, fresh for every round: some requests end a session. */
  enter(): Promise<Readonly<Record<string, string>>>;
  /** The worlds that are its own. */
  readonly owns: readonly Owner[];
  /** Whose things a route may show to this caller, apart from those that a secret address opens to anybody. */
  maySee(route: Route): readonly Owner[];
};

const MERCHANT_ROLES: readonly Role[] = ['owner', 'developer', 'support', 'viewer'];
const OPERATOR_ROLES: readonly Role[] = ['admin', 'treasurer', 'support', 'viewer'];
const NOTHING = () => [];

export async function makeCallers(service: TestService, worlds: readonly World[]): Promise<Caller[]> {
  const all: Caller[] = [
    { name: 'nobody', owns: [], enter: async () => ({}), maySee: NOTHING },
    keyCaller('a key that never was', 'sk_test_never', []),
    ...(await suspendedKeys(service)),
  ];
  for (const world of worlds) all.push(...(await keysOf(service, world)));
  for (const mode of MODES) all.push(...(await railsOf(service, mode, worlds)));
  for (const world of worlds.filter(({ mode }) => mode === 'test')) all.push(...peopleOf(service, world, worlds));
  for (const role of OPERATOR_ROLES)
    all.push({
      name: `the operator's ${role}`,
      owns: [],
      enter: async () => ({ cookie: (await signInAs(service, null, { role })).cookie }),
      maySee: ({ visitor }) => (visitor === 'operator' ? everything(worlds) : []),
    });
  return all;
}

function keyCaller(name: string, key: string, owners: readonly Owner[]): Caller {
  return {
    name,
    owns: owners,
    enter: async () => ({ authorization: basic(key) }),
    maySee: ({ access }) => (access.includes('key') ? owners : []),
  };
}

async function keysOf({ deps }: TestService, world: World): Promise<Caller[]> {
  const { account, mode, word } = world;
  const { id: accountId } = account.account;
  const own = [ownerOf(world), both(world)];
  const call = { accountId, mode, kind: 'private', actor: 'test' } as const;
  const limits = readLimits(['orders:read', 'money:read'], []);
  const restricted = await createKey(deps, { ...call, limits });
  const revoked = await createKey(deps, call);
  await revokeKey(deps, { id: revoked.id, actor: 'test' });
  const rolled = await createKey(deps, call);
  await rollKey(deps, { id: rolled.id, graceHours: 0, actor: 'test' });
  return [
    keyCaller(`the private key of ${word}`, account.keys[mode].private, own),
    keyCaller(`the public key of ${word}`, account.keys[mode].public, own),
    keyCaller(`a restricted key of ${word}`, restricted.key, own),
    keyCaller(`a revoked key of ${word}`, revoked.key, []),
    keyCaller(`a key of ${word} whose time is over`, rolled.key, []),
  ];
}

async function suspendedKeys(service: TestService): Promise<Caller[]> {
  const { account, keys } = await service.account({});
  await updateAccount(service.deps, { id: account.id, keys: 'suspend', actor: 'test' });
  return MODES.map((mode) =>
    keyCaller(`a ${mode} key of a suspended account`, keys[mode].private, [`${account.id}/${mode}`]),
  );
}

/** A rail is told of the orders of its mode, whoever they belong to. */
async function railsOf({ deps }: TestService, mode: 'test' | 'live', worlds: readonly World[]): Promise<Caller[]> {
  const owners = worlds.filter((world) => world.mode === mode).flatMap((world) => [ownerOf(world), both(world)]);
  const callers: Caller[] = [];
  for (const kind of RAIL_KIND_NAMES) {
    const rail = await addRail(deps, { kind, mode });
    const off = await addRail(deps, { kind, mode });
    await revokeRail(deps, off.userName, 'test');
    const enter = (authorization: string) => async () => ({ authorization });
    const maySee = ({ access, url }: Route) => (access === 'rail' && url.includes(kind) ? owners : []);
    callers.push({ name: `a ${kind} rail of ${mode} mode`, owns: [], enter: enter(rail.authorization), maySee });
    callers.push({ name: `a ${kind} rail that is off`, owns: [], enter: enter(off.authorization), maySee: NOTHING });
  }
  return callers;
}

function peopleOf(service: TestService, world: World, worlds: readonly World[]): Caller[] {
  const { id } = world.account.account;
  const own = worlds.filter(({ account }) => account === world.account);
  const people: Caller[] = MERCHANT_ROLES.map((role) => ({
    name: `the ${role} of ${world.word}`,
    owns: [],
    enter: async () => ({ cookie: (await signInAs(service, id, { role })).cookie }),
    maySee: ({ url, area }) =>
      url.startsWith('/dashboard') ? [both(world), ...own.filter(({ mode }) => mode === area).map(ownerOf)] : [],
  }));
  const left: Caller = {
    name: `somebody of ${world.word} who has signed out`,
    owns: [],
    async enter() {
      const { cookie } = await signInAs(service, id, { role: 'owner' });
      await service.call('POST', '/dashboard/sign-out', { headers: { cookie }, body: '' });
      return { cookie };
    },
    maySee: NOTHING,
  };
  return [...people, left];
}

const both = ({ account }: World): Owner => `${account.account.id}/both`;
const everything = (worlds: readonly World[]) => worlds.flatMap((world) => [ownerOf(world), both(world)]);
