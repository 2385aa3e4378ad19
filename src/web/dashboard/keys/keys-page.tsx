// The form for a new key, one key with what can be done to it, and the page that shows a new key this once.
import { isLastPrivate, isWorking } from '../../../actions/accounts/manage-own-keys.js';
import { limitsOf, type Right } from '../../../domain/accounts/right.js';
import type { KeyRecord } from '../../../store/accounts/accounts.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { Boxes, Check, Field, Form, Hidden, LongField, Select, Sure } from '../ui/form.js';
import { Callout, Card, Code, Fact, Facts, LinkButton, State, Time, TimeFact } from '../ui/parts.js';
import { shortMoment } from '../ui/short-time.js';
import { Guides, ToCopy } from '../ui/source.js';
import { KEYS_TEXTS, type KeysTexts } from './texts.js';

export function Limits({ record, texts }: { readonly record: KeyRecord; readonly texts: KeysTexts }) {
  const { rights, addresses } = record;
  return (
    <>
      {rights === null ? wholeRights(record, texts) : texts.restricted(rights.length)}
      {addresses !== null && (
        <small>
          {texts.from} {addresses.length === 1 ? addresses[0] : addresses.length}
        </small>
      )}
    </>
  );
}

function wholeRights({ kind }: KeyRecord, texts: KeysTexts): string {
  return kind === 'public' ? texts.publicRights : texts.allRights;
}

type StateProps = { readonly record: KeyRecord; readonly now: number; readonly texts: KeysTexts };

export function KeyState({ record, now, texts }: StateProps) {
  if (record.revoked_at !== null) return <State tone="off">{texts.revoked}</State>;
  if (record.ends_at === null) return <State tone="good">{texts.working}</State>;
  return record.ends_at > now ? <State tone="wait">{texts.ends}</State> : <State tone="off">{texts.ended}</State>;
}

/** `formId` becomes the id of the key, so that the form makes one key however often it is sent. */
type NewKeyView = { readonly formId: string; readonly rights: readonly Right[] };

export function renderNewKeyPage(frame: Frame, { formId, rights }: NewKeyView): string {
  const texts = KEYS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.newTitle, back: { href: `${frame.path}/keys`, name: texts.title } },
    <Card class="narrow-page">
      <Form frame={frame} action="/keys">
        <Hidden name="form" value={formId} />
        <Field name="name" label={texts.name} hint={texts.nameHint} maxLength={255} autocomplete="off" />
        <Select
          name="kind"
          label={texts.kind}
          hint={texts.kindHint}
          choices={(['private', 'public'] as const).map((value) => ({ value, name: texts.kinds[value] }))}
        />
        <div class="fields of-private">
          <Boxes name="may" label={texts.rights}>
            <Check name="may" choice="all" label={texts.mayAll} isOn />
            <Check name="may" choice="chosen" label={texts.mayChosen} />
          </Boxes>
          <Boxes name="rights" label={texts.chosen}>
            {rights.map((right) => (
              <Check key={right} name={`right_${right}`} label={texts.rightNames[right]} />
            ))}
          </Boxes>
        </div>
        <LongField name="addresses" label={texts.addresses} hint={texts.addressesHint} rows={3} maxLength={4_000} />
        <p class="soft">{texts.onceAhead}</p>
        <Submit look="main">{texts.create}</Submit>
      </Form>
    </Card>,
  );
}

type MadeKey = { readonly id: string; readonly key: string; readonly oldEndsAt: number | null };

/** The only page that ever shows the key. */
export function renderMadeKeyPage(frame: Frame, { key, oldEndsAt }: MadeKey): string {
  const texts = KEYS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.made },
    <Card>
      <p>{texts.once}</p>
      <ToCopy text={key} frame={frame} words={texts} />
      {oldEndsAt !== null && <p class="soft">{texts.oldEnds(shortMoment(oldEndsAt, frame.language))}</p>}
      <p>
        <LinkButton href={`${frame.path}/keys`} look="main" text={texts.kept} />
      </p>
    </Card>,
  );
}

type KeyView = {
  readonly record: KeyRecord;
  readonly all: readonly KeyRecord[];
  readonly now: number;
  readonly formId: string;
};

export function renderKeyPage(frame: Frame, view: KeyView): string {
  const { record, now } = view;
  const { language } = frame;
  const texts = KEYS_TEXTS[language];
  return renderPage(
    frame,
    {
      title: record.name ?? record.prefix,
      heading: <Code>{record.prefix}…</Code>,
      back: { href: `${frame.path}/keys`, name: texts.title },
      aside: <KeyState record={record} now={now} texts={texts} />,
    },
    <>
      <Card>
        <Facts>
          <Fact name={texts.name}>{record.name ?? texts.unnamed}</Fact>
          <Fact name={texts.kind}>{texts.kinds[record.kind]}</Fact>
          <TimeFact name={texts.created} at={record.created_at} language={language} />
          <Fact name={texts.lastUsed}>
            {record.last_used_at === null ? texts.never : <Time at={record.last_used_at} language={language} />}
          </Fact>
          {record.ends_at !== null && (
            <TimeFact name={record.ends_at > now ? texts.ends : texts.ended} at={record.ends_at} language={language} />
          )}
          <TimeFact name={texts.revoked} at={record.revoked_at} language={language} />
          <Fact name={texts.limits}>
            {record.rights === null
              ? wholeRights(record, texts)
              : record.rights.map((right) => texts.rightNames[right]).join('; ')}
          </Fact>
          <Fact name={texts.addresses}>{record.addresses?.join(', ') ?? texts.anywhere}</Fact>
        </Facts>
        {isWorking(record, now) && (
          <p class="soft">
            {record.ends_at === null && texts.rollAhead} {texts.revokeAhead}
          </p>
        )}
      </Card>
      {isWorking(record, now) && frame.viewer !== null && <KeyTools frame={frame} view={view} texts={texts} />}
      <Guides frame={frame} pages={texts.guides} />
    </>,
  );
}

type ToolsProps = { readonly frame: Frame; readonly view: KeyView; readonly texts: KeysTexts };

function KeyTools({ frame, view, texts }: ToolsProps) {
  const { record, all, now, formId } = view;
  const action = `/keys/${record.id}`;
  const isLast = isLastPrivate(record, all, now);
  return (
    <div class="tools">
      {record.ends_at === null && (
        <AskForm frame={frame} action={`${action}/roll`} label={texts.roll}>
          <p>{texts.rollNote}</p>
          <Hidden name="form" value={formId} />
          <Select
            name="grace"
            label={texts.grace}
            value="24"
            choices={(['24', '168', '1', '0'] as const).map((value) => ({ value, name: texts.graces[value] }))}
          />
          <Submit look="main">{texts.rollSure}</Submit>
        </AskForm>
      )}
      <AskForm frame={frame} action={`${action}/revoke`} label={texts.revoke} kind="danger">
        <p>{texts.revokeNote}</p>
        {isLast && <Callout tone="bad">{texts.lastNote}</Callout>}
        {isLast && <Hidden name="last" value="yes" />}
        <Sure text={FRAME_TEXTS[frame.language].sure} />
        <Submit look="danger">{texts.revokeSure}</Submit>
      </AskForm>
      {record.ends_at !== null && limitsOf(record) === null && <p class="soft">{texts.endingNote}</p>}
    </div>
  );
}
