// One person of a team: their role, their access, their sessions.
import type { ComponentChildren } from 'preact';
import type { Member } from '../../../domain/people/person.js';
import type { SessionRecord } from '../../../store/people/sessions.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { Form } from '../ui/form.js';
import { Card, Fact, Facts, LinkButton, State, Time, TimeFact } from '../ui/parts.js';
import { PersonAccess, Proof, RoleField } from './people-page.js';
import { SessionsTable } from './sessions-table.js';
import { PEOPLE_TEXTS } from './texts.js';

type PersonView = {
  readonly person: Member;
  readonly sessions: readonly SessionRecord[];
  /** The session of the viewer. */
  readonly ownSession: string | null;
  readonly isSelf: boolean;
};

type Props = PersonView & { readonly frame: Frame };

export function renderPersonPage(frame: Frame, view: PersonView): string {
  const texts = PEOPLE_TEXTS[frame.language];
  const { person, sessions, ownSession, isSelf } = view;
  const at = `/people/${person.id}`;
  return renderPage(
    frame,
    {
      title: person.name,
      back: { href: `${frame.path}/people`, name: texts.title },
      aside: <PersonAccess frame={frame} person={person} />,
    },
    <div class="two">
      <div class="stack">
        <PersonFacts frame={frame} person={person} />
        <Card title={texts.sessions} aside={sessions.length > 0 && <EndAll frame={frame} action={`${at}/sessions`} />}>
          <SessionsTable frame={frame} sessions={sessions} own={ownSession} action={`${at}/sessions`} />
        </Card>
      </div>
      <div class="stack">
        {isSelf ? (
          <Card title={texts.access}>
            <p>{texts.ownAccess}</p>
            <LinkButton href={`${frame.path}/profile`} text={texts.profile.title} />
          </Card>
        ) : (
          <Access frame={frame} person={person} />
        )}
      </div>
    </div>,
  );
}

function PersonFacts({ frame, person }: Pick<Props, 'frame' | 'person'>) {
  const texts = PEOPLE_TEXTS[frame.language];
  const { language } = frame;
  return (
    <Card>
      <Facts>
        <Fact name={texts.email}>{person.email}</Fact>
        <Fact name={texts.role}>{`${FRAME_TEXTS[language].roles[person.role]}: ${texts.duties[person.role]}`}</Fact>
        <Fact name={texts.secondFactor}>
          <State tone={person.hasSecondFactor ? 'good' : 'off'}>{person.hasSecondFactor ? texts.on : texts.off}</State>
        </Fact>
        <TimeFact name={texts.since} at={person.createdAt} language={language} />
        <Fact name={texts.seen}>
          {person.seenAt === null ? texts.never : <Time at={person.seenAt} language={language} />}
        </Fact>
      </Facts>
    </Card>
  );
}

function EndAll({ frame, action }: { readonly frame: Frame; readonly action: string }) {
  return (
    <Form frame={frame} action={action} class="inline">
      <Submit look="small">{PEOPLE_TEXTS[frame.language].endAll}</Submit>
    </Form>
  );
}

/** What changes a colleague's access asks first, for one's own password and code, too (D82). */
function Access({ frame, person }: Pick<Props, 'frame' | 'person'>) {
  const texts = PEOPLE_TEXTS[frame.language];
  const at = `/people/${person.id}`;
  const isDisabled = person.disabledAt !== null;
  return (
    <Card title={texts.access} class="fields wide-asks">
      {isDisabled && <Ask frame={frame} action={`${at}/enable`} label={texts.enable} />}
      <Ask frame={frame} action={`${at}/role`} label={texts.changeRole}>
        <RoleField frame={frame} team={person.team} value={person.role} />
      </Ask>
      {!isDisabled && (
        <Ask frame={frame} action={`${at}/link`} label={person.hasPassword ? texts.resetLink : texts.inviteAgain}>
          {person.hasPassword && <p>{texts.resetNote}</p>}
        </Ask>
      )}
      {person.hasSecondFactor && (
        <Ask frame={frame} action={`${at}/second-factor`} label={texts.removeSecondFactor} kind="danger">
          <p>{texts.removeSecondFactorNote(person.name)}</p>
        </Ask>
      )}
      {!isDisabled && person.hasPassword && (
        <Ask frame={frame} action={`${at}/disable`} label={texts.disable} kind="danger">
          <p>{texts.disableNote(person.name)}</p>
        </Ask>
      )}
      {!person.hasPassword && (
        <Ask frame={frame} action={`${at}/withdraw`} label={texts.withdraw} kind="danger" proof="none">
          <p>{texts.withdrawNote(person.name)}</p>
        </Ask>
      )}
    </Card>
  );
}

type AskProps = {
  readonly frame: Frame;
  readonly action: string;
  readonly label: string;
  readonly kind?: 'danger';
  readonly proof?: 'none';
  readonly children?: ComponentChildren;
};

function Ask({ frame, action, label, kind, proof, children }: AskProps) {
  return (
    <AskForm frame={frame} action={action} label={label} {...(kind !== undefined && { kind })}>
      {children}
      {proof === undefined && <Proof frame={frame} />}
      <Submit look={kind ?? 'main'}>{label}</Submit>
    </AskForm>
  );
}
