// What people did to one thing before, newest first: read from the audit log, and shown beside the thing.
import { actorNames } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';
import { searchAudit } from '../../../store/keeping/audit-search.js';
import type { Frame } from '../frame/frame.js';
import { Time } from '../ui/parts.js';
import { actionName } from './action-names.js';
import { PAST_ACTS_TEXTS } from './texts.js';

export type PastAct = { readonly at: number; readonly action: string; readonly by: string };

const MOST_SHOWN = 5;

export async function readPastActs({ db }: Pick<Deps, 'db'>, subject: string): Promise<readonly PastAct[]> {
  const filter = { subject, actor: null, action: null, from: null, before: null };
  const lines = await searchAudit(db, filter, { at: null, towards: 'next', limit: MOST_SHOWN });
  const shown = lines.slice(0, MOST_SHOWN);
  const names = await actorNames(
    { db },
    shown.map(({ actor }) => actor),
  );
  return shown.map(({ at, action, actor }) => ({ at, action, by: names.get(actor) ?? actor }));
}

export function PastActs({ frame, acts }: { readonly frame: Frame; readonly acts: readonly PastAct[] }) {
  const texts = PAST_ACTS_TEXTS[frame.language];
  return (
    <details>
      <summary>
        {texts.title} ({acts.length})
      </summary>
      {acts.length === 0 ? (
        <p class="soft">{texts.none}</p>
      ) : (
        <ul>
          {acts.map(({ at, action, by }) => (
            <li key={`${at} ${action}`}>
              <Time at={at} language={frame.language} />: {actionName(action, frame.language) ?? action}, {by}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
