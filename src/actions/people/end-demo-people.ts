// The end of the demo's people (D82): they go as soon as the installation is no demo any more, or somebody else is there.
// Their sessions and links end with them, also in a database that was once a demo.
import type { Deps } from '../../deps.js';
import type { Settings } from '../../settings/settings.js';
import type { Queryable } from '../../store/db.js';
import { disableDemoPeople, hasOwnPeople } from '../../store/people/people.js';
import { deleteLinks } from '../../store/people/person-links.js';
import { deleteSessionsOf } from '../../store/people/sessions.js';
import { noteChange } from './require-member.js';

export async function endDemoPeople(deps: Pick<Deps, 'clock' | 'vault'>, tx: Queryable): Promise<void> {
  for (const person of await disableDemoPeople(tx, deps.clock.now())) {
    await deleteSessionsOf(tx, person.id, null);
    await deleteLinks(tx, person.id);
    const step = { actor: 'service', action: 'person.disable' as const };
    await noteChange(deps, tx, step, person, { access_before: true, access_after: false, demo: 'over' });
  }
}

export async function isDemoOver(
  { settings }: { readonly settings: Pick<Settings, 'demoPeople'> },
  db: Queryable,
): Promise<boolean> {
  return !settings.demoPeople || (await hasOwnPeople(db));
}
