// What exists only in test mode (D47): payments to simulate, and the order's clock. Marked, so that nobody takes it for
// something that customers or the bank do.
import { formatOrderId } from '../../../domain/base/identity.js';
import { toDecimal } from '../../../domain/base/money.js';
import { SCENARIOS } from '../../../domain/money/scenario.js';
import { Submit } from '../ui/buttons.js';
import { Form, Hidden, Select } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Time } from '../ui/parts.js';
import type { OrderProps } from './order-view.js';
import { ORDER_TEXTS } from './texts.js';

export function TestTools({ frame, view: { order, testClock } }: OrderProps) {
  const texts = ORDER_TEXTS[frame.language].tests;
  const path = `/orders/${formatOrderId(order.uuid)}`;
  return (
    <section class="card test-tools" aria-label={texts.title}>
      <h2>
        <Icon name="flask" /> {texts.title}
      </h2>
      <Form frame={frame} action={`${path}/pay`} class="row">
        <Hidden name="received" value={toDecimal(order.received)} />
        <Select
          name="scenario"
          label={texts.scenario}
          class="grow"
          choices={
            order.status === 'paid'
              ? [{ value: 'exact', name: texts.again }]
              : SCENARIOS.map((scenario) => ({ value: scenario, name: texts.scenarios[scenario] }))
          }
        />
        <Submit look="main">{texts.pay}</Submit>
      </Form>
      {testClock !== null && (
        <>
          <h3>{texts.clock}</h3>
          <p>
            {texts.clockAt}: <Time at={testClock.frozenTime} language={frame.language} />
          </p>
          <Form frame={frame} action={`${path}/clock`} class="row">
            <Hidden name="seen" value={String(testClock.frozenTime)} />
            <Select
              name="step"
              label={texts.advance}
              choices={[
                { value: 'hour', name: texts.steps.hour },
                { value: 'day', name: texts.steps.day },
                ...(order.expiry.at >= testClock.frozenTime ? [{ value: 'expiry', name: texts.steps.expiry }] : []),
              ]}
            />
            <Submit>{texts.advance}</Submit>
          </Form>
        </>
      )}
    </section>
  );
}
