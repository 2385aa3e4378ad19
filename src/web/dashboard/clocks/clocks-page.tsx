// One test clock with the orders that live by it.
import { mexicoClock } from '../../../domain/base/mexico-time.js';
import { formatAmount } from '../../../domain/base/money.js';
import type { Order, Status } from '../../../domain/orders/order.js';
import type { TestClock } from '../../../store/orders/test-clocks.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { Field, Form, Hidden } from '../ui/form.js';
import { Card, Time, type Tone } from '../ui/parts.js';
import { Guides, ToCopy } from '../ui/source.js';
import { CLOCKS_TEXTS } from './texts.js';

type ClockView = {
  readonly clock: TestClock;
  readonly orders: readonly Order[];
  /** How many orders are shown at most. */
  readonly limit: number;
};

const STEPS = ['1', '24', '72', '720'] as const;

export function renderClockPage(frame: Frame, view: ClockView): string {
  const { language } = frame;
  const texts = CLOCKS_TEXTS[language];
  const { clock } = view;
  const shown = new Date(clock.frozenTime).toISOString();
  return renderPage(
    frame,
    {
      title: texts.clock,
      heading: (
        <>
          {texts.time}: <Time at={clock.frozenTime} language={language} />
        </>
      ),
      back: { href: `${frame.path}/clocks`, name: texts.title },
    },
    <>
      <Card>
        <p>{texts.howTo}</p>
        <ToCopy frame={frame} text={`Test-Clock: ${clock.id}`} />
      </Card>
      {may(frame, 'develop') && (
        <Card title={texts.advance}>
          <p class="soft">{texts.advanceNote}</p>
          <Form frame={frame} action={`/clocks/${clock.id}/advance`} class="tools">
            <Hidden name="seen" value={shown} />
            {STEPS.map((hours) => (
              <button key={hours} type="submit" name="hours" value={hours}>
                + {texts.step[hours]}
              </button>
            ))}
          </Form>
          <Form frame={frame} action={`/clocks/${clock.id}/advance`} class="row">
            <Hidden name="seen" value={shown} />
            <Field name="to" type="time" label={texts.to} value={fieldTime(clock.frozenTime)} />
            <Submit>{texts.toButton}</Submit>
          </Form>
        </Card>
      )}
      <Card title={texts.orders}>
        <OrderTable frame={frame} view={view} />
        {view.orders.length === view.limit && <p class="soft">{texts.newest(view.limit)}</p>}
      </Card>
      <Guides frame={frame} pages={texts.guides} />
    </>,
  );
}

/** As a browser's field of a time has it, in Mexican time. */
function fieldTime(ms: number): string {
  return mexicoClock(ms)?.toISOString().slice(0, 16) ?? '';
}

const TONES: Readonly<Record<Status, Tone>> = { pending: 'wait', paid: 'good', expired: 'bad', canceled: 'off' };

function OrderTable({ frame, view }: { readonly frame: Frame; readonly view: ClockView }) {
  const { language } = frame;
  const texts = CLOCKS_TEXTS[language];
  const { status } = FRAME_TEXTS[language];
  return (
    <ItemTable
      frame={frame}
      items={view.orders}
      columns={(column) => [
        column.order(texts.order, 'top-left', ({ uuid, folio }) => ({ orderId: uuid, folio })),
        column.state(texts.status, 'bottom-right', { of: (order) => order.status, tones: TONES, names: status }),
        { ...column.time(texts.expires, 'bottom-left', (order) => order.expiry.at), isCalled: true },
        column.figure(texts.amount, 'top-right', (order) => `$${formatAmount(order.amount)}`),
      ]}
      none={texts.ordersNone}
    />
  );
}
