// The tables of accounts: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import { declareTables } from '../table.js';

export const accountsTables = declareTables({
  accounts: {
    key: 'id',
    owner: 'accounts/',
    holds: 'merchants, the date their interface is pinned to, what they want done with odd money',
    placement: 'everywhere',
    kept: 'for good',
    personal: 'nothing',
  },
  brands: {
    key: 'account_id',
    owner: 'accounts/brands.ts',
    holds: 'the colour and the logo that a merchant’s customers see, and how they reach the shop',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  account_tax_data: {
    key: 'account_id',
    owner: 'accounts/tax-profile.ts',
    holds: 'what an invoice of our fees must say of a merchant',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  api_keys: {
    key: 'id; digest unique',
    owner: 'accounts/accounts.ts',
    holds: 'SHA-256 of keys; looked up before the account is known',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  fee_schedules: {
    key: 'account_id, method',
    owner: 'accounts/accounts.ts',
    holds: 'fees that differ from the default',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
});
