// Our own look-ups of host names: they end in time, they are bounded for each owner, and no failure is remembered.
import assert from 'node:assert/strict';
import { lookup as systemLookup } from 'node:dns';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createNameResolver, lookupWith, type ResolverOptions } from '../../src/adapters/name-resolver.js';
import { type DnsAnswer, type Question, startDnsServer } from '../support/dns-server.js';
import { makeFolder } from '../support/process.js';
import { until } from '../support/until.js';

async function start(how: (question: Question) => DnsAnswer, options: Partial<ResolverOptions> = {}) {
  const server = await startDnsServer(how);
  return { server, names: createNameResolver({ servers: [server.address], ...options }) };
}

const given = (...addresses: string[]): DnsAnswer => ({ addresses });

test('a name has the addresses of both families, IPv4 first, also at the end of a chain of names', async () => {
  const { names } = await start(({ name }) =>
    name === 'chain.example'
      ? { addresses: ['192.0.2.7'], aliases: ['a.example', 'b.example', 'c.example'] }
      : given('2001:db8::1', '192.0.2.1', '192.0.2.2'),
  );
  assert.deepEqual(await names.resolve('both.example', 'a'), ['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  assert.deepEqual(await names.resolve('chain.example', 'a'), ['192.0.2.7']);
});

test('addresses, localhost and names of the hosts file are asked of nobody', async () => {
  const hostsFile = join(await makeFolder(), 'hosts');
  await writeFile(
    hostsFile,
    '# names\n192.0.2.9  shop.local Other.Local # ours\nfe80::zz bad\n2001:db8::9\tshop.local\n',
  );
  const { names, server } = await start(() => 'no such name', { hostsFile });
  assert.deepEqual(await names.resolve('192.0.2.1', 'a'), ['192.0.2.1']);
  assert.deepEqual(await names.resolve('::1', 'a'), ['::1']);
  for (const name of ['localhost', 'LOCALHOST.', 'shop.localhost'])
    assert.deepEqual(await names.resolve(name, 'a'), ['127.0.0.1', '::1'], name);
  assert.deepEqual(await names.resolve('Shop.Local.', 'a'), ['192.0.2.9', '2001:db8::9']);
  assert.deepEqual(await names.resolve('other.local', 'a'), ['192.0.2.9']);
  assert.deepEqual(server.questions, []);
});

test('a name that does not exist, a server that fails and a silent one are told apart', async () => {
  const { names } = await start(
    ({ name }) => (name.startsWith('no') ? 'no such name' : name.startsWith('broken') ? 'failure' : 'silence'),
    { lookUpMs: 300 },
  );
  await assert.rejects(names.resolve('no.example', 'a'), { code: 'ENOTFOUND' });
  await assert.rejects(names.resolve('broken.example', 'a'), /broken\.example cannot be resolved \(ESERVFAIL\)/);
  await assert.rejects(names.resolve('silent.example', 'a'), /silent\.example was not resolved in time$/);
  await assert.rejects(names.resolve('a..b', 'a'), { code: 'ENOTFOUND' });
});

test('a failure is not remembered: the name works as soon as its server answers', async () => {
  for (const failure of ['silence', 'no such name', 'failure'] as const) {
    const { names, server } = await start(() => failure, { lookUpMs: 200 });
    await assert.rejects(names.resolve('shop.example', 'a'));
    server.answer(() => given('192.0.2.1'));
    assert.deepEqual(await names.resolve('shop.example', 'a'), ['192.0.2.1'], failure);
  }
});

test('an answer is remembered for its time to live, for everybody, and not at all when that is zero', async () => {
  let turn = 0;
  const { names, server } = await start(({ name }) => ({
    addresses: [`192.0.2.${++turn}`],
    ttl: name === 'zero.example' ? 0 : name === 'short.example' ? 1 : 60,
  }));
  const [first] = await names.resolve('long.example', 'a');
  for (const owner of ['a', 'b']) assert.deepEqual(await names.resolve('long.example', owner), [first]);
  assert.equal(server.asked('long.example'), 1);
  for (let time = 0; time < 3; time++) await names.resolve('zero.example', 'a');
  assert.equal(server.asked('zero.example'), 3);
  const [short] = await names.resolve('short.example', 'a');
  await until('it is asked for again', async () => (await names.resolve('short.example', 'a'))[0] !== short);
});

test('a server that never answers about IPv6 delays nobody', async () => {
  const { names } = await start(({ family }) => (family === 6 ? 'silence' : given('192.0.2.1')), { lookUpMs: 20_000 });
  const begin = performance.now();
  assert.deepEqual(await names.resolve('half.example', 'a'), ['192.0.2.1']);
  assert.ok(performance.now() - begin < 5_000);
});

test('one owner’s silent names take only its own places, and its later look-ups end in time, too', async () => {
  const { names, server } = await start(({ name }) => (name.startsWith('dead') ? 'silence' : given('192.0.2.1')), {
    lookUpMs: 1_000,
  });
  const begin = performance.now();
  const dead = Array.from({ length: 200 }, (_, index) =>
    names.resolve(`dead${index}.example`, 'attacker').then(
      () => 'resolved',
      (error: Error) => error.message,
    ),
  );
  await until('some are asked for', () => server.questions.length > 0);
  assert.deepEqual(await names.resolve('healthy.example', 'other'), ['192.0.2.1']);
  assert.ok(performance.now() - begin < 900, 'while the attacker’s are still under way');
  const told = await Promise.all(dead);
  assert.ok(performance.now() - begin < 5_000);
  assert.equal(told.filter((one) => one === 'resolved').length, 0);
  assert.ok(told.some((one) => /too many look-ups at once/.test(one)));
  const asked = new Set(server.questions.filter(({ name }) => name.startsWith('dead')).map(({ name }) => name));
  assert.ok(asked.size <= 16, `${asked.size} of 200 names were asked for`);
  assert.deepEqual(await names.resolve('mine.example', 'attacker'), ['192.0.2.1'], 'the places are free again');
});

test('look-ups of one owner for one name share a question', async () => {
  const { names, server } = await start(() => ({ addresses: ['192.0.2.1'], ttl: 0, afterMs: 50 }));
  await Promise.all(Array.from({ length: 20 }, () => names.resolve('slow.example', 'a')));
  assert.equal(server.asked('slow.example'), 1);
});

test('silent names do not hold the threads that everything else in the process shares', async () => {
  const { names } = await start(() => 'silence', { lookUpMs: 2_000 });
  const dead = Array.from({ length: 40 }, (_, index) => names.resolve(`dead${index}.example`, `owner${index}`));
  const begin = performance.now();
  await new Promise((done) => systemLookup('127.0.0.1', done));
  await makeFolder();
  assert.ok(performance.now() - begin < 1_500);
  await Promise.allSettled(dead);
});

test('a connection gets all addresses or one, as it asks', async () => {
  const { names } = await start(({ name }) =>
    name === 'no.example' ? 'no such name' : given('192.0.2.1', '2001:db8::1'),
  );
  const ask = (host: string, all: boolean) =>
    new Promise((resolve) => {
      lookupWith(names, 'sms')(host, { all }, (error, address, family) =>
        resolve(error === null ? (all ? address : [address, family]) : error.code),
      );
    });
  assert.deepEqual(await ask('a.example', false), ['192.0.2.1', 4]);
  assert.deepEqual(await ask('a.example', true), [
    { address: '192.0.2.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
  assert.equal(await ask('no.example', true), 'ENOTFOUND');
});
