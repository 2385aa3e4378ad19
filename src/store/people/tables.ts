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
  saved_views: {
    key: 'account_id, person_id, name',
    owner: 'people/saved-views.ts',
    holds: 'filters of the list of orders that somebody has given a name',
    placement: 'coordinator',
    kept: 'until it ends',
    personal: 'nothing',
  },
  news_places: {
    key: 'account_id, livemode, person_id, way',
    owner: 'people/news-places.ts',
    holds: 'how far each person of a merchant has been told what is new, in the dashboard and by e-mail',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
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
