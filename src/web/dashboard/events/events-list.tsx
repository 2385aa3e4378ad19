// The events of a merchant, the newest first, of all types or of one.
import type { Deps } from '../../../deps.js';
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
import { AnySelect } from '../ui/filters.js';
import { listSection } from '../ui/list-section.js';
import { Empty, State } from '../ui/parts.js';
import { Guides } from '../ui/source.js';
import type { Visits } from '../visit.js';
import { EVENTS_TEXTS } from './texts.js';

export function eventsList({ merchant }: Visits, { db }: Deps): void {
  listSection(merchant, {
    url: '/events',
    duty: 'develop',
    texts: EVENTS_TEXTS,
    isCursor: (text) => parseEventCursor(text) !== null,
    async read({ visit, query, ask }) {
      const type = query.choice('type', EVENT_TYPES);
      return { page: toPage(await listNewestEvents(db, visit.merchant.scope, type, ask), ask, eventCursor) };
    },
    columns({ frame, column, texts }) {
      return [
        {
          name: texts.type,
          corner: 'top-left',
          cell: ({ orderId, sequence, type }) => (
            <a href={`${frame.path}/events/${formatEventId(orderId, sequence)}`}>{EVENTS[type].name[frame.language]}</a>
          ),
        },
        column.code(texts.name, 'bottom-left', ({ type }) => type),
        column.order(texts.order, 'below', ({ orderId, folio, productName }) => ({
          orderId,
          folio,
          aside: productName,
        })),
        { name: texts.deliveries, corner: 'top-right', cell: (one) => <Deliveries event={one} frame={frame} /> },
        column.moment(texts.time, 'bottom-right', ({ at }) => at),
      ];
    },
    page: ({ frame, texts, ask, isFiltered }) => ({
      fields: (
        <AnySelect
          frame={frame}
          name="type"
          label={texts.type}
          any={texts.allTypes}
          names={Object.fromEntries(
            EVENT_TYPES.map((type) => [type, `${EVENTS[type].name[frame.language]} · ${type}`]),
          )}
        />
      ),
      none:
        isFiltered || ask.at !== null ? (
          texts.noneOfType
        ) : (
          <Empty icon="pulse" title={texts.none} text={texts.noneNote} />
        ),
      below: <Guides frame={frame} pages={texts.guides} />,
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
