// The webhooks that told of an event: where each is, and every attempt, with request and reply to open.

import { formatOrderId } from '../../../domain/base/identity.js';
import type { OrderEvent } from '../../../domain/orders/event.js';
import type { AttemptOfOrder } from '../../../store/webhooks/attempts.js';
import { type Frame, may } from '../frame/frame.js';
import { Form } from '../ui/form.js';
import { Code, State, Time, type Tone } from '../ui/parts.js';
import type { OrderView } from './order-view.js';
import { ORDER_TEXTS } from './texts.js';

type WebhooksProps = { readonly frame: Frame; readonly view: OrderView; readonly event: OrderEvent };

export function Webhooks({ frame, view, event }: WebhooksProps) {
  const texts = ORDER_TEXTS[frame.language].timeline;
  const deliveries = view.deliveries.filter(({ sequence }) => sequence === event.sequence);
  const attempts = view.attempts.filter(({ sequence }) => sequence === event.sequence);
  if (deliveries.length === 0 && attempts.length === 0)
    return <p class="soft">{`${event.type} · ${texts.noWebhooks}`}</p>;
  const urlOf = (id: string) => view.endpoints.find((endpoint) => endpoint.id === id)?.url ?? id;
  return (
    <details class="webhooks">
      <summary>
        <Code>{event.type}</Code> · {texts.webhooks(deliveries.length)}
        {isFailing(deliveries, attempts) && (
          <>
            {' '}
            · <strong class="bad-text">{texts.deliveries.failed}</strong>
          </>
        )}
      </summary>
      <ul>
        {deliveries.map(({ endpointId, state }) => (
          <li key={endpointId}>
            <div class="row middle">
              <State tone={TONES[state] ?? 'wait'}>{texts.deliveries[state]}</State>
              <span class="url">{urlOf(endpointId)}</span>
            </div>
            {attempts
              .filter((attempt) => attempt.endpointId === endpointId)
              .map((attempt) => (
                <Attempt key={attempt.number} frame={frame} attempt={attempt} />
              ))}
          </li>
        ))}
      </ul>
      {may(frame, 'develop') && deliveries.length > 0 && (
        <Form frame={frame} action={`/orders/${formatOrderId(view.order.uuid)}/events/${event.sequence}/resend`}>
          <button type="submit" class="small" aria-label={`${texts.resend}: ${event.type}`}>
            {texts.resend}
          </button>
        </Form>
      )}
    </details>
  );
}

/** Given up, or not delivered yet although it was tried. */
function isFailing(deliveries: OrderView['deliveries'], attempts: readonly AttemptOfOrder[]): boolean {
  return deliveries.some(
    ({ endpointId, state }) =>
      state === 'failed' ||
      (state === 'due' && attempts.some((one) => one.endpointId === endpointId && one.outcome !== 'delivered')),
  );
}

const TONES: Readonly<Record<string, Tone>> = { delivered: 'good', failed: 'bad', superseded: 'off', held: 'off' };

function Attempt({ frame, attempt }: { readonly frame: Frame; readonly attempt: AttemptOfOrder }) {
  const texts = ORDER_TEXTS[frame.language].timeline;
  const { reply, request } = attempt;
  return (
    <details class="attempt">
      <summary>
        {texts.attempt(attempt.number)} · {reply === null ? texts.noReply : reply.status} ·{' '}
        {texts.took(attempt.durationMs)} · <Time at={attempt.at} language={frame.language} />
      </summary>
      {attempt.reason !== null && <p>{attempt.reason}</p>}
      <h3>{texts.request}</h3>
      <pre class="wrapped">{`POST ${attempt.url}\n${headersOf(request.headers)}\n\n${request.body}`}</pre>
      {reply !== null && (
        <>
          <h3>{texts.reply}</h3>
          <pre class="wrapped">{`${reply.status}\n${headersOf(reply.headers ?? {})}\n\n${reply.body ?? ''}`}</pre>
        </>
      )}
      {attempt.nextAt !== null && (
        <p class="soft">
          {texts.nextAt}: <Time at={attempt.nextAt} language={frame.language} />
        </p>
      )}
    </details>
  );
}

function headersOf(headers: object): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}
