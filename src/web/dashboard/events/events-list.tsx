// The events of a merchant, the newest first, of all types or of one.
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { toPage } from '../../../domain/base/paging.js';
import { EVENT_TYPES, EVENTS } from '../../../domain/orders/event-types.js';
import {
  eventCursor,
  type ListedEvent,
  listNewestEvents,
  parseEventCursor,
} from '../../../store/webhooks/event-lists.js';
import { formatEventId } from '../../../wire/webhooks/webhook-body.js';
import type { Frame } from '../frame/frame.js';
import { Select } from '../ui/form.js';
import { listSection } from '../ui/list-section.js';
import { Code, Empty, State, Time } from '../ui/parts.js';
import type { Visits } from '../visit.js';
import { EventGuides } from './event-page.js';
import { EVENTS_TEXTS } from './texts.js';

export function eventsList({ merchant }: Visits, { db }: Deps): void {
  listSection(merchant, {
    url: '/events',
    duty: 'see',
    texts: EVENTS_TEXTS,
    isCursor: (text) => parseEventCursor(text) !== null,
    async read({ visit, query, ask }) {
      const type = query.choice('type', EVENT_TYPES);
      return { page: toPage(await listNewestEvents(db, visit.merchant.scope, type, ask), ask, eventCursor) };
    },
    columns({ frame, texts }) {
      return [
        {
          name: texts.type,
          corner: 'top-left',
          cell: ({ orderId, sequence, type }) => (
            <>
              <a href={`${frame.path}/events/${formatEventId(orderId, sequence)}`}>
                {EVENTS[type].name[frame.language]}
              </a>
              <small>
                <Code>{type}</Code>
              </small>
            </>
          ),
        },
        {
          name: texts.order,
          corner: 'bottom-left',
          cell: ({ orderId, folio, productName }) => (
            <>
              <a href={`${frame.path}/orders/${formatOrderId(orderId)}`}>
                <Code>{folio}</Code>
              </a>
              <small>{productName}</small>
            </>
          ),
        },
        { name: texts.deliveries, corner: 'top-right', cell: (one) => <Deliveries event={one} frame={frame} /> },
        { name: texts.time, corner: 'bottom-right', cell: ({ at }) => <Time at={at} language={frame.language} /> },
      ];
    },
    page: ({ frame, texts, ask, isFiltered }) => ({
      intro: texts.note,
      fields: (
        <Select
          name="type"
          label={texts.type}
          choices={[
            { value: '', name: texts.allTypes },
            ...EVENT_TYPES.map((type) => ({
              value: type,
              name: `${EVENTS[type].name[frame.language]} · ${type}`,
            })),
          ]}
        />
      ),
      none:
        isFiltered || ask.at !== null ? (
          texts.noneOfType
        ) : (
          <Empty icon="pulse" title={texts.none} text={texts.noneNote} />
        ),
      below: <EventGuides frame={frame} />,
    }),
  });
}

function Deliveries({ event, frame }: { readonly event: ListedEvent; readonly frame: Frame }) {
  const texts = EVENTS_TEXTS[frame.language];
  const { deliveries, delivered, failed } = event;
  if (deliveries === 0) return <span class="soft">{texts.noDeliveries}</span>;
  const tone = failed > 0 ? 'bad' : delivered === deliveries ? 'good' : 'wait';
  return <State tone={tone}>{texts.delivered(delivered, deliveries)}</State>;
}
