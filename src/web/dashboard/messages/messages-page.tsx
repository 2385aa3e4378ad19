// Shows messages to customers, as they were sent or would have been sent (D55).
import { formatOrderId } from '../../../domain/identity.js';
import type { SentSms } from '../../../store/orders/sms-messages.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import { Time } from '../ui/parts.js';
import { type Row, Table } from '../ui/table.js';

const STATE_CLASSES = { sending: 'pending', sent: 'paid', failed: 'expired' } as const;

export function renderMessagesPage(frame: Frame, messages: readonly SentSms[]): string {
  const texts = DASHBOARD_TEXTS[frame.language];
  return renderDashboard(
    frame,
    texts.sections.messages,
    <>
      <h1>{texts.sections.messages}</h1>
      <p class="soft">{texts.messages.note}</p>
      <section class="card" aria-label={texts.sections.messages}>
        <Table
          columns={texts.messages.columns.map((name) => ({ name }))}
          rows={messages.map((message) => toRow(frame, message))}
          none={texts.messages.none}
        />
      </section>
    </>,
  );
}

function toRow(frame: Frame, message: SentSms): Row {
  const texts = DASHBOARD_TEXTS[frame.language];
  const order = formatOrderId(message.orderId);
  return {
    key: `${message.orderId}${message.createdAt}`,
    cells: [
      <Time key="time" at={message.createdAt} language={frame.language} />,
      message.phone,
      <>
        {message.text}
        <small>
          {frame.viewer?.kind === 'merchant' ? (
            <a href={`${frame.path}/orders/${order}`}>{order}</a>
          ) : (
            `${order} · ${message.scope.mode === 'live' ? texts.liveMode : texts.testMode}`
          )}
        </small>
      </>,
      <>
        <span class={`status ${STATE_CLASSES[message.state]}`}>{texts.messages.state[message.state]}</span>
        <small>{message.gateway}</small>
      </>,
    ],
  };
}
