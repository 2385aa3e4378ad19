// The form on which somebody makes an order by hand.
import type { PaymentPoint } from '../../../domain/points/payment-point.js';
import { SPEI_WAY } from '../../../wire/orders/new-order-form.js';
import { FORM_KEY } from '../form-key.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { POINTS_TEXTS } from '../points/texts.js';
import { Submit } from '../ui/buttons.js';
import { Field, Form, Hidden, PriceFields, Select } from '../ui/form.js';
import { Card } from '../ui/parts.js';
import { NEW_ORDER_TEXTS, ORDERS_TEXTS } from './texts.js';

export type NewOrderView = {
  /** null: SPEI. */
  readonly ways: readonly { readonly point: PaymentPoint | null; readonly isLive: boolean }[];
  /** How long an order waits if nobody says: by SPEI, and otherwise. */
  readonly hours: readonly [number, number];
  readonly formKey: string;
};

export function renderNewOrderPage(frame: Frame, { ways, hours, formKey }: NewOrderView): string {
  const texts = NEW_ORDER_TEXTS[frame.language];
  const list = ORDERS_TEXTS[frame.language];
  const { method } = FRAME_TEXTS[frame.language];
  const { taken } = POINTS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: list.newOrder, back: { href: `${frame.path}/orders`, name: list.title } },
    <Card class="narrow-page">
      <Form frame={frame} action="/orders/new">
        <Hidden name={FORM_KEY} value={formKey} />
        <Field name="product_name" label={texts.product} maxLength={255} required />
        <PriceFields name="price" labels={texts} />
        <Field name="customer_name" label={texts.customer} autocomplete="off" maxLength={255} required />
        <Field
          name="customer_email"
          label={texts.email}
          hint={texts.emailHint}
          type="email"
          autocomplete="off"
          maxLength={255}
        />
        <Field
          name="customer_phone"
          label={texts.phone}
          hint={texts.phoneHint}
          type="tel"
          autocomplete="off"
          maxLength={20}
        />
        <Select
          name="way"
          label={texts.way}
          hint={texts.wayHint}
          value={SPEI_WAY}
          choices={ways.map(({ point, isLive }) => ({
            value: point?.code ?? SPEI_WAY,
            name: `${point?.name ?? method.spei}${isLive ? '' : ` · ${taken.testOnly}`}`,
          }))}
        />
        <Field name="own_number" label={texts.ownNumber} hint={texts.ownNumberHint} maxLength={255} />
        <Field name="last_day" label={texts.lastDay} hint={texts.lastDayHint(...hours)} type="date" />
        <Submit look="main">{texts.make}</Submit>
      </Form>
    </Card>,
  );
}
