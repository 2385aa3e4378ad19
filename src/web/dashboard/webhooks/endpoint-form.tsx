// The form of a new endpoint, and of changes to one.

import { DEFAULT_EVENTS, EVENT_TYPES, EVENTS } from '../../../domain/orders/event-types.js';
import type { Endpoint } from '../../../domain/webhooks/endpoint.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Submit } from '../ui/buttons.js';
import { Boxes, Check, Field, Form, Hidden, Select } from '../ui/form.js';
import { Card } from '../ui/parts.js';
import { Guides } from '../ui/source.js';
import { WEBHOOKS_TEXTS } from './texts.js';

type EndpointForm = {
  /** null: a new one. */
  readonly endpoint: Endpoint | null;
  /** The versions that can be chosen, the newest first. */
  readonly versions: readonly string[];
  /** The account's own version. */
  readonly version: string;
};

export function renderEndpointForm(frame: Frame, { endpoint, versions, version }: EndpointForm): string {
  const texts = WEBHOOKS_TEXTS[frame.language];
  const title = endpoint === null ? texts.newTitle : texts.editTitle;
  // All of an address takes three lines on a phone, and stands in its field.
  const backName = endpoint === null ? texts.title : new URL(endpoint.url).host;
  const back = endpoint === null ? '/webhooks' : `/webhooks/${endpoint.id}`;
  const chosen = endpoint?.interfaceVersion ?? version;
  const events: readonly string[] = endpoint?.events ?? DEFAULT_EVENTS;
  const isTest = frame.viewer?.kind === 'merchant' && frame.viewer.mode === 'test';
  return renderPage(
    frame,
    { title: title, back: { href: frame.path + back, name: backName } },
    <>
      <Card>
        <Form frame={frame} action={endpoint === null ? '/webhooks' : `${back}/edit`}>
          {endpoint !== null && <Hidden name="seen" value={seenOf(endpoint)} />}
          <Field
            name="url"
            type="url"
            label={texts.url}
            hint={isTest ? texts.urlHintTest : texts.urlHint}
            value={endpoint?.url ?? ''}
            maxLength={2048}
            autocomplete="off"
            required
          />
          <Boxes name="events" label={texts.events} hint={texts.eventsHint}>
            {EVENT_TYPES.map((type) => (
              <Check
                key={type}
                name={`event_${type}`}
                label={`${EVENTS[type].name[frame.language]} · ${type}`}
                isOn={events.includes(type)}
              />
            ))}
          </Boxes>
          <Hidden name="webhookType" value={endpoint?.kind ?? 'primary'} />
          <div class="row">
            <Select
              name="interface_version"
              class="grow"
              label={texts.version}
              hint={texts.versionHint}
              value={chosen}
              choices={[...new Set([chosen, ...versions])]
                .sort()
                .reverse()
                .map((value) => ({
                  value,
                  name: value === chosen && endpoint !== null ? texts.versionKept(value) : value,
                }))}
            />
          </div>
          <Submit look="main">{endpoint === null ? texts.create : texts.save}</Submit>
        </Form>
      </Card>
      <Guides frame={frame} pages={texts.guides} />
    </>,
  );
}

/** What the form showed, to notice that somebody else changed it meanwhile. */
export function seenOf({ url, kind, events, interfaceVersion }: Endpoint): string {
  return [url, kind, interfaceVersion, ...events].join(' ');
}
