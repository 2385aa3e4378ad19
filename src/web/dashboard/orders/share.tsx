// A link to copy and to send: by e-mail and WhatsApp with the viewer's own programs, which needs no script.
import type { ComponentChildren } from 'preact';
import { type Order, outstandingOf } from '../../../domain/orders/order.js';
import { Qr } from '../../pay/voucher/qr.js';
import type { Frame } from '../frame/frame.js';
import { Icon } from '../ui/icon.js';
import { Copyable, LinkButton, pesos } from '../ui/parts.js';
import { ORDER_TEXTS } from './texts.js';

type ShareProps = {
  readonly frame: Frame;
  readonly url: string;
  readonly subject: string;
  readonly message: string;
  /** A button with which the service writes to the customer; without one it is one's own program that does. */
  readonly mail?: ComponentChildren;
  /** Other ways, which are seldom taken. */
  readonly children?: ComponentChildren;
  /** A telephone for WhatsApp. */
  readonly phone?: string | null;
  /** There is nothing to pay any more. */
  readonly isDone?: boolean;
};

export function Share({ frame, url, subject, message, mail, phone = null, isDone = false, children }: ShareProps) {
  const texts = ORDER_TEXTS[frame.language].share;
  const digits = (phone ?? '').replace(/\D/g, '');
  const to = digits.length === 10 ? `52${digits}` : digits;
  const own = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(message)}`;
  return (
    <div class="share">
      <Copyable frame={frame} text={url} />
      <div class="ways">
        <a
          class={isDone ? 'button' : 'button main'}
          href={`https://wa.me/${to}?text=${encodeURIComponent(message)}`}
          rel="noreferrer noopener"
          target="_blank"
        >
          <Icon name="message" />
          {texts.whatsapp}
        </a>
        {mail ?? <LinkButton href={own} icon="mail" text={texts.email} />}
        <LinkButton href={url} icon="eye" text={texts.open} />
      </div>
      <details>
        <summary>{texts.qr}</summary>
        <Qr text={url} label={texts.qrLabel} />
      </details>
      {children}
    </div>
  );
}

type OrderShareProps = Pick<ShareProps, 'frame' | 'url' | 'mail' | 'children'> & { readonly order: Order };

/** The customer's page of an order, with what one writes beside it. */
export function OrderShare({ frame, order, ...ways }: OrderShareProps) {
  const texts = ORDER_TEXTS[frame.language].share;
  const { customer, product, amount } = order;
  const shop = frame.viewer?.kind === 'merchant' ? frame.viewer.account.name : '';
  const sum = pesos(outstandingOf(order) || amount);
  return (
    <Share
      {...ways}
      frame={frame}
      subject={texts.subject(shop)}
      message={texts.message(product.name, sum, ways.url)}
      phone={customer.phone}
      isDone={order.status !== 'pending'}
    />
  );
}
