// The log of a merchant's API requests (D78). Only developers see it: it tells what programs send, and from where.
import { listOwnKeys } from '../../../actions/accounts/manage-own-keys.js';
import type { Deps } from '../../../deps.js';
import { isUuid } from '../../../domain/base/identity.js';
import { AppError } from '../../../errors/errors.js';
import { findRequest } from '../../../store/keeping/request-log.js';
import type { Visits } from '../visit.js';
import { requestsList } from './requests-list.js';
import { renderRequestPage } from './requests-page.js';

export function requestsRoutes(visits: Visits, deps: Deps): void {
  requestsList(visits, deps);
  visits.merchant.show('/requests/:id', 'develop', async ({ frame, merchant: { scope }, request }) => {
    const id = request.params['id'] ?? '';
    const found = isUuid(id) ? await findRequest(deps.db, scope, id) : null;
    if (found === null) throw new AppError('not_found');
    const keyRecord = (await listOwnKeys(deps, scope)).find((key) => key.id === found.keyId) ?? null;
    return renderRequestPage(frame, { request: found, keyRecord });
  });
}
