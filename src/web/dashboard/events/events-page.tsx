// The events of a merchant, the newest first, of all types or of one.

import { formatOrderId } from '../../../domain/base/identity.js';
import { EVENT_TYPES, type EventType } from '../../../domain/orders/event.js';
import type { ListedEvent } from '../../../store/webhooks/event-lists.js';
import { formatEventId } from '../../../wire/webhooks/webhook-body.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/frame-texts.js';
import { renderDashboard } from '../frame/layout.js';
import { Card, Code, Empty, PageHead, Pager, State, Time } from '../ui/parts.js';
import { Guides } from '../ui/source.js';
import { Table } from '../ui/table.js';
import { EVENTS_TEXTS } from './texts.js';

export type EventsView = {
  readonly type: EventType | null;
  readonly events: readonly ListedEvent[];
  /** Queries of the pages beside this one; null if there is none. */
  readonly newer: string | null;
  readonly older: string | null;
};

export function renderEventsPage(frame: Frame, view: EventsView): string {
  const texts = EVENTS_TEXTS[frame.language];
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title} />
      <p class="soft">{texts.note}</p>
      <Filter frame={frame} type={view.type} />
      <Card>
        <EventTable frame={frame} view={view} />
        <Pager
          previous={view.newer === null ? null : { href: `${frame.path}/events?${view.newer}`, name: texts.newer }}
          next={view.older === null ? null : { href: `${frame.path}/events?${view.older}`, name: texts.older }}
        />
      </Card>
      <EventGuides frame={frame} />
    </>,
  );
}

function Filter({ frame, type }: { readonly frame: Frame; readonly type: EventType | null }) {
  const texts = EVENTS_TEXTS[frame.language];
  const { event } = FRAME_TEXTS[frame.language];
  return (
    <form method="get" action={`${frame.path}/events`} class="row">
      <label>
        {texts.type}
        <select name="type">
          <option value="">{texts.allTypes}</option>
          {EVENT_TYPES.map((one) => (
            <option key={one} value={one} selected={one === type}>
              {`${event[one]} · ${one}`}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">{texts.filter}</button>
    </form>
  );
}

function EventTable({ frame, view }: { readonly frame: Frame; readonly view: EventsView }) {
  const { language } = frame;
  const texts = EVENTS_TEXTS[language];
  const { event } = FRAME_TEXTS[language];
  return (
    <Table
      label={texts.title}
      columns={[
        { name: texts.type, corner: 'top-left' },
        { name: texts.order, corner: 'bottom-left' },
        { name: texts.deliveries, corner: 'top-right' },
        { name: texts.time, corner: 'bottom-right' },
      ]}
      rows={view.events.map((one) => ({
        key: formatEventId(one.orderId, one.sequence),
        cells: [
          <>
            <a href={`${frame.path}/events/${formatEventId(one.orderId, one.sequence)}`}>{event[one.type]}</a>
            <small>
              <Code>{one.type}</Code>
            </small>
          </>,
          <>
            <a href={`${frame.path}/orders/${formatOrderId(one.orderId)}`}>
              <Code>{one.folio}</Code>
            </a>
            <small>{one.productName}</small>
          </>,
          <Deliveries key="deliveries" event={one} frame={frame} />,
          <Time key="time" at={one.at} language={language} />,
        ],
      }))}
      none={
        view.type === null && view.newer === null ? (
          <Empty icon="pulse" title={texts.none} text={texts.noneNote} />
        ) : (
          texts.noneOfType
        )
      }
    />
  );
}

function Deliveries({ event, frame }: { readonly event: ListedEvent; readonly frame: Frame }) {
  const texts = EVENTS_TEXTS[frame.language];
  const { deliveries, delivered, failed } = event;
  if (deliveries === 0) return <span class="soft">{texts.noDeliveries}</span>;
  const tone = failed > 0 ? 'bad' : delivered === deliveries ? 'good' : 'wait';
  return <State tone={tone}>{texts.delivered(delivered, deliveries)}</State>;
}

export function EventGuides({ frame }: { readonly frame: Frame }) {
  const { guides } = EVENTS_TEXTS[frame.language];
  const pages = [
    { slug: 'webhooks', name: guides.webhooks },
    { slug: 'reference', name: guides.reference },
  ];
  return <Guides frame={frame} label={FRAME_TEXTS[frame.language].guides} pages={pages} />;
}
