// One event: its body as endpoints get it, what became of it at each endpoint, and one attempt with request and reply.

import type { PositionedEvent } from '../../../domain/orders/event.js';
import { EVENTS } from '../../../domain/orders/event-types.js';
import type { Delivery, DeliveryAttempt, DeliveryExplanation } from '../../../domain/webhooks/endpoint.js';
import { formatEventId } from '../../../wire/webhooks/webhook-body.js';
import { type Frame, may } from '../frame/frame.js';
import { renderDashboard, renderPage } from '../frame/layout.js';
import { Form } from '../ui/form.js';
import {
  Card,
  CodeFact,
  CopyFact,
  Fact,
  Facts,
  OrderLink,
  PageHead,
  Pager,
  State,
  TimeFact,
  type Tone,
} from '../ui/parts.js';
import { ShortTime } from '../ui/short-time.js';
import { Guides, Source } from '../ui/source.js';
import { OutcomeState } from '../webhooks/endpoint-page.js';
import { explainReason } from '../webhooks/reasons.js';
import { WEBHOOKS_TEXTS } from '../webhooks/texts.js';
import { EVENTS_TEXTS } from './texts.js';

export type EventView = {
  readonly found: PositionedEvent;
  readonly explanations: readonly DeliveryExplanation[];
  readonly attempts: readonly DeliveryAttempt[];
  /** The body in each version that an endpoint or the account has. */
  readonly bodies: readonly { readonly version: string; readonly body: string }[];
};

export function renderEventPage(frame: Frame, view: EventView): string {
  const { language } = frame;
  const texts = EVENTS_TEXTS[language];
  const { order, event } = view.found;
  const id = formatEventId(order.uuid, event.sequence);
  const name = `${EVENTS[event.type].name[language]} · ${order.folio}`;
  return renderDashboard(
    frame,
    name,
    <>
      <PageHead title={name} back={{ href: `${frame.path}/events`, name: texts.title }}>
        {may(frame, 'develop') && (
          <Form frame={frame} action={`/events/${id}/redeliver`}>
            <button type="submit" class="main" title={texts.redeliverNote}>
              {texts.redeliver}
            </button>
          </Form>
        )}
      </PageHead>
      <Card>
        <Facts>
          <CodeFact name={texts.type}>{event.type}</CodeFact>
          <Fact name={texts.order}>
            <OrderLink frame={frame} id={order.uuid} folio={order.folio} />
          </Fact>
          <TimeFact name={texts.time} at={event.createdAt} language={language} hasSeconds />
          <CopyFact frame={frame} name={texts.id} text={id} />
        </Facts>
      </Card>
      <Card title={texts.deliveries}>
        {view.explanations.length === 0 && <p class="soft">{texts.noEndpoints}</p>}
        {view.explanations.map((explanation) => (
          <AtEndpoint key={explanation.endpoint.id} frame={frame} view={view} explanation={explanation} />
        ))}
      </Card>
      <Card title={texts.body}>
        <p class="soft">{texts.bodyNote}</p>
        {view.bodies.map(({ version, body }, index) =>
          index === 0 ? (
            <Source key={version} name={texts.bodyOf(version)} text={body} />
          ) : (
            <details key={version} class="more">
              <summary>{texts.bodyOf(version)}</summary>
              <Source name={texts.bodyOf(version)} text={body} />
            </details>
          ),
        )}
      </Card>
      <Guides frame={frame} pages={texts.guides} />
    </>,
  );
}

export const DELIVERY_TONES: Readonly<Record<Delivery['state'], Tone>> = {
  due: 'wait',
  waiting: 'wait',
  held: 'off',
  delivered: 'good',
  failed: 'bad',
  superseded: 'off',
};

type AtEndpointProps = {
  readonly frame: Frame;
  readonly view: EventView;
  readonly explanation: DeliveryExplanation;
};

function AtEndpoint({ frame, view, explanation }: AtEndpointProps) {
  const { language } = frame;
  const texts = EVENTS_TEXTS[language];
  const { endpoint, delivery, isSubscribed } = explanation;
  const attempts = view.attempts.filter(({ endpointId }) => endpointId === endpoint.id);
  const { order, event } = view.found;
  const lines = attempts
    .slice(-MOST_SHOWN)
    .toReversed()
    .map((attempt) => (
      <li key={attempt.number}>
        <a
          href={`${frame.path}/events/${formatEventId(order.uuid, event.sequence)}/attempts/${endpoint.id}/${attempt.number}`}
        >
          {texts.attempt(attempt.number)}
        </a>
        {' · '}
        <ShortTime at={attempt.at} frame={frame} hasSeconds />{' '}
        <OutcomeState {...attempt} nextAt={attempt === attempts.at(-1) ? attempt.nextAt : null} frame={frame} />
      </li>
    ));
  return (
    <div class="stack delivery">
      <div class="row middle">
        {delivery === null ? (
          <State tone="off">{isSubscribed ? texts.nothing : texts.unsubscribed}</State>
        ) : (
          <State tone={DELIVERY_TONES[delivery.state]}>
            {delivery.state === 'due' && attempts.length > 0
              ? texts.retried
              : WEBHOOKS_TEXTS[language].deliveryStates[delivery.state]}
          </State>
        )}
        <a class="url" href={`${frame.path}/webhooks/${endpoint.id}`}>
          {endpoint.url}
        </a>
      </div>
      {attempts.length > 0 && (
        <>
          <ul class="bare">{lines.slice(0, 1)}</ul>
          {lines.length > 1 && (
            <details>
              <summary>{texts.earlier(lines.length - 1)}</summary>
              <ul class="timeline">{lines.slice(1)}</ul>
            </details>
          )}
        </>
      )}
    </div>
  );
}

/** Of each endpoint, the newest. */
const MOST_SHOWN = 25;

/** `attempts`: all at this endpoint, the oldest first. */
export type AttemptView = Pick<EventView, 'found' | 'attempts'> & { readonly attempt: DeliveryAttempt };

export function renderAttemptPage(frame: Frame, { found, attempt, attempts }: AttemptView): string {
  const { language } = frame;
  const texts = { ...WEBHOOKS_TEXTS[language], ...EVENTS_TEXTS[language] };
  const { order, event } = found;
  const id = formatEventId(order.uuid, event.sequence);
  const { reply, request, endpointId, number } = attempt;
  const last = attempts.at(-1)?.number ?? number;
  const nextAt = number === last ? attempt.nextAt : null;
  const step = (to: number) =>
    attempts.some((one) => one.number === to) ? { href: String(to), name: texts.attempt(to) } : null;
  return renderPage(
    frame,
    {
      title: texts.attemptOf(number, last),
      back: { href: `${frame.path}/events/${id}`, name: `${EVENTS[event.type].name[language]} · ${order.folio}` },
      aside: <OutcomeState {...attempt} reason={null} nextAt={nextAt} frame={frame} />,
    },
    <>
      <Card>
        <Facts>
          <Fact name={texts.result}>
            {attempt.reason === null ? `HTTP ${reply?.status}` : explainReason(attempt.reason, language).text}
          </Fact>
          <TimeFact name={texts.time} at={attempt.at} language={language} hasSeconds />
          <Fact name={texts.duration}>{attempt.durationMs} ms</Fact>
          <TimeFact name={texts.nextTry} at={nextAt} language={language} hasSeconds />
          <Fact name={texts.url}>
            <a class="url" href={`${frame.path}/webhooks/${endpointId}`}>
              {attempt.url}
            </a>
          </Fact>
        </Facts>
      </Card>
      <Card title={texts.reply}>
        {reply?.body ? (
          <Source name={texts.replyBody} text={reply.body} />
        ) : (
          <p class="soft">{reply === null ? texts.noReply : texts.noAnswer}</p>
        )}
        {reply?.headers && (
          <details class="more">
            <summary>{texts.replyHeaders}</summary>
            <Source name={texts.replyHeaders} text={headerLines(reply.headers)} />
          </details>
        )}
      </Card>
      <Card title={texts.request}>
        <Source name={texts.requestBody} text={request.body} />
        <details class="more">
          <summary>{texts.requestHeaders}</summary>
          <Source name={texts.requestHeaders} text={headerLines(request.headers)} />
        </details>
      </Card>
      <Pager previous={step(number - 1)} next={step(number + 1)} />
    </>,
  );
}

function headerLines(headers: object): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
