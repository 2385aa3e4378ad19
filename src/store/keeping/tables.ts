// The tables of keeping: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import type { Scope } from '../../domain/accounts/account.js';
import { byWalk, declareTables, type RetentionSettings } from '../table.js';
import { nextRequestScope, purgeRequests } from './request-log.js';

/** Erased customers leave the log of requests in time, too, although their data is masked there (D80). */
function requestLogDays({ requestDays, customerDays }: RetentionSettings): number {
  return customerDays === 0 ? requestDays : Math.min(requestDays, customerDays);
}

export const keepingTables = declareTables({
  audit_log: {
    key: 'sequence',
    owner: 'keeping/audit.ts',
    holds: 'what people did by hand, each line signed by the process that wrote it',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  audit_pending: {
    key: 'sequence',
    owner: 'keeping/audit.ts',
    holds: 'lines of the audit log that no seal covers yet',
    placement: 'coordinator',
    kept: 'until it ends',
    personal: 'nothing',
  },
  audit_seals: {
    key: 'number',
    owner: 'keeping/audit-seals.ts',
    holds: 'proofs of the audit log, each over some lines and the seal before',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  restores: {
    key: 'id',
    owner: 'keeping/restores.ts',
    holds: 'to which moment the database went back, what it lost, and who has said what the bank paid since',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'in the books',
  },
  secret_keys: {
    key: 'id',
    owner: 'keeping/secret-keys.ts',
    holds: 'which key stored secrets are encrypted with; never the key itself',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  retention_marks: {
    key: 'what',
    owner: 'keeping/retention.ts',
    holds: 'how far purges and other walks through tables have come',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  request_log: {
    key: 'account_id, livemode, id',
    owner: 'keeping/request-log.ts',
    holds: 'API requests of the last days, with what refused ones said, masked',
    placement: 'by-account',
    kept: byWalk('requests', requestLogDays, ({ requestRows: keep }) => ({
      next: nextRequestScope,
      purge: async (tx, scope: Scope, { from, before, limit }) =>
        (await purgeRequests(tx, scope, { before, keep, limit })) === limit ? from : null,
    })),
    personal: 'erased by its texts',
  },
  backups: {
    key: 'id',
    owner: 'keeping/backups.ts',
    holds: 'when a backup was made, and where',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  schema_migrations: {
    key: 'version',
    owner: 'migrate.ts',
    holds: 'which migrations ran, with checksums',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
});
