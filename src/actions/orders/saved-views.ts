// Filters of the list of orders that somebody has given a name, to come back to them.
import type { Deps } from '../../deps.js';
import { oneLine } from '../../domain/messages/strangers-text.js';
import { invalidRequest } from '../../errors/errors.js';
import * as store from '../../store/people/saved-views.js';

/** So many a person has; more would hide the list below them. */
export const MOST_VIEWS = 20;
const LONGEST_NAME = 40;
const LONGEST_FILTERS = 500;

/** One of the same name is replaced. Returns false if they have so many already. */
export function saveView(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: store.ViewOwner,
  { name: typed, filters }: store.SavedView,
): Promise<boolean> {
  const name = oneLine(typed, LONGEST_NAME);
  if (name === '') throw invalidRequest({ param: 'name', error: 'required' });
  if (filters === '' || filters.length > LONGEST_FILTERS) throw invalidRequest({ param: 'filters', error: 'required' });
  return store.saveView(db, owner, { name, filters, at: clock.now(), most: MOST_VIEWS });
}

export function deleteView({ db }: Pick<Deps, 'db'>, owner: store.ViewOwner, name: string): Promise<void> {
  return store.deleteView(db, owner, name);
}
