// The request body of POST /v1/charges, in the newest version (spec, Endpoint 3; D32).
import type { Mode } from '../../domain/base/mode.js';
import { CURRENCIES } from '../../domain/base/money.js';
import type { OrderDraft } from '../../domain/orders/order.js';
import { isUsable, type PaymentPoint } from '../../domain/points/payment-point.js';
import type { Fault, FaultCode } from '../../errors/errors.js';
import { type Field, plain, refined } from '../shape/field.js';
import { request } from '../shape/request.js';
import { cutText, email, LONG, optionalText, optionalTextOrNumber, text, textOrNumber } from '../shape/text.js';
import { Type } from '../shape/type.js';
import { choice, expiry, roundedPrice } from '../shape/value.js';

export const CreateCharge = request(
  {
    payment_type: plain(paymentPoint()),
    order_id: plain(textOrNumber({ description: 'Your id of the order; a number is kept as text' })),
    order_name: cutText({ description: 'Cut after 255 characters' }),
    image_url: optionalText({ maxLength: LONG, description: 'An image of what is paid for' }),
    order_price: plain(roundedPrice({ description: 'Rounded half up to two decimals', examples: [75] })),
    currency: plain(choice(CURRENCIES, 'MXN', { description: 'The currency of `order_price`, in any case' })),
    customer_name: text({ description: 'Who pays' }),
    customer_email: email({ description: 'Anything with an @ in it' }),
    customer_phone: optionalTextOrNumber({ description: 'Where an SMS goes' }),
    success_url: optionalText({ maxLength: LONG, description: 'Where the customer goes after paying' }),
    failed_url: optionalText({ maxLength: LONG, description: 'Where the customer goes otherwise' }),
    expiration_time: plain(expiry({ description: 'Epoch seconds or milliseconds, at most 30 days ahead' })),
  },
  {
    name: 'CreateCharge',
    about: {
      description: 'A charge to create',
      examples: [
        {
          order_id: 'SMG-1',
          order_price: 75,
          order_name: 'Funda',
          customer_name: 'Ana Robles',
          customer_email: 'ana@example.com',
          payment_type: 'OXXO',
        },
      ],
    },
    refusal: (faults) => (faults.every(isAboutThePoint) ? 'payment_point_not_found' : 'invalid_request'),
  },
);

/** The name of the price field in an error. */
export const CHARGE_PRICE = 'order_price' satisfies keyof typeof CreateCharge.fields;

export function chargeDraft(read: ReturnType<typeof CreateCharge.read>): OrderDraft {
  return {
    point: read.payment_type,
    product: { id: read.order_id, name: read.order_name, imageUrl: read.image_url },
    price: { amount: read.order_price, currency: read.currency },
    customer: { id: null, name: read.customer_name, email: read.customer_email, phone: read.customer_phone },
    extras: {},
    testClockId: null,
    returnUrls: { success: read.success_url, failure: read.failed_url },
    expiry: read.expiration_time,
  };
}

/** What the payment point field needs to know. */
type Points = { readonly mode: Mode; findPoint(code: string): PaymentPoint | undefined };

/** The code of a payment point that is usable in this mode. */
function paymentPoint(): Field<PaymentPoint, Points> {
  const schema = Type.String({
    description: 'Code of a payment point: `internal_name` of GET /v1/providers',
    examples: ['OXXO'],
  });
  return refined({ ...text(), schema }, (code, refuse, { mode, findPoint }: Points) => {
    const point = findPoint(code);
    if (point === undefined) return refuse(code.toUpperCase() === 'SPEI' ? 'not_in_v1' : 'unknown_payment_point');
    return isUsable(point, mode) ? point : refuse('inactive_payment_point');
  });
}

const ABOUT_THE_POINT: readonly FaultCode[] = ['unknown_payment_point', 'not_in_v1', 'inactive_payment_point'];

function isAboutThePoint({ error }: Fault): boolean {
  return ABOUT_THE_POINT.includes(error);
}
