// A link to copy and to send: by e-mail and WhatsApp with the viewer's own programs, which needs no script.
import { Qr } from '../../pay/voucher/qr.js';
import type { Frame } from '../frame/frame.js';
import { Icon } from '../ui/icon.js';
import { Copyable, LinkButton } from '../ui/parts.js';
import { ORDER_TEXTS } from './texts.js';

type ShareProps = {
  readonly frame: Frame;
  readonly url: string;
  readonly subject: string;
  readonly message: string;
  /** Whom the e-mail goes to; empty if nobody is known. */
  readonly email?: string;
  /** A telephone for WhatsApp. */
  readonly phone?: string | null;
};

export function Share({ frame, url, subject, message, email = '', phone = null }: ShareProps) {
  const texts = ORDER_TEXTS[frame.language].share;
  const digits = (phone ?? '').replace(/\D/g, '');
  const to = digits.length === 10 ? `52${digits}` : digits;
  const mail = `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(message)}`;
  return (
    <div class="share">
      <Copyable frame={frame} text={url} />
      <div class="row middle">
        <LinkButton href={url} look="small" icon="eye" text={texts.open} />
        <LinkButton href={mail} look="small" icon="mail" text={texts.email} />
        <a
          class="button small"
          href={`https://wa.me/${to}?text=${encodeURIComponent(message)}`}
          rel="noreferrer noopener"
          target="_blank"
        >
          <Icon name="message" />
          {texts.whatsapp}
        </a>
      </div>
      <details>
        <summary>{texts.qr}</summary>
        <Qr text={url} label={texts.qrLabel} />
      </details>
    </div>
  );
}
