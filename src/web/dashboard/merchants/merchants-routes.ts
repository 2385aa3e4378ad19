// Merchants at the desk: find and create them, and manage their keys, fees, policies, payouts and standing.
import { createAccount } from '../../../actions/accounts/create-account.js';
import { createKey, rollKey } from '../../../actions/accounts/create-key.js';
import { revokeKey } from '../../../actions/accounts/revoke-key.js';
import { setTaxProfile } from '../../../actions/accounts/set-tax-profile.js';
import { updateAccount } from '../../../actions/accounts/update-account.js';
import { ownAccount } from '../../../actions/transfers/create-payout.js';
import type { Deps } from '../../../deps.js';
import { KEY_KINDS, type KeyKind } from '../../../domain/accounts/account.js';
import { METHODS, parseHundredths } from '../../../domain/accounts/fee.js';
import { isUuid } from '../../../domain/base/identity.js';
import type { Mode } from '../../../domain/base/mode.js';
import { parseAmount } from '../../../domain/base/money.js';
import { POLICY_CASES, POLICY_CHOICES } from '../../../domain/money/policy.js';
import { AppError, invalidRequest } from '../../../errors/errors.js';
import { findKey, listKeys } from '../../../store/accounts/accounts.js';
import { findPolicies } from '../../../store/accounts/policies.js';
import { NEWEST_VERSION } from '../../../wire/versions/versions.js';
import { deskActs, type WantedAct } from '../act-at-desk.js';
import { sendLink } from '../people/send-link.js';
import { amountIn, Refusal, textIn } from '../refusal.js';
import { requireNote, requireSeen } from '../ui/desk-parts.js';
import { choiceIn, modeIn } from '../ui/list-query.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { type OperatorVisit, type Page, paramIn, type Visits } from '../visit.js';
import { renderMerchantPage } from './merchant-page.js';
import { merchantsList } from './merchants-list.js';
import { isForOwner, renderKeyPage, renderNewKeysPage, renderNewMerchantPage } from './merchants-page.js';
import { requireMerchant, showMerchant } from './merchants-view.js';
import { manyPayoutsRoutes } from './payouts-page.js';
import { taxProfileIn } from './tax-fields.js';
import { MERCHANTS_DONE, MERCHANTS_TEXTS } from './texts.js';

export function merchantsRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.operator;
  merchantsList(visits, deps);
  const newPage: Page<OperatorVisit> = async ({ frame }) =>
    renderNewMerchantPage(frame, deps.random.uuid(deps.clock.now()));
  show('/merchants/new', 'manage', newPage);
  const options = { page: newPage, backTo: '/merchants/new' };
  act('/merchants/new', 'manage', options, async (visit) => {
    const [id, name] = [textIn(visit, 'id'), textIn(visit, 'name')];
    const request = { name, interfaceVersion: NEWEST_VERSION, actor: visit.actor };
    const made = await createAccount(deps, { ...request, livePrivate: 'none', id: isUuid(id) ? id : undefined });
    return { page: renderNewKeysPage(visit.frame, made) };
  });
  manyPayoutsRoutes(visits, deps);
  merchantRoutes(visits, deps);
  keyRoutes(visits, deps);
}

function pageOf(deps: Deps): Page<OperatorVisit> {
  return async (visit) => {
    const query = { ...visit.request.query, ...visit.form };
    return renderMerchantPage({ frame: visit.frame, view: await showMerchant(deps, paramIn(visit), query) });
  };
}

function merchantRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.operator;
  const deskAct = deskActs(visits, deps);
  const page = pageOf(deps);
  const form = { page, backTo: '/merchants/:id' };
  show('/merchants/:id', 'see', page);
  deskAct('/merchants/:id/name', 'account.rename', { ...form, done: MERCHANTS_DONE.named }, async (visit) => {
    const { id: accountId, name } = await requireMerchant(deps, paramIn(visit));
    requireSeen(visit, name);
    return { act: { kind: 'account.rename', accountId, name: textIn(visit, 'name') } };
  });
  act('/merchants/:id/tax-data', 'manage', { ...form, done: MERCHANTS_DONE.taxData }, async (visit) => {
    const { id: accountId } = await requireMerchant(deps, paramIn(visit));
    await setTaxProfile(deps, { accountId, given: taxProfileIn(visit), actor: visit.actor });
  });
  for (const [keys, done] of [
    ['suspend', MERCHANTS_DONE.suspended],
    ['resume', MERCHANTS_DONE.resumed],
  ] as const)
    act(`/merchants/:id/${keys}`, 'manage', { ...form, done }, async (visit) => {
      const { id } = await requireMerchant(deps, paramIn(visit));
      await updateAccount(deps, { id, keys, note: requireNote(visit), actor: visit.actor });
    });
  deskAct('/merchants/:id/fee', 'fee.set', { ...form, done: MERCHANTS_DONE.fee }, async (visit) => {
    const method = choiceIn(visit.form, 'method', METHODS);
    const { id } = await requireMerchant(deps, paramIn(visit));
    if (method === null) throw new AppError('not_found');
    const schedule = { basisPoints: String(hundredths(visit, 'percent')), fixed: String(hundredths(visit, 'fixed')) };
    return { act: { kind: 'fee.set', accountId: id, method, schedule } };
  });
  deskAct('/merchants/:id/overdraft', 'overdraft.set', { ...form, done: MERCHANTS_DONE.overdraft }, async (visit) => {
    const { id } = await requireMerchant(deps, paramIn(visit));
    return { act: { kind: 'overdraft.set', accountId: id, overdraft: String(hundredths(visit, 'overdraft')) } };
  });
  deskAct(
    '/merchants/:id/owner',
    'person.invite',
    form,
    async (visit) => {
      const { id } = await requireMerchant(deps, paramIn(visit));
      const [name, email] = [textIn(visit, 'owner'), textIn(visit, 'email')];
      return { act: { kind: 'person.invite', team: id, name, email, role: 'owner' } };
    },
    (visit, invitation) => sendLink(deps, visit, invitation),
  );
  deskAct('/merchants/:id/policies', 'policy.set', { ...form, done: MERCHANTS_DONE.policies }, (visit) =>
    newPolicies(deps, visit),
  );
  deskAct('/merchants/:id/payout', 'payout.create', { ...form, done: MERCHANTS_DONE.payout }, (visit) =>
    payOut(deps, visit),
  );
}

async function newPolicies(deps: Deps, visit: OperatorVisit): Promise<WantedAct<'policy.set'>> {
  const { id } = await requireMerchant(deps, paramIn(visit));
  const before = await findPolicies(deps.db, id);
  const changed = POLICY_CASES.filter((name) => visit.form[name] !== visit.form[`was_${name}`]);
  if (changed.some((name) => visit.form[`was_${name}`] !== before[name]))
    throw new Refusal(DESK_TEXTS[visit.frame.language].stale);
  const choices = changed.flatMap((name) => {
    const choice = choiceIn(visit.form, name, POLICY_CHOICES);
    return choice === null ? [] : [[name, choice] as const];
  });
  return { act: { kind: 'policy.set', accountId: id, policies: Object.fromEntries(choices) } };
}

async function payOut(deps: Deps, visit: OperatorVisit): Promise<WantedAct<'payout.create'>> {
  const { id } = await requireMerchant(deps, paramIn(visit));
  const amount = parseAmount(amountIn(visit, 'amount'));
  if (typeof amount !== 'bigint') throw invalidRequest({ param: 'amount', error: amount });
  const note = requireNote(visit);
  const [clabe, holder] = [textIn(visit, 'clabe').replace(/\s/g, ''), textIn(visit, 'holder')];
  const payee = { clabe, holder, bank: textIn(visit, 'bank') || null };
  const mode = modeIn(visit.form);
  const scope = { accountId: id, mode };
  // Without a CLABE it goes to the merchant's own account, if there is one.
  const hasOwn = (await ownAccount(deps.db, scope, deps.clock.now())) !== null;
  const destination = clabe === '' && hasOwn ? null : payee;
  const key = textIn(visit, 'key') || null;
  const to = `/merchants/${id}${mode === 'test' ? '?mode=test' : ''}`;
  return { act: { kind: 'payout.create', scope, amount: String(amount), note, key, destination }, note, to };
}

function keyRoutes({ operator: { act } }: Visits, deps: Deps): void {
  const page = pageOf(deps);
  const form = { page, backTo: '/merchants/:id' };
  act('/merchants/:id/keys', 'manage', form, async (visit) => {
    const account = await requireMerchant(deps, paramIn(visit));
    const mode = modeIn(visit.form);
    const keys = (await listKeys(deps.db, account.id)).filter((key) => key.mode === mode);
    requireSeen(visit, String(keys.length));
    const kind = choiceIn(visit.form, 'kind', KEY_KINDS) ?? 'private';
    requireShowable({ mode, kind });
    const { key } = await createKey(deps, { accountId: account.id, mode, kind, actor: visit.actor });
    return { page: renderKeyPage(visit.frame, account, key) };
  });
  act('/merchants/:id/keys/:key/roll', 'manage', form, async (visit) => {
    const { account, id, endsAt, ...key } = await keyOf(deps, visit);
    requireShowable(key);
    requireSeen(visit, endsAt === null ? 'works' : 'ends');
    const hours = textIn(visit, 'hours');
    if (!/^\d{1,4}$/.test(hours)) throw invalidRequest({ param: 'hours', error: 'not_a_number' });
    const rolled = await rollKey(deps, { id, graceHours: Number(hours), actor: visit.actor });
    return { page: renderKeyPage(visit.frame, account, rolled.key) };
  });
  act('/merchants/:id/keys/:key/revoke', 'manage', { ...form, done: MERCHANTS_DONE.revoked }, async (visit) => {
    const { id } = await keyOf(deps, visit);
    await revokeKey(deps, { id, actor: visit.actor });
  });
}

function requireShowable({ mode, kind }: { readonly mode: Mode; readonly kind: KeyKind }): void {
  if (isForOwner(mode, kind)) throw new AppError('live_key_by_owner');
}

/** A key of this merchant, and of no other. */
async function keyOf(deps: Deps, visit: OperatorVisit) {
  const account = await requireMerchant(deps, paramIn(visit));
  const wanted = paramIn(visit, 'key');
  const key = isUuid(wanted) ? await findKey(deps.db, wanted) : null;
  if (key === null || key.account_id !== account.id) throw new AppError('not_found');
  return { account, id: key.id, endsAt: key.ends_at, mode: key.mode, kind: key.kind };
}

function hundredths(visit: OperatorVisit, name: string): bigint {
  const parsed = parseHundredths(amountIn(visit, name).replace(/%$/, ''));
  const { badNumber } = MERCHANTS_TEXTS[visit.frame.language];
  if (parsed === null) throw new Refusal(badNumber, { [name]: badNumber });
  return parsed;
}
