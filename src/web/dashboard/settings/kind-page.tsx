// The texts of one kind of e-mail, beside how it looks.

import type { Language } from '../../../domain/base/language.js';
import type { EmailKind } from '../../../domain/messages/email.js';
import type { EmailContent } from '../../../domain/messages/email-content.js';
import {
  LANGUAGES,
  LONGEST_INTRODUCTION,
  LONGEST_SUBJECT,
  type MessageSettings,
  PLACEHOLDERS,
} from '../../../domain/messages/message-settings.js';
import { EMAIL_TEXTS } from '../../../domain/messages/texts.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { MESSAGES_TEXTS } from '../messages/texts.js';
import { Submit } from '../ui/buttons.js';
import { Field, Form, LongField } from '../ui/form.js';
import { Callout, Card, Code, State } from '../ui/parts.js';
import { Tabs } from '../ui/tabs.js';
import { EmailView } from './email-view.js';
import { SETTINGS_TEXTS } from './texts.js';

type KindView = {
  readonly kind: EmailKind;
  /** Of the texts on this page. */
  readonly language: Language;
  readonly settings: MessageSettings;
  readonly email: EmailContent;
  /** Whether the e-mail shows what was typed instead of what is saved. */
  readonly isUnsaved: boolean;
};

export function renderKindPage(frame: Frame, view: KindView): string {
  const texts = SETTINGS_TEXTS[frame.language];
  const { kind, language } = view;
  const { isOn } = view.settings.kinds[kind];
  const title = MESSAGES_TEXTS[frame.language].kind[kind];
  return renderPage(
    frame,
    {
      title: title,
      back: { href: `${frame.path}/settings/messages`, name: texts.title },
      aside: <State tone={isOn ? 'good' : 'off'}>{isOn ? texts.messages.on : texts.messages.off}</State>,
    },
    <>
      <p class="soft">{texts.messages.when[kind]}</p>
      <Tabs
        label={texts.texts.languagesName}
        tabs={LANGUAGES.map((one) => ({
          name: texts.messages.languages[one],
          href: `${frame.path}/settings/messages/${kind}?texts=${one}`,
          isHere: one === language,
        }))}
      />
      <div class="halves">
        <Card>
          <Texts frame={frame} view={view} />
        </Card>
        <Card title={texts.texts.preview}>
          {view.isUnsaved ? (
            <Callout tone="wait">{texts.texts.unsaved}</Callout>
          ) : (
            <p class="soft">{texts.texts.previewNote}</p>
          )}
          <EmailView email={view.email} />
        </Card>
      </div>
    </>,
  );
}

/** The text to customers may be in another language than the page. */
function Usual(props: { readonly name: string; readonly language: Language; readonly text: string }) {
  return (
    <>
      {props.name} <span lang={props.language}>{props.text}</span>
    </>
  );
}

function Texts({ frame, view }: { readonly frame: Frame; readonly view: KindView }) {
  const { texts, save, cannot } = SETTINGS_TEXTS[frame.language];
  const { kind, language, settings } = view;
  const own = settings.kinds[kind].texts[language];
  const usual = EMAIL_TEXTS[language].kinds[kind];
  const action = `/settings/messages/${kind}/${language}`;
  return (
    <Form frame={frame} action={action}>
      <p class="soft">{texts.note}</p>
      <p class="places">
        {PLACEHOLDERS.map((place) => (
          <button key={place} type="button" class="small" data-insert={`{${place}}`}>
            <Code>{`{${place}}`}</Code> {texts.places[place]}
          </button>
        ))}
      </p>
      <Field
        name={`kinds.${kind}.${language}.subject`}
        label={texts.subject}
        hint={<Usual name={texts.usualSubject} language={language} text={usual.subject} />}
        value={own.subject}
        maxLength={LONGEST_SUBJECT}
      />
      <LongField
        name={`kinds.${kind}.${language}.introduction`}
        label={texts.introduction}
        hint={<Usual name={texts.usualIntroduction} language={language} text={usual.introduction.replace('\n', ' ')} />}
        value={own.introduction}
        rows={5}
        maxLength={LONGEST_INTRODUCTION}
      />
      {may(frame, 'manage') ? (
        <p class="row">
          <Submit look="main">{save}</Submit>
          <button type="submit" formaction={`${frame.path}${action}/preview`}>
            {texts.previewButton}
          </button>
        </p>
      ) : (
        <p class="soft">{cannot}</p>
      )}
    </Form>
  );
}
