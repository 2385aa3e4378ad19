// A merchant's keys: make, roll and revoke them. A key is shown by the reply that makes it, and never again.
import {
  createOwnKey,
  listOwnKeys,
  readLimits,
  requireOwnKey,
  revokeOwnKey,
  rollOwnKey,
} from '../../../actions/accounts/manage-own-keys.js';
import type { Deps } from '../../../deps.js';
import { RIGHTS, type Right } from '../../../domain/accounts/right.js';
import { keyRights } from '../../../domain/people/role.js';
import { invalidRequest } from '../../../errors/errors.js';
import { requireSure, textIn } from '../refusal.js';
import { type MerchantVisit, type Page, paramIn, type Visits } from '../visit.js';
import { keysList } from './keys-list.js';
import { renderKeyPage, renderMadeKeyPage, renderNewKeyPage } from './keys-page.js';
import { KEYS_DONE } from './texts.js';

export function keysRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.merchant;
  const formId = () => deps.random.uuid(deps.clock.now());

  const newPage: Page<MerchantVisit> = async (visit) =>
    // A refused form keeps its id: it still makes one key.
    renderNewKeyPage(visit.frame, { formId: textIn(visit, 'form') || formId(), rights: keyRights(visit.visitor.role) });
  const keyPage: Page<MerchantVisit> = async (visit) => {
    const { scope } = visit.merchant;
    const record = await requireOwnKey(deps, scope, paramIn(visit));
    const all = await listOwnKeys(deps, scope);
    return renderKeyPage(visit.frame, { record, all, now: deps.clock.now(), formId: formId() });
  };
  keysList(visits, deps);
  show('/keys/new', 'develop', newPage);
  show('/keys/:id', 'develop', keyPage);

  act('/keys', 'develop', { page: newPage, backTo: '/keys/new' }, async (visit) => {
    const made = await createOwnKey(deps, {
      scope: visit.merchant.scope,
      kind: textIn(visit, 'kind') === 'public' ? 'public' : 'private',
      name: textIn(visit, 'name'),
      limits: readLimits(
        rightsIn(visit),
        textIn(visit, 'addresses')
          .split(/[\s,;]+/)
          .filter((address) => address !== ''),
      ),
      newId: textIn(visit, 'form'),
      actor: visit.actor,
      mayGive: keyRights(visit.visitor.role),
    });
    return { page: renderMadeKeyPage(visit.frame, { ...made, oldEndsAt: null }) };
  });

  const onKey = { page: keyPage, backTo: '/keys/:id' };
  act('/keys/:id/roll', 'develop', onKey, async (visit) => {
    const grace = textIn(visit, 'grace');
    const made = await rollOwnKey(deps, {
      ...keyCall(visit),
      graceHours: GRACES.find((hours) => String(hours) === grace) ?? DEFAULT_GRACE,
      newId: textIn(visit, 'form'),
      mayGive: keyRights(visit.visitor.role),
    });
    return { page: renderMadeKeyPage(visit.frame, made) };
  });
  act('/keys/:id/revoke', 'develop', { ...onKey, done: KEYS_DONE.revoked }, async (visit) => {
    requireSure(visit);
    await revokeOwnKey(deps, { ...keyCall(visit), isLastKnown: textIn(visit, 'last') === 'yes' });
    return { to: '/keys' };
  });
}

/** Those that were ticked, if the key may not do everything. */
function rightsIn(visit: MerchantVisit): readonly Right[] {
  const may = textIn(visit, 'may');
  const rights = RIGHTS.filter((right) => may !== 'all' && textIn(visit, `right_${right}`) === 'yes');
  if (may === 'chosen' && rights.length === 0) throw invalidRequest({ param: 'rights', error: 'required' });
  return rights;
}

const DEFAULT_GRACE = 24;
const GRACES = [0, 1, DEFAULT_GRACE, 168] as const;

function keyCall(visit: MerchantVisit) {
  return { scope: visit.merchant.scope, id: paramIn(visit), actor: visit.actor };
}
