// The tables of people: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import { declareTables } from '../table.js';

export const peopleTables = declareTables({
  people: {
    key: 'id; email unique once accepted',
    owner: 'people/',
    holds: 'who may sign in to the dashboard, and as what',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  recovery_codes: {
    key: 'person_id, digest',
    owner: 'people/person-secrets.ts',
    holds: 'SHA-256 of codes for somebody without their phone',
    placement: 'coordinator',
    kept: 'until it ends',
    personal: 'nothing',
  },
  person_links: {
    key: 'digest',
    owner: 'people/person-links.ts',
    holds: 'invitations and other links that are good once',
    placement: 'coordinator',
    kept: 'until it ends',
    personal: 'nothing',
  },
  proposals: {
    key: 'id',
    owner: 'people/proposals.ts',
    holds: 'what one person of the operator’s wants done and another has to approve',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'in the books',
  },
  dashboard_sessions: {
    key: 'digest',
    owner: 'people/sessions.ts',
    holds: 'who is signed in to the dashboard',
    placement: 'coordinator',
    kept: 'until it ends',
    personal: 'nothing',
  },
});
