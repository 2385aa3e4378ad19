// What is new: who may know of it, how busy hours are told in one line, and how seldom somebody is written to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/base/duration.js';
import {
  afterNewsMail,
  bundleByHour,
  lastSummaryTime,
  type MailedSoFar,
  mayGetNews,
  NEWS_KINDS,
  nextNewsMailAt,
  summedUpDay,
} from '../../../src/domain/people/news.js';
import { writeNewsEmail } from '../../../src/domain/people/news-email.js';
import { newsText } from '../../../src/domain/people/news-text.js';
import type { Member } from '../../../src/domain/people/person.js';
import type { MerchantRole } from '../../../src/domain/people/role.js';

const NOON = Date.parse('2026-11-17T18:00:00Z');
const scope = { accountId: 'a', mode: 'live' } as const;

const member = (role: MerchantRole, change: Partial<Member> = {}): Member => ({
  ...{ id: 'p', name: 'Ana', email: 'ana@example.com', language: 'es', isDemo: false, hasSecondFactor: false },
  ...{ team: 'a', role, hasPassword: true, createdAt: 0, seenAt: null, disabledAt: null },
  ...change,
});

test('each role knows of what it may see: a clerk of no webhook, a developer of no decision', () => {
  const known = (role: MerchantRole) => NEWS_KINDS.filter((kind) => mayGetNews(member(role), scope, kind));
  assert.deepEqual(known('owner'), ['paid', 'decide', 'payout', 'webhook', 'summary']);
  assert.deepEqual(known('support'), ['paid', 'decide', 'payout', 'summary']);
  assert.deepEqual(known('developer'), ['paid', 'payout', 'webhook', 'summary']);
  assert.deepEqual(known('viewer'), ['paid', 'payout', 'summary']);
});

test('nobody gets anything who has lost their access, has not accepted yet, or is of another team', () => {
  for (const change of [{ disabledAt: 1 }, { hasPassword: false }, { team: 'b' }, { team: null }])
    assert.equal(mayGetNews(member('owner', change), scope, 'paid'), false, JSON.stringify(change));
});

test('up to three payments of an hour stand alone, more are one line with their sum', () => {
  const paid = (minute: number, amount: bigint) => ({ at: NOON + minute * MINUTE_MS, amount, orderId: `${minute}` });
  const quiet = [paid(-50, 1n), paid(-40, 2n), paid(-30, 3n)];
  const busy = [paid(1, 10n), paid(2, 20n), paid(3, 30n), paid(59, 40n)];
  const lines = bundleByHour([...quiet, ...busy]);
  assert.deepEqual(
    lines.map(({ count, amount, orderId }) => [count, amount, orderId]),
    [
      [4, 100n, null],
      [1, 3n, '-30'],
      [1, 2n, '-40'],
      [1, 1n, '-50'],
    ],
  );
  assert.deepEqual([lines[0]?.since, lines[0]?.at], [NOON + MINUTE_MS, NOON + 59 * MINUTE_MS]);
});

/** The times of the e-mails to somebody whose shop is paid at these times, looked at every minute. */
function mailTimes(paidAt: readonly number[], until: number): number[] {
  let so: MailedSoFar = { mailedAt: null, inRow: 0 };
  let told = 0; // how many of the payments
  const times: number[] = [];
  for (let now = NOON; now < until; now += MINUTE_MS) {
    const oldest = paidAt[told];
    if (oldest === undefined || oldest >= now || nextNewsMailAt(so, now) > now) continue;
    so = afterNewsMail(so, oldest, now);
    told = paidAt.findIndex((at) => at >= now);
    if (told < 0) told = paidAt.length;
    times.push(now);
  }
  return times;
}

test('10,000 payments on a day are 26 e-mails: three at once, then one an hour', () => {
  const everySeconds = Array.from({ length: 10_000 }, (_, at) => NOON + at * 8_640);
  const times = mailTimes(everySeconds, NOON + DAY_MS);
  assert.equal(times.length, 26);
  assert.deepEqual(
    times.slice(0, 4).map((at) => (at - NOON) / MINUTE_MS),
    [1, 2, 3, 63],
  );
});

test('a shop that is paid now and then is told at once, each time', () => {
  const seldom = Array.from({ length: 8 }, (_, at) => NOON + at * 2 * HOUR_MS);
  assert.deepEqual(
    mailTimes(seldom, NOON + DAY_MS).map((at) => at - MINUTE_MS),
    seldom,
  );
});

test('a day is summed up at eight in the morning of Mexico City', () => {
  const eight = Date.parse('2026-11-17T14:00:00Z');
  assert.equal(lastSummaryTime(eight), eight);
  assert.equal(lastSummaryTime(eight - 1), eight - DAY_MS);
  assert.equal(lastSummaryTime(eight + DAY_MS - 1), eight);
  assert.equal(summedUpDay(eight), '2026-11-16');
});

test('an e-mail leaves out a name that carries a message, and lists ten of many', () => {
  const order = (customer: string, number: number) => ({
    id: `01890000-0000-7000-8000-00000000000${number.toString(16)}`,
    folio: 'F1',
    customer,
  });
  const paid = (customer: string, number = 12) =>
    ({ kind: 'paid', at: NOON, since: NOON, count: 1, amount: 10_000n, order: order(customer, number) }) as const;
  assert.deepEqual(newsText(paid('Ana Robles'), 'es'), {
    title: 'Te pagaron $100.00',
    detail: 'Ana Robles · Orden F1',
  });
  const company = 'Comercializadora del Bajío, S.A. de C.V.';
  assert.equal(newsText(paid(company), 'es').detail, `${company} · Orden F1`, 'the dashboard shows every name');
  const about = {
    language: 'es',
    name: 'Ana',
    team: 'La Favorita',
    url: 'https://pay.example.com/dashboard/live',
  } as const;
  const rest = Array.from({ length: 11 }, (_, number) => paid('Luz Vega', number));
  const email = writeNewsEmail({ ...about, news: [paid('Ana Robles'), ...rest] });
  assert.equal(email.subject, '12 órdenes pagadas: $1,200.00');
  assert.equal(email.rows.length, 10);
  assert.deepEqual(email.notes, ['Y 2 más.']);
  assert.equal(email.button.url, 'https://pay.example.com/dashboard/live/money');
  const spam = writeNewsEmail({ ...about, news: [paid('Gana en www.premio.example'), paid('Luz Vega')] });
  assert.deepEqual(
    [spam.subject, spam.introduction.includes('Orden F1'), JSON.stringify(spam).includes('premio')],
    ['Te pagaron $200.00', true, false],
    'two payments of one order are of one order',
  );
  const alone = writeNewsEmail({ ...about, language: 'en', news: [paid('Ana Robles')] });
  assert.equal(alone.subject, 'You were paid $100.00');
  assert.match(alone.button.url, /\/orders\/ch_01890000/);
});
