// The tables of transfers: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import { byAge, declareTables } from '../table.js';
import { purgePreviews } from './file-previews.js';

/** As long as lists of rails (money/tables.ts). */
const PREVIEW_DAYS = 7;

export const transfersTables = declareTables({
  outgoing_transfers: {
    key: 'account_id, livemode, id',
    owner: 'transfers/',
    holds: 'money on its way back to customers or out to merchants, until the bank confirms it',
    placement: 'by-account',
    kept: 'for good',
    personal: 'in the books',
  },
  tracking_keys: {
    key: 'livemode, tracking_key',
    owner: 'transfers/transfer-changes.ts',
    holds: 'each clave de rastreo of a transfer, which names one alone, of all merchants',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  bank_files: {
    key: 'id; livemode, number unique',
    owner: 'transfers/bank-files.ts',
    holds: 'each file that the bank was given, as it was',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'in the books',
  },
  bank_formats: {
    key: 'name',
    owner: 'transfers/bank-formats.ts',
    holds: 'how banks write their files and want ours: mappings and layouts that operators have saved',
    placement: 'coordinator',
    kept: 'until it ends',
    personal: 'nothing',
  },
  file_previews: {
    key: 'id',
    owner: 'transfers/file-previews.ts',
    holds: 'banks’ files as they were understood, until somebody takes them',
    placement: 'coordinator',
    kept: byAge(PREVIEW_DAYS, purgePreviews),
    personal: 'in the books',
  },
  payout_accounts: {
    key: 'account_id, livemode, id',
    owner: 'transfers/payout-accounts.ts',
    holds: 'the accounts that merchants named for their payouts, since when each counts, and who stopped it',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  payout_plans: {
    key: 'account_id, livemode',
    owner: 'transfers/payout-plans.ts',
    holds: 'when merchants are paid out by themselves, and what is the least',
    placement: 'coordinator',
    kept: 'until it ends',
    personal: 'nothing',
  },
  transfer_email_links: {
    key: 'account_id, livemode, transfer_id',
    owner: 'transfers/transfer-links.ts',
    holds: 'the digest of the link with which a customer says where money goes',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
});
