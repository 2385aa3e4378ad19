// The pages before somebody is signed in: e-mail address and password, the code of the second factor, the first person,
// and the page of a link.
import type { ComponentChildren } from 'preact';
import type { LinkKind, Member } from '../../../domain/people/person.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { PEOPLE_TEXTS } from '../people/texts.js';
import { Submit } from '../ui/buttons.js';
import { Field, Form, Hidden } from '../ui/form.js';
import { Fact, Facts, TimeFact } from '../ui/parts.js';
import { SIGN_IN_TEXTS } from './texts.js';

/** The page leads back to where its reader wanted to go: its own address. */
export function renderSignIn(frame: Frame): string {
  const texts = SIGN_IN_TEXTS[frame.language];
  return outside(frame, texts.heading, '/sign-in', {
    fields: (
      <>
        <Hidden name="next" value={frame.here} />
        <Field name="email" label={texts.email} type="email" required autocomplete="username" maxLength={254} />
        <Field name="password" label={texts.password} type="password" required autocomplete="current-password" />
        <Send text={texts.button} />
      </>
    ),
    below: (
      <>
        <p>
          <a href={`${frame.root}/forgot`}>{texts.forgotten.link}</a>
        </p>
        <p>
          <a href={`${frame.root}/first`}>{texts.firstTime}</a>
        </p>
      </>
    ),
  });
}

/** The form, what to do without a mail server, or what becomes of the form. */
export function renderForgotPage(frame: Frame, shown: 'form' | 'no server' | 'sent'): string {
  const texts = SIGN_IN_TEXTS[frame.language];
  const { heading, note, ask, sent, button, back } = texts.forgotten;
  return outside({ ...frame, here: `${frame.root}/forgot` }, heading, '/forgot', {
    note: { form: note, 'no server': ask, sent }[shown],
    fields: shown === 'form' && (
      <>
        <Field name="email" label={texts.email} type="email" required autocomplete="username" maxLength={254} />
        <Send text={button} />
      </>
    ),
    below: (
      <p>
        <a href={frame.root}>{back}</a>
      </p>
    ),
  });
}

export function renderCodePage(frame: Frame): string {
  const { code } = SIGN_IN_TEXTS[frame.language];
  return outside(frame, code.heading, '/code', {
    note: code.note,
    fields: (
      <>
        <Hidden name="next" value={frame.here} />
        <Field name="code" label={code.field} hint={code.hint} required autocomplete="one-time-code" maxLength={30} />
        <Send text={code.button} />
      </>
    ),
    below: (
      <p>
        <a href={frame.root}>{code.again}</a>
      </p>
    ),
  });
}

export function renderFirstPage(frame: Frame): string {
  const texts = SIGN_IN_TEXTS[frame.language];
  const { first } = texts;
  return outside(frame, first.heading, '/first', {
    note: first.note,
    fields: (
      <>
        <Field name="key" label={first.key} hint={first.keyHint} type="password" required autocomplete="off" />
        <Field name="name" label={texts.name} required autocomplete="name" maxLength={100} />
        <Field name="email" label={texts.email} type="email" required autocomplete="username" maxLength={254} />
        <NewPassword frame={frame} />
        <Send text={first.button} />
      </>
    ),
    below: (
      <p>
        <a href={frame.root}>{first.back}</a>
      </p>
    ),
  });
}

export type LinkPage = {
  readonly kind: LinkKind;
  readonly member: Member;
  /** The name of the merchant; null for the operator's desk. */
  readonly team: string | null;
  /** Who invites; null if nobody is named. */
  readonly by: string | null;
  readonly expiresAt: number;
  readonly token: string;
};

export function renderLinkPage(frame: Frame, link: LinkPage): string {
  const { kind, member, team, by, token } = link;
  const texts = SIGN_IN_TEXTS[frame.language];
  const action = `/link/${token}`;
  if (kind === 'sign_in') {
    const { heading, note, button } = texts.signInLink;
    return outside(frame, heading, action, { note: note(member.name), fields: <Send text={button} /> });
  }
  if (kind === 'reset') {
    const { heading, note, button } = texts.reset;
    return outside(frame, heading, action, {
      note: note(member.email),
      fields: <PasswordFields frame={frame} email={member.email} button={button} />,
    });
  }
  const { heading, button } = texts.invitation;
  return outside(frame, heading(team ?? FRAME_TEXTS[frame.language].desk, by), action, {
    about: <AboutInvitation frame={frame} link={link} />,
    below: <AfterInvitation frame={frame} />,
    fields: (
      <>
        <Field name="name" label={texts.name} value={member.name} required autocomplete="name" maxLength={100} />
        <PasswordFields frame={frame} email={member.email} button={button} />
      </>
    ),
  });
}

/** What somebody agrees to. */
function AboutInvitation({ frame, link }: { readonly frame: Frame; readonly link: LinkPage }) {
  const { member, expiresAt } = link;
  const { invitation: texts } = SIGN_IN_TEXTS[frame.language];
  const role = `${FRAME_TEXTS[frame.language].roles[member.role]}: ${PEOPLE_TEXTS[frame.language].duties[member.role]}`;
  return (
    <Facts>
      <Fact name={texts.role}>{role}</Fact>
      <Fact name={texts.email}>{member.email}</Fact>
      <TimeFact name={texts.ends} at={expiresAt} language={frame.language} />
    </Facts>
  );
}

function AfterInvitation({ frame }: { readonly frame: Frame }) {
  const { invitation: texts } = SIGN_IN_TEXTS[frame.language];
  return (
    <>
      <h2>{texts.next}</h2>
      <ol>
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p class="soft">{texts.unexpected}</p>
    </>
  );
}

/** The address is for password managers, which keep it with the password. */
function PasswordFields({
  frame,
  email,
  button,
}: {
  readonly frame: Frame;
  readonly email: string;
  readonly button: string;
}) {
  return (
    <>
      <input type="email" name="username" value={email} autocomplete="username" readOnly hidden />
      <NewPassword frame={frame} />
      <Send text={button} />
    </>
  );
}

function NewPassword({ frame }: { readonly frame: Frame }) {
  const { newPassword, passwordHint } = SIGN_IN_TEXTS[frame.language];
  return (
    <Field
      name="password"
      label={newPassword}
      hint={passwordHint}
      type="password"
      required
      autocomplete="new-password"
      maxLength={200}
    />
  );
}

function Send({ text }: { readonly text: string }) {
  return <Submit look="main">{text}</Submit>;
}

type Outside = {
  readonly note?: string;
  /** What the form is about, if it takes more than a note: it stands beside the form where there is room. */
  readonly about?: ComponentChildren;
  readonly fields: ComponentChildren;
  readonly below?: ComponentChildren;
};

/** A form in the middle of a page without a menu. Its address is directly below the dashboard's. */
function outside(frame: Frame, heading: string, action: string, { note, about, fields, below }: Outside): string {
  return renderDashboard(
    { ...frame, viewer: null, menu: [] },
    heading,
    <section class={about === undefined ? 'card narrow' : 'card narrow beside'}>
      <p class="mark">Cobro</p>
      <h1>{heading}</h1>
      {note !== undefined && <p class="soft">{note}</p>}
      {about}
      {fields !== false && (
        <Form frame={{ ...frame, path: frame.root }} action={action}>
          {fields}
        </Form>
      )}
      {below}
    </section>,
  );
}
