// Parts of the pages about people, and the page that says what became of somebody's link.
import type { Mailed } from '../../../actions/people/mail-person.js';
import { type Member, rolesOf, type Team } from '../../../domain/people/person.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { Field, Select } from '../ui/form.js';
import { Callout, Card, Fact, Facts, LinkButton, State, Time, type Tone } from '../ui/parts.js';
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

/** Proves who acts, for what gives or changes access, or takes a second factor away (D82). */
export function Proof({ frame }: { readonly frame: Frame }) {
  const { profile, proof } = PEOPLE_TEXTS[frame.language];
  if (frame.viewer?.person.isDemo) return null;
  return (
    <>
      <Field name="current" label={proof.password} type="password" required autocomplete="current-password" />
      {frame.viewer?.person.hasSecondFactor && (
        <Field
          name="code"
          label={profile.code}
          inputMode="numeric"
          required
          maxLength={30}
          autocomplete="one-time-code"
          class="sum"
        />
      )}
    </>
  );
}

type LinkOutcome = {
  readonly heading: string;
  readonly member: Pick<Member, 'id' | 'name' | 'email'>;
  readonly mailed: Mailed;
  readonly expiresAt: number;
};

const MAIL_TONES: Readonly<Record<Mailed, Tone>> = { sent: 'good', failed: 'bad', limit: 'bad', no_server: 'wait' };

/** The link itself is the person's alone: whoever makes it does not see it (D82). */
export function renderLinkOutcome(frame: Frame, { heading, member, mailed, expiresAt }: LinkOutcome): string {
  const { link, title, name, email } = PEOPLE_TEXTS[frame.language];
  const isForDesk = mailed === 'no_server' && frame.viewer?.kind === 'operator';
  return renderPage(
    frame,
    { title: heading, back: { href: `${frame.path}/people`, name: title } },
    <>
      <Callout tone={MAIL_TONES[mailed]}>
        {isForDesk ? link.command(member.email) : link.mail[mailed](member.email)}
      </Callout>
      <Card>
        <Facts>
          <Fact name={name}>{member.name}</Fact>
          <Fact name={email}>{member.email}</Fact>
          <Fact name={link.ends}>
            <Time at={expiresAt} language={frame.language} />
          </Fact>
        </Facts>
        <p class="soft">{link.next}</p>
        <p class="actions">
          <LinkButton href={`${frame.path}/people/${member.id}`} text={link.person(member.name)} />
          <LinkButton href={`${frame.path}/people`} text={link.back} />
        </p>
      </Card>
    </>,
  );
}
