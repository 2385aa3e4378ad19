// What is new, by e-mail: who gets it, once and whole whatever breaks, and only of live money. Through a real mail server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFigures } from '../../../src/actions/orders/count-figures.js';
import { expireOrders } from '../../../src/actions/orders/expire-orders.js';
import { changeRole, disablePerson } from '../../../src/actions/people/change-member.js';
import { chooseNews } from '../../../src/actions/people/news/own-news.js';
import { queueNews } from '../../../src/actions/people/news/queue-news.js';
import { claimDueNews, tryNews } from '../../../src/actions/people/news/send-news.js';
import { markSent } from '../../../src/actions/transfers/change-transfer.js';
import { createPayout } from '../../../src/actions/transfers/create-payout.js';
import type { Scope } from '../../../src/domain/accounts/account.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/base/duration.js';
import { lastSummaryTime, type NewsKind } from '../../../src/domain/people/news.js';
import type { Member } from '../../../src/domain/people/person.js';
import type { MerchantRole } from '../../../src/domain/people/role.js';
import { recordPlaces } from '../../../src/store/people/news-places.js';
import { saveLanguage } from '../../../src/store/people/people.js';
import { sql } from '../../../src/store/sql.js';
import { createNewsEngine } from '../../../src/workers/engines/news-engine.js';
import { startWorkers } from '../../../src/workers/loop.js';
import { transfer } from '../../support/arrived-money.js';
import { credentialOf, makeOrder } from '../../support/made-orders.js';
import { startMailServer } from '../../support/mail-server.js';
import { startTestService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { ensurePerson } from '../../web/dashboard/sign-in.js';

const server = await startMailServer({ hideSTARTTLS: true });
const service = await startTestService({
  COBRO_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  COBRO_EMAIL_FROM: 'pagos@cobro.example',
  COBRO_BASE_URL: 'https://pay.example.com',
  // Nobody can make us write to strangers by it, so these limits must not matter.
  COBRO_EMAIL_PER_ADDRESS_DAY: '1',
  COBRO_PEOPLE_EMAILS_PER_DAY: '1',
});
const { deps } = service;

type Shop = Awaited<ReturnType<typeof shop>>;

/** A merchant; `wants` says what an owner of theirs gets by e-mail. */
async function shop(wants: readonly NewsKind[]) {
  service.setTime(null);
  server.behave('take');
  const { account, keys } = await service.account({ name: 'La Favorita' });
  const merchant = await credentialOf(service, keys.live.private);
  const owner = await ensurePerson(service, account.id);
  const made = { scope: merchant.scope, merchant, keys, owner };
  await choose(made, owner, wants);
  return made;
}

function choose({ scope }: { readonly scope: Scope }, { id, role }: Member, wants: readonly NewsKind[]): Promise<void> {
  return chooseNews(deps, { scope, personId: id, role: role as MerchantRole }, wants);
}

async function pay({ merchant }: Shop, amount = '100.00') {
  const order = await makeOrder(deps, merchant);
  await transfer(service, { clabe: order.clabe ?? '', amount, mode: merchant.scope.mode });
  return order;
}

/** So long after the last look that all of it may be told. */
const later = (ms = 3 * MINUTE_MS) => service.setTime(deps.clock.now() + ms);

async function sendDue(): Promise<void> {
  await queueNews(deps);
  for (;;) {
    const due = await claimDueNews(deps, 10);
    if (due.length === 0) return;
    await recordPlaces(deps.db, await Promise.all(due.map((place) => tryNews(deps, place))));
  }
}

const subjects = ({ email }: Member) => server.sentTo(email).map(({ subject }) => subject);

test('whoever chose it is told that they were paid, once, in their language', async () => {
  const favorita = await shop(['paid']);
  const { owner, scope } = favorita;
  const other = await ensurePerson(service, scope.accountId, { role: 'viewer' });
  const order = await pay(favorita);
  await sendDue();
  assert.deepEqual(subjects(owner), [], 'another node may still be writing');
  later();
  await sendDue();
  await sendDue();
  later(DAY_MS - HOUR_MS);
  await sendDue();
  assert.deepEqual(subjects(owner), ['Te pagaron $100.00']);
  const [mail] = server.sentTo(owner.email);
  for (const form of [mail?.text, mail?.html])
    for (const part of ['Ana Robles', order.folio, `https://pay.example.com/dashboard/live/orders/ch_${order.uuid}`])
      assert.ok(form?.includes(part), `${part} in ${form}`);
  assert.deepEqual(subjects(other), [], 'they chose nothing');
  await saveLanguage(deps.db, owner.id, 'en');
  await pay(favorita);
  later();
  await sendDue();
  assert.equal(subjects(owner)[1], 'You were paid $100.00');
});

test('after three e-mails in a row what comes is gathered for an hour, and nothing is left out', async () => {
  const favorita = await shop(['paid']);
  for (let at = 0; at < 3; at++) {
    await pay(favorita);
    later();
    await sendDue();
  }
  for (let at = 0; at < 4; at++) {
    await pay(favorita);
    later();
    await sendDue();
  }
  assert.equal(subjects(favorita.owner).length, 3);
  later(HOUR_MS);
  await sendDue();
  assert.deepEqual(subjects(favorita.owner).slice(3), ['4 órdenes pagadas: $400.00']);
});

test('money to decide, a payout that was sent, and a failing webhook are told to those who may know', async () => {
  const kinds = ['decide', 'payout', 'webhook'] as const;
  const favorita = await shop(kinds);
  const { scope, owner, keys } = favorita;
  const clerk = await ensurePerson(service, scope.accountId, { role: 'support' });
  await choose(favorita, clerk, kinds);
  await pay(favorita, '130.00');
  const body = { url: 'https://93.184.216.34/hook' };
  const endpoint = await service.call('POST', '/v1/webhooks/stores', { key: keys.live.private, body });
  assert.equal(endpoint.status, 200, endpoint.text);
  await deps.db.query(sql`
    update webhook_endpoints
    set failing_since = ${new Date(deps.clock.now() - 14 * MINUTE_MS)}
    where account_id = ${scope.accountId}`);
  const to = { clabe: '012180015025335996', holder: 'La Favorita SA', bank: 'BBVA MEXICO' };
  const { transfer: sent } = await createPayout(deps, {
    scope,
    amount: 500n,
    note: null,
    destination: to,
    actor: 'test',
  });
  await markSent(deps, {
    transferId: sent?.id ?? '',
    trackingKey: `OUT${scope.accountId.slice(0, 8)}`,
    actor: 'test',
  });
  later();
  await sendDue();
  later();
  await sendDue();
  assert.deepEqual(subjects(owner).sort(), [
    '$30.00 esperan tu decisión',
    'Depósito a tu cuenta: $5.00',
    'Un webhook falla',
  ]);
  assert.deepEqual(subjects(clerk).sort(), ['$30.00 esperan tu decisión', 'Depósito a tu cuenta: $5.00']);
  assert.match(
    server
      .sentTo(owner.email)
      .map(({ text }) => text)
      .join('\n'),
    /BBVA MEXICO\s…\u20605996 · clave de rastreo OUT/,
  );
});

test('a part that nobody completed waits for a decision when its order ends', async () => {
  const favorita = await shop(['decide']);
  await pay(favorita, '40.00');
  later();
  await sendDue();
  assert.deepEqual(subjects(favorita.owner), []);
  later(4 * DAY_MS);
  await expireOrders(deps);
  later();
  await sendDue();
  assert.deepEqual(subjects(favorita.owner), ['$40.00 esperan tu decisión']);
});

test('a morning sums up the day before, unless it brought nothing', async () => {
  const favorita = await shop(['summary']);
  service.setTime(lastSummaryTime(deps.clock.now()) + DAY_MS + HOUR_MS); // what came before eight is summed up a day later
  await pay(favorita);
  await countFigures(deps);
  service.setTime(lastSummaryTime(deps.clock.now()) + DAY_MS - 1);
  await sendDue();
  assert.deepEqual(subjects(favorita.owner), []);
  later(1);
  await sendDue();
  await sendDue();
  const [mail, more] = server.sentTo(favorita.owner.email);
  assert.match(mail?.subject ?? '', /^Resumen del \p{L}+,? \d+ de \p{L}+: \$100\.00$/u);
  assert.match(mail?.text ?? '', /1 orden creada, 1 pagada/);
  assert.equal(more, undefined);
  later(DAY_MS);
  await sendDue();
  assert.equal(server.sentTo(favorita.owner.email).length, 1);
});

test('a sender that dies loses nothing: it is sent after the lease, under the same id, and no second time', async () => {
  const favorita = await shop(['paid']);
  await pay(favorita);
  later();
  await queueNews(deps);
  const due = await claimDueNews(deps, 10);
  assert.equal(due.length, 1);
  for (const place of due) await tryNews(deps, place); // the server took it, and then the process was killed
  await sendDue();
  assert.equal(subjects(favorita.owner).length, 1, 'it belongs to the first sender');
  later();
  await sendDue();
  await sendDue();
  const [first, second, third] = server.sentTo(favorita.owner.email);
  assert.equal(first?.messageId, second?.messageId);
  assert.equal(third, undefined);
});

test('a late sender takes nothing back from the one who came after it', async () => {
  const favorita = await shop(['paid']);
  await pay(favorita);
  later();
  await queueNews(deps);
  const [place] = await claimDueNews(deps, 10);
  assert.ok(place !== undefined);
  later();
  await sendDue();
  await recordPlaces(deps.db, [{ place, is: 'delayed', dueAt: deps.clock.now() }]);
  await sendDue();
  assert.equal(subjects(favorita.owner).length, 1);
});

test('while the mail server takes nothing it is tried again, with what came meanwhile', async () => {
  const favorita = await shop(['paid']);
  server.behave({ recipient: 451 });
  await pay(favorita);
  later();
  await sendDue();
  await pay(favorita);
  later();
  server.behave('take');
  await sendDue();
  assert.deepEqual(subjects(favorita.owner), ['2 órdenes pagadas: $200.00']);
});

test('nothing is sent to somebody who lost their access or their role, or took their choice back', async () => {
  const favorita = await shop(['paid']);
  const { scope } = favorita;
  const make = (email: string) =>
    ensurePerson(service, scope.accountId, { email: `${email}@${scope.accountId}.example` });
  const [gone, viewer, quiet] = [await make('gone'), await make('viewer'), await make('quiet')];
  for (const one of [gone, viewer, quiet]) await choose(favorita, one, ['paid', 'decide']);
  await pay(favorita, '130.00');
  const by = { team: scope.accountId, actor: 'test' };
  await disablePerson(deps, { ...by, id: gone.id });
  await changeRole(deps, { ...by, id: viewer.id, role: 'viewer' });
  await choose(favorita, quiet, []);
  later();
  await sendDue();
  assert.deepEqual(subjects(gone), []);
  assert.deepEqual(subjects(viewer), ['Te pagaron $100.00']);
  assert.deepEqual(subjects(quiet), []);
  assert.deepEqual(subjects(favorita.owner), ['Te pagaron $100.00']);
});

test('test money is told to nobody by e-mail, and without a mail server nothing is due', async () => {
  const favorita = await shop(['paid']);
  const inTest = await credentialOf(service, favorita.keys.test.private);
  await pay({ ...favorita, merchant: inTest });
  later();
  await sendDue();
  assert.deepEqual(subjects(favorita.owner), []);
  await pay(favorita);
  later();
  await queueNews({ ...deps, mailer: null });
  assert.deepEqual(await claimDueNews(deps, 10), []);
  later(2 * DAY_MS);
  await sendDue();
  assert.deepEqual(subjects(favorita.owner), [], 'old news are no news');
});

test('the engine sends what is due by itself, and stops', async () => {
  const favorita = await shop(['paid']);
  await pay(favorita);
  later();
  await queueNews(deps);
  const engine = startWorkers([createNewsEngine(deps)], deps.log);
  await until('the e-mail is there', async () => subjects(favorita.owner)[0]);
  await engine.stop();
  assert.deepEqual(subjects(favorita.owner), ['Te pagaron $100.00']);
  assert.deepEqual(await claimDueNews(deps, 10), []);
});
