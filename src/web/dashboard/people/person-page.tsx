// One person of a team: their role, their access, their sessions.
import type { Member } from '../../../domain/people/person.js';
import type { SessionRecord } from '../../../store/people/sessions.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { Form } from '../ui/form.js';
import { Card, Fact, Facts, LinkButton, Time, TimeFact } from '../ui/parts.js';
import { PersonAccess, Proof, RoleField } from './people-page.js';
import { SessionsTable } from './sessions-table.js';
import { PEOPLE_TEXTS } from './texts.js';

export type PersonView = {
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
          <>
            <Card title={texts.changeRole}>
              <Form frame={frame} action={`${at}/role`}>
                <RoleField frame={frame} team={person.team} value={person.role} />
                <Proof frame={frame} />
                <Submit>{texts.changeRole}</Submit>
              </Form>
            </Card>
            <Access frame={frame} person={person} />
          </>
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
        <Fact name={texts.role}>{FRAME_TEXTS[language].roles[person.role]}</Fact>
        <Fact name={texts.secondFactor}>{person.hasSecondFactor ? texts.on : texts.off}</Fact>
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

/** What changes a colleague's access asks for one's own password and code (D82); what takes it away asks first. */
function Access({ frame, person }: Pick<Props, 'frame' | 'person'>) {
  const texts = PEOPLE_TEXTS[frame.language];
  const at = `/people/${person.id}`;
  const isDisabled = person.disabledAt !== null;
  return (
    <Card title={texts.access} class="fields">
      {!isDisabled && (
        <Form frame={frame} action={`${at}/link`}>
          {person.hasPassword && <p class="soft">{texts.resetNote}</p>}
          <Proof frame={frame} />
          <Submit>{person.hasPassword ? texts.resetLink : texts.inviteAgain}</Submit>
        </Form>
      )}
      {person.hasSecondFactor && (
        <Ask frame={frame} action={`${at}/second-factor`} label={texts.removeSecondFactor} proof="asked">
          {texts.removeSecondFactorNote(person.name)}
        </Ask>
      )}
      {isDisabled && (
        <Form frame={frame} action={`${at}/enable`}>
          <Proof frame={frame} />
          <Submit>{texts.enable}</Submit>
        </Form>
      )}
      {!isDisabled && person.hasPassword && (
        <Ask frame={frame} action={`${at}/disable`} label={texts.disable} proof="asked">
          {texts.disableNote(person.name)}
        </Ask>
      )}
      {!person.hasPassword && (
        <Ask frame={frame} action={`${at}/withdraw`} label={texts.withdraw} proof="none">
          {texts.withdrawNote(person.name)}
        </Ask>
      )}
    </Card>
  );
}

type AskProps = {
  readonly frame: Frame;
  readonly action: string;
  readonly label: string;
  readonly proof: 'asked' | 'none';
  readonly children: string;
};

function Ask({ frame, action, label, proof, children }: AskProps) {
  return (
    <AskForm frame={frame} action={action} label={label} kind="danger">
      <p>{children}</p>
      {proof === 'asked' && <Proof frame={frame} />}
      <Submit look="danger">{label}</Submit>
    </AskForm>
  );
}
