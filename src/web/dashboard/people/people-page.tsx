// Who may sign in to the dashboard, and the form to invite somebody.
import type { SentLink } from '../../../actions/people/send-person-link.js';
import { type Member, rolesOf, type Team } from '../../../domain/people/person.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/frame-texts.js';
import { renderDashboard } from '../frame/layout.js';
import { Field, Form, Select } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Callout, Card, PageHead, State, Time, type Tone } from '../ui/parts.js';
import { Table } from '../ui/table.js';
import { PEOPLE_TEXTS } from './texts.js';

export type PeopleView = {
  readonly team: Team;
  readonly people: readonly Member[];
  readonly mayManage: boolean;
  /** Whether invitations are sent by e-mail. */
  readonly hasServer: boolean;
};

type PersonState = 'active' | 'invited' | 'disabled';

const TONES: Readonly<Record<PersonState, Tone>> = { active: 'good', invited: 'wait', disabled: 'off' };

export function renderPeoplePage(frame: Frame, { team, people, mayManage, hasServer }: PeopleView): string {
  const texts = PEOPLE_TEXTS[frame.language];
  const corners = ['top-left', 'bottom-left', 'top-right', 'left-out', 'bottom-right'] as const;
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title} />
      <p class="soft">{texts.note}</p>
      <Card>
        <Table
          label={texts.title}
          columns={texts.columns.map((name, at) => ({ name, corner: corners[at] ?? 'left-out' }))}
          rows={people.map((person) => ({ key: person.id, cells: cellsOf(frame, person, mayManage) }))}
          none=""
        />
      </Card>
      {mayManage && <Invite frame={frame} team={team} hasServer={hasServer} />}
    </>,
  );
}

function cellsOf(frame: Frame, person: Member, mayManage: boolean) {
  const texts = PEOPLE_TEXTS[frame.language];
  const isYou = frame.viewer?.person.id === person.id;
  return [
    <>
      {mayManage ? <a href={`${frame.path}/people/${person.id}`}>{person.name}</a> : person.name}
      {isYou && <span class="soft"> ({texts.you})</span>}
      <small class="email">{person.email}</small>
    </>,
    FRAME_TEXTS[frame.language].roles[person.role],
    <PersonAccess key="access" frame={frame} person={person} />,
    person.hasSecondFactor ? texts.on : texts.off,
    person.seenAt === null ? texts.never : <Time at={person.seenAt} language={frame.language} />,
  ];
}

export function PersonAccess({ frame, person }: { readonly frame: Frame; readonly person: Member }) {
  const state = stateOf(person);
  return <State tone={TONES[state]}>{PEOPLE_TEXTS[frame.language].states[state]}</State>;
}

export function stateOf({ disabledAt, hasPassword }: Member): PersonState {
  if (disabledAt !== null) return 'disabled';
  return hasPassword ? 'active' : 'invited';
}

function Invite(props: { readonly frame: Frame; readonly team: Team; readonly hasServer: boolean }) {
  const { frame, team } = props;
  const texts = PEOPLE_TEXTS[frame.language];
  return (
    <Card title={texts.invite} class="narrow">
      <p class="soft">{texts.inviteNote(props.hasServer)}</p>
      <Form frame={frame} action="/people">
        <Field name="name" label={texts.name} required maxLength={100} autocomplete="off" />
        <Field name="email" label={texts.email} type="email" required maxLength={254} autocomplete="off" />
        <RoleField frame={frame} team={team} value="viewer" />
        <button type="submit" class="main">
          {texts.invite}
        </button>
      </Form>
    </Card>
  );
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
