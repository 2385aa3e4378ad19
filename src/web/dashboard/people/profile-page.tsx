// One's own account: name, password, second factor, sessions, and what one is written about.
import { totpAddress } from '../../../domain/people/totp.js';
import type { SessionRecord } from '../../../store/people/sessions.js';
import { Qr } from '../../pay/voucher/qr.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { NewsByEmail, type NewsChoices } from '../news/news-page.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { Field, Form } from '../ui/form.js';
import { Callout, Card, Code, Fact, Facts, LinkButton } from '../ui/parts.js';
import { Proof } from './people-page.js';
import { SessionsTable } from './sessions-table.js';
import { PEOPLE_TEXTS } from './texts.js';

type ProfileView = {
  /** A second factor that waits for its first code. */
  readonly seed: string | null;
  readonly hasSecondFactor: boolean;
  /** Whether nothing else can be done before there is one. */
  readonly isNeeded: boolean;
  readonly recoveryCodes: number;
  readonly sessions: readonly SessionRecord[];
  readonly ownSession: string | null;
  /** What the phone's app calls this service. */
  readonly issuer: string;
  /** What they may be written about; null at the desk. */
  readonly news: NewsChoices | null;
};

type Props = { readonly frame: Frame; readonly view: ProfileView };

export function renderProfilePage(frame: Frame, view: ProfileView): string {
  const texts = PEOPLE_TEXTS[frame.language];
  const { profile } = texts;
  return renderPage(
    frame,
    { title: profile.title },
    <>
      {view.isNeeded && <Callout tone="wait">{profile.factorNeeded}</Callout>}
      <div class="two">
        <div class="stack">
          <About frame={frame} />
          <SecondFactor frame={frame} view={view} />
          <Card title={texts.sessions} aside={view.sessions.length > 1 && <EndOthers frame={frame} />}>
            <SessionsTable frame={frame} sessions={view.sessions} own={view.ownSession} action="/profile/sessions" />
          </Card>
        </div>
        <div class="stack">
          <Password frame={frame} />
          {view.news !== null && <NewsByEmail frame={frame} choices={view.news} />}
        </div>
      </div>
    </>,
  );
}

function About({ frame }: { readonly frame: Frame }) {
  const texts = PEOPLE_TEXTS[frame.language];
  const person = frame.viewer?.person;
  const role = frame.viewer?.role;
  return (
    <Card title={texts.profile.you}>
      <Facts>
        <Fact name={texts.email}>{person?.email}</Fact>
        <Fact name={texts.role}>{role !== undefined && FRAME_TEXTS[frame.language].roles[role]}</Fact>
      </Facts>
      <Form frame={frame} action="/profile">
        <Field name="name" label={texts.name} value={person?.name ?? ''} required maxLength={100} autocomplete="name" />
        <Submit>{texts.profile.save}</Submit>
      </Form>
    </Card>
  );
}

function Password({ frame }: { readonly frame: Frame }) {
  const { profile } = PEOPLE_TEXTS[frame.language];
  return (
    <Card title={profile.password}>
      <p class="soft">{profile.passwordNote}</p>
      <Form frame={frame} action="/profile/password">
        <Current frame={frame} />
        <Field
          name="password"
          label={profile.newPassword}
          hint={profile.passwordHint}
          type="password"
          required
          maxLength={200}
          autocomplete="new-password"
        />
        <Submit>{profile.changePassword}</Submit>
      </Form>
    </Card>
  );
}

function Current({ frame }: { readonly frame: Frame }) {
  const label = PEOPLE_TEXTS[frame.language].profile.current;
  return <Field name="current" label={label} type="password" required autocomplete="current-password" />;
}

function SecondFactor({ frame, view }: Props) {
  const { profile } = PEOPLE_TEXTS[frame.language];
  if (view.hasSecondFactor) return <SecondFactorOn frame={frame} view={view} />;
  return (
    <Card title={profile.factor}>
      {view.seed === null && <p class="soft">{profile.factorOff}</p>}
      {view.seed !== null && <Confirm frame={frame} view={view} seed={view.seed} />}
      {view.seed === null && (
        <Form frame={frame} action="/profile/second-factor">
          <Current frame={frame} />
          <Submit look="main">{profile.start}</Submit>
        </Form>
      )}
    </Card>
  );
}

function Confirm({ frame, view, seed }: Props & { readonly seed: string }) {
  const { profile } = PEOPLE_TEXTS[frame.language];
  const address = totpAddress(seed, { email: frame.viewer?.person.email ?? '', issuer: view.issuer });
  return (
    <>
      <p>{profile.scan}</p>
      <Qr text={address} label={profile.qr} />
      <p>
        {profile.seed}
        <br />
        <span class="seed">{(seed.match(/.{1,4}/g) ?? []).join(' ')}</span>
      </p>
      <Form frame={frame} action="/profile/second-factor/confirm">
        <Field
          name="code"
          label={profile.code}
          inputMode="numeric"
          required
          maxLength={10}
          autocomplete="one-time-code"
          class="sum"
        />
        <Submit look="main">{profile.confirm}</Submit>
      </Form>
    </>
  );
}

function SecondFactorOn({ frame, view }: Props) {
  const { profile } = PEOPLE_TEXTS[frame.language];
  return (
    <Card title={profile.factor}>
      {view.recoveryCodes === 0 ? (
        <Callout tone="wait">{profile.noCodes}</Callout>
      ) : (
        <p>{profile.factorOn(view.recoveryCodes)}</p>
      )}
      <div class="tools">
        <AskForm
          frame={frame}
          action="/profile/recovery-codes"
          label={profile.newCodes}
          {...(view.recoveryCodes === 0 && { kind: 'main' })}
        >
          <Proof frame={frame} />
          <Submit>{profile.newCodes}</Submit>
        </AskForm>
        <AskForm frame={frame} action="/profile/second-factor/off" label={profile.stop}>
          <p>{profile.stopNote}</p>
          <Proof frame={frame} />
          <Submit look="danger">{profile.stop}</Submit>
        </AskForm>
      </div>
    </Card>
  );
}

function EndOthers({ frame }: { readonly frame: Frame }) {
  return (
    <Form frame={frame} action="/profile/sessions" class="inline">
      <Submit look="small">{PEOPLE_TEXTS[frame.language].endOthers}</Submit>
    </Form>
  );
}

/** Shown once. */
export function renderRecoveryCodes(frame: Frame, codes: readonly string[]): string {
  const { profile } = PEOPLE_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: profile.codes, back: { href: `${frame.path}/profile`, name: profile.title } },
    <Card>
      <p>{profile.codesNote}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <p>
        <LinkButton href={`${frame.path}/profile`} look="main" text={profile.kept} />
      </p>
    </Card>,
  );
}
