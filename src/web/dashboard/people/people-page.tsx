// Parts of the pages about people, and the page of a link that was made for somebody.
import type { SentLink } from '../../../actions/people/send-person-link.js';
import { type Member, rolesOf, type Team } from '../../../domain/people/person.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { Select } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Callout, Card, PageHead, State, Time, type Tone } from '../ui/parts.js';
import { PEOPLE_TEXTS } from './texts.js';

type PersonState = 'active' | 'invited' | 'disabled';

const TONES: Readonly<Record<PersonState, Tone>> = { active: 'good', invited: 'wait', disabled: 'off' };

export function PersonAccess({ frame, person }: { readonly frame: Frame; readonly person: Member }) {
  const state = stateOf(person);
  return <State tone={TONES[state]}>{PEOPLE_TEXTS[frame.language].states[state]}</State>;
}

export function stateOf({ disabledAt, hasPassword }: Member): PersonState {
  if (disabledAt !== null) return 'disabled';
  return hasPassword ? 'active' : 'invited';
}

export function RoleField({
  frame,
  team,
  value,
}: {
  readonly frame: Frame;
  readonly team: Team;
  readonly value: string;
}) {
  const { role, duties } = PEOPLE_TEXTS[frame.language];
  const { roles } = FRAME_TEXTS[frame.language];
  const choices = rolesOf(team).map((one) => ({ value: one, name: `${roles[one]}: ${duties[one] ?? ''}` }));
  return <Select name="role" label={role} value={value} choices={choices} />;
}

export type GivenLink = {
  readonly heading: string;
  readonly email: string;
  readonly sent: SentLink;
  readonly url: string;
  readonly expiresAt: number;
};

const MAIL_TONES: Readonly<Record<SentLink, Tone>> = { sent: 'good', failed: 'bad', no_server: 'info' };

/** A link is shown once, to whoever made it. */
export function renderGivenLink(frame: Frame, { heading, email, sent, url, expiresAt }: GivenLink): string {
  const { link, title } = PEOPLE_TEXTS[frame.language];
  const { copy, copied } = FRAME_TEXTS[frame.language];
  return renderDashboard(
    frame,
    heading,
    <>
      <PageHead title={heading} back={{ href: `${frame.path}/people`, name: title }} />
      <Callout tone={MAIL_TONES[sent]}>{link.mail[sent](email)}</Callout>
      <Card>
        <div class="given-link">
          <input type="text" value={url} readOnly aria-label={heading} />
          <button type="button" data-copy={url} data-done={copied} aria-label={copy} hidden>
            <Icon name="copy" />
          </button>
        </div>
        <p>{link.note}</p>
        <p class="soft">
          {link.ends}: <Time at={expiresAt} language={frame.language} />
        </p>
        <p>
          <a class="button" href={`${frame.path}/people`}>
            {link.back}
          </a>
        </p>
      </Card>
    </>,
  );
}
