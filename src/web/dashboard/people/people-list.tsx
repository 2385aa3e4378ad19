// Who may sign in to the dashboard, and the form to invite somebody.
import type { Deps } from '../../../deps.js';
import { wholeList } from '../../../domain/base/paging.js';
import type { Member, Team } from '../../../domain/people/person.js';
import { listPeople } from '../../../store/people/people.js';
import { type Frame, may } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { Submit } from '../ui/buttons.js';
import { columnsOf, type ListColumn } from '../ui/columns.js';
import { Field, Form } from '../ui/form.js';
import { listSection } from '../ui/list-section.js';
import { Callout, Card } from '../ui/parts.js';
import type { Page, Section, Visit } from '../visit.js';
import { PersonAccess, Proof, RoleField } from './people-page.js';
import { teamOf } from './team-of.js';
import { PEOPLE_TEXTS } from './texts.js';

export function peopleList<V extends Visit>(section: Section<V, 'see' | 'manage'>, { db, mailer }: Deps): Page<V> {
  return listSection(section, {
    url: '/people',
    duty: 'see',
    texts: PEOPLE_TEXTS,
    read: async ({ visit }) => ({ page: wholeList(await listPeople(db, teamOf(visit.visitor))) }),
    columns: ({ frame }) => personColumns(frame),
    page: ({ visit, frame, texts }) => ({
      intro: texts.note,
      none: '',
      below: may(frame, 'manage') && (
        <Invite frame={frame} team={teamOf(visit.visitor)} mail={mailer === null ? 'none' : 'sent'} />
      ),
    }),
  });
}

function personColumns(frame: Frame): readonly ListColumn<Member>[] {
  const texts = PEOPLE_TEXTS[frame.language];
  const column = columnsOf<Member>(frame);
  const [name = '', role = '', access = '', factor = '', seen = ''] = texts.columns;
  return [
    {
      name,
      corner: 'top-left',
      cell: (person) => (
        <>
          {may(frame, 'manage') ? <a href={`${frame.path}/people/${person.id}`}>{person.name}</a> : person.name}
          {frame.viewer?.person.id === person.id && <span class="soft"> ({texts.you})</span>}
          <small class="email">{person.email}</small>
        </>
      ),
    },
    column.word(role, 'bottom-left', (person) => FRAME_TEXTS[frame.language].roles[person.role]),
    { name: access, corner: 'top-right', cell: (person) => <PersonAccess frame={frame} person={person} /> },
    column.word(factor, 'left-out', ({ hasSecondFactor }) => (hasSecondFactor ? texts.on : texts.off)),
    { ...column.time(seen, 'bottom-right', ({ seenAt }) => seenAt, texts.never), isCalled: true },
  ];
}

/** `mail`: whether an invitation is sent by e-mail. */
function Invite({ frame, team, mail }: { readonly frame: Frame; readonly team: Team; readonly mail: 'sent' | 'none' }) {
  const texts = PEOPLE_TEXTS[frame.language];
  return (
    <Card title={texts.invite} class="narrow">
      <p class="soft">{texts.inviteNote(mail === 'sent')}</p>
      {frame.viewer?.person.isDemo && <Callout tone="wait">{texts.demoNote}</Callout>}
      <Form frame={frame} action="/people">
        <Field name="name" label={texts.name} required maxLength={100} autocomplete="off" />
        <Field name="email" label={texts.email} type="email" required maxLength={254} autocomplete="off" />
        <RoleField frame={frame} team={team} value="viewer" />
        <Proof frame={frame} />
        <Submit look="main">{texts.invite}</Submit>
      </Form>
    </Card>
  );
}
