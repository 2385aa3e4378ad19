// Statements on merchants' tables name account and mode, themselves or by a fragment that they use, and so does every join of
// such a table: a statement that forgets one of them shows a merchant what is another's.
import { TABLES } from '../../src/store/tables.js';
import type { Source } from './source.js';
import { type Unit, unitsOf } from './sql-rules.js';

/** What is about all accounts, or about both modes, by its nature. A new entry is a decision: who calls it, and who sees it? */
const ABOUT_ALL: Readonly<Record<string, readonly string[]>> = {
  'whoever knows the address or the number may see it': [
    'accounts/brands.ts#findLogo',
    'links/payment-links.ts#findLinkOfAnyone',
    'orders/orders.ts#findByReference',
    'orders/orders.ts#findOrdersForCustomers',
    'transfers/transfers.ts#findTransfersOfAnyone',
  ],
  'money seeks its order': [
    'transfers/transfers.ts#findByTracking',
    'transfers/transfers.ts#findIdsByEnding',
    'money/match-candidates.ts#findNamed',
    'money/match-candidates.ts#findOwing',
    'orders/candidates.ts#CANDIDATES',
    'orders/candidates.ts#OWNS_CLABE',
    'points/customer-clabes.ts#findClabeOwner',
    'points/customer-clabes.ts#lockCustomerClabes',
  ],
  'the desk sees all merchants': [
    'orders/all-orders.ts#findByIds',
    'transfers/transfers.ts#listNewestTransfers',
    'orders/order-texts.ts#listNewestOfAll',
    'orders/order-texts.ts#findTextsOfAll',
    'transfers/transfer-work-lists.ts#countWork',
    'transfers/transfer-work-lists.ts#listWorkPage',
    'transfers/transfer-work-lists.ts#newestIn',
    'transfers/transfers.ts#listBatch',
    'transfers/transfers.ts#listTransfersById',
    'transfers/transfers.ts#listWork',
  ],
  'workers take what is due, of whomever it is': [
    'messages/email-cursors.ts#endWalks',
    'messages/emails.ts#claimDue',
    'messages/emails.ts#purgeEmails',
    'messages/sms-messages.ts#purgeSms',
    'money/arrivals/booked-payments.ts#purgeBooked',
    'money/day-figures.ts#forgetFigures',
    'orders/coin-orders.ts#repriceOrders',
    'orders/due-orders.ts#lockDue',
    'orders/idempotency-keys.ts#purgeKeys',
    'orders/order-clabes.ts#listClabesAfter',
    'orders/order-texts.ts#listUntexted',
    'orders/order-versions.ts#findChanged',
    'people/news-places.ts#claimPlaces',
    'people/news-places.ts#listIdlePlaces',
    'transfers/payout-plans.ts#listDuePlans',
    'webhooks/deliveries/lane-walk.ts#laneWalk',
    'webhooks/deliveries/leases.ts#freeLeases',
    'webhooks/endpoint-secrets.ts#listEndpointsToReseal',
    'webhooks/endpoints.ts#listOfAll',
    'webhooks/replays.ts#listNextReplays',
  ],
  'figures of the whole service': [
    'gauges.ts#GAUGES',
    'gauges.ts#countOpen',
    'money/money-gauges.ts#BALANCES',
    'money/money-gauges.ts#openTransfers',
  ],
  'the proof of the books reads all of them': [
    'money/proofs/claims.ts#FILE_CLAIMS',
    'money/proofs/claims.ts#STATEMENT_CLAIMS',
  ],
  'a bank’s statement is of everybody’s transfers': [
    'money/statements/bank-lines.ts#addTheyMiss',
    'money/statements/bank-lines.ts#compareTransfers',
    'money/statements/bank-lines.ts#proposeTransfers',
    'money/statements/bank-statements.ts#listLines',
    'money/statements/shown-lines.ts#sumShown',
  ],
  'a restore is of the whole database': [
    'transfers/payout-accounts.ts#delayPayoutAccounts',
    'transfers/transfers.ts#listById',
  ],
  'only test mode has clocks': ['orders/test-clocks.ts#listClockOrders', 'orders/test-clocks.ts#listTestClocks'],
  'a fragment: its user names them': [
    'webhooks/deliveries/states.ts#stateByAge',
    'webhooks/endpoint-figures.ts#queued',
  ],
};

const EXEMPT = new Set(Object.values(ABOUT_ALL).flatMap((names) => names.map((name) => `src/store/${name}`)));

/** What forgets account or mode, and exemptions that nothing needs. */
export function unscopedStatements(sources: Iterable<Source>, exempt: ReadonlySet<string> = EXEMPT): string[] {
  const units = [...sources].filter(({ file }) => file.startsWith('src/store/')).flatMap(unitsOf);
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const unscoped = units.flatMap((unit) => forgottenIn(unit, byId).map((what) => ({ unit, what })));
  const ids = new Set(unscoped.map(({ unit }) => unit.id));
  return [
    ...unscoped.filter(({ unit }) => !exempt.has(unit.id)).map(({ unit, what }) => `${unit.id}:${unit.line}: ${what}`),
    ...[...exempt].filter((id) => !ids.has(id)).map((id) => `${id} needs no exemption`),
  ];
}

function forgottenIn(unit: Unit, byId: ReadonlyMap<string, Unit>): string[] {
  const tables = [...unit.text.matchAll(/\b(?:from|join|update|into)\s+(?:only\s+)?(\w+)/gi)].map(
    ([, name = '']) => name,
  );
  const whole = wholeText(unit, byId);
  const ofTables = [...new Set(tables)].flatMap((table) => missing(table, whole));
  const joins = [...unit.text.matchAll(JOIN)].flatMap(([, table = '', condition = '']) =>
    condition.includes('${}') ? [] : missing(table, condition).map((what) => `join of ${what}`),
  );
  return [...ofTables, ...joins];
}

/** A join with its condition, which ends where the next part of the statement begins. */
const JOIN =
  /\bjoin\s+(\w+)(?:\s+(?:as\s+)?(?!on\b|using\b)\w+)?\s+(?:on|using)\b([\s\S]*?)(?=\b(?:left|right|full|inner|cross|join|where|order|group|union|limit|returning)\b|$)/gi;

function missing(table: string, text: string): string[] {
  const key = TABLES[table]?.key ?? '';
  if (!key.startsWith('account_id')) return [];
  const columns = key.includes('livemode') ? ['account_id', 'livemode'] : ['account_id'];
  return columns
    .filter((column) => !new RegExp(`\\b${column}\\b`).test(text))
    .map((column) => `${table} without ${column}`);
}

/** Its text with that of the fragments that it uses. */
function wholeText(unit: Unit, byId: ReadonlyMap<string, Unit>, seen: Set<string> = new Set()): string {
  if (seen.has(unit.id)) return '';
  seen.add(unit.id);
  const used = unit.uses.flatMap((id) => byId.get(id) ?? []);
  return [unit.text, ...used.map((one) => wholeText(one, byId, seen))].join(' ');
}
