// Which e-mails customers get, in which language, and where their answers go.
import { EMAIL_KINDS, type EmailKind } from '../../../domain/messages/email.js';
import { LANGUAGES, type MessageSettings } from '../../../domain/messages/message-settings.js';
import { type Frame, may } from '../frame/frame.js';
import { MESSAGES_TEXTS } from '../messages/texts.js';
import { Field, Form, Hidden, Select } from '../ui/form.js';
import { Callout, Card, State } from '../ui/parts.js';
import { renderSettings, Save } from './settings-frame.js';
import { SETTINGS_TEXTS } from './texts.js';

type MessagesSettingsView = {
  readonly settings: MessageSettings;
  /** Whether live e-mails can be sent at all. */
  readonly hasServer: boolean;
};

export function renderMessagesSettings(frame: Frame, view: MessagesSettingsView): string {
  const texts = SETTINGS_TEXTS[frame.language];
  return renderSettings(frame, {
    tab: 'messages',
    title: texts.messages.kinds,
    children: (
      <>
        {!view.hasServer && <Callout tone="wait">{texts.messages.noServer}</Callout>}
        <div class="two">
          <Card title={texts.messages.kinds}>
            <p class="soft">{texts.messages.note}</p>
            <ul class="kinds">
              {EMAIL_KINDS.map((kind) => (
                <Kind key={kind} frame={frame} view={view} kind={kind} />
              ))}
            </ul>
          </Card>
          <Card title={texts.messages.general}>
            <General frame={frame} view={view} />
          </Card>
        </div>
      </>
    ),
  });
}

type ViewProps = { readonly frame: Frame; readonly view: MessagesSettingsView };

function Kind({ frame, view, kind }: ViewProps & { readonly kind: EmailKind }) {
  const { messages } = SETTINGS_TEXTS[frame.language];
  const { isOn, texts } = view.settings.kinds[kind];
  const hasOwn = Object.values(texts).some(({ subject, introduction }) => subject !== '' || introduction !== '');
  const name = MESSAGES_TEXTS[frame.language].kind[kind];
  return (
    <li>
      <div>
        <h3 class="row middle">
          {name} <State tone={isOn ? 'good' : 'off'}>{isOn ? messages.on : messages.off}</State>
        </h3>
        <p class="soft">
          {messages.when[kind]} {hasOwn && messages.own}
        </p>
      </div>
      <div class="actions">
        <a
          class="button small"
          href={`${frame.path}/settings/messages/${kind}`}
          aria-label={`${messages.edit}: ${name}`}
        >
          {messages.edit}
        </a>
        {may(frame, 'manage') && (
          <Form frame={frame} action={`/settings/messages/${kind}/switch`} class="inline">
            <Hidden name="to" value={isOn ? 'off' : 'on'} />
            <button
              type="submit"
              class="small"
              aria-label={`${isOn ? messages.switchOff : messages.switchOn}: ${name}`}
            >
              {isOn ? messages.switchOff : messages.switchOn}
            </button>
          </Form>
        )}
      </div>
    </li>
  );
}

function General({ frame, view: { settings } }: ViewProps) {
  const { messages } = SETTINGS_TEXTS[frame.language];
  return (
    <Form frame={frame} action="/settings/messages">
      <Select
        name="language"
        label={messages.language}
        hint={messages.languageHint}
        value={settings.language}
        choices={LANGUAGES.map((language) => ({ value: language, name: messages.languages[language] }))}
      />
      <Field
        name="reply_to"
        type="email"
        label={messages.replyTo}
        hint={messages.replyToHint}
        value={settings.replyTo ?? ''}
        maxLength={254}
      />
      <Field
        name="reminder_hours"
        inputMode="numeric"
        class="sum"
        label={messages.reminder}
        hint={messages.reminderHint}
        value={settings.reminderHours === null ? '' : String(settings.reminderHours)}
        placeholder="24"
        maxLength={3}
      />
      <Save frame={frame} />
    </Form>
  );
}
