// The open sessions of somebody, each with a button that ends it.
import type { SessionRecord } from '../../../store/people/sessions.js';
import type { Frame } from '../frame/frame.js';
import { Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { Form } from '../ui/form.js';
import { PEOPLE_TEXTS } from './texts.js';

type SessionsProps = {
  readonly frame: Frame;
  readonly sessions: readonly SessionRecord[];
  /** The session of the viewer. */
  readonly own: string | null;
  /** The path of the form that ends all of them; a session's own form is below it. */
  readonly action: string;
};

export function SessionsTable({ frame, sessions, own, action }: SessionsProps) {
  const texts = PEOPLE_TEXTS[frame.language];
  const [browser = '', address = '', opened = '', seen = ''] = texts.sessionColumns;
  return (
    <ItemTable
      frame={frame}
      label={texts.sessions}
      items={sessions}
      columns={(column) => [
        column.word(browser, 'top-left', ({ agent }) => browserName(agent)),
        column.code(address, 'below', (session) => session.address),
        column.time(opened, 'left-out', ({ openedAt }) => openedAt),
        { ...column.time(seen, 'bottom-left', ({ seenAt }) => seenAt), isCalled: true },
        column.shown('', 'top-right', ({ id }) =>
          id === own ? (
            <span class="soft">{texts.thisSession}</span>
          ) : (
            <Form frame={frame} action={`${action}/${id}`} class="inline">
              <Submit look="small">{texts.end}</Submit>
            </Form>
          ),
        ),
      ]}
      none={texts.noSessions}
    />
  );
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** What somebody recognises of the long text that browsers send. */
function browserName(agent: string): string {
  const nameIn = (names: readonly (readonly [string, string])[]) => names.find(([sign]) => agent.includes(sign))?.[1];
  const known = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(' · ') : agent.slice(0, 40) || '—';
}
