// Messages to customers, as they were sent or would have been (D55).
import { formatOrderId } from '../../domain/identity.js';
import type { SentSms } from '../../store/sms.js';
import { type Frame, renderDashboard, Time } from './layout.js';
import { DASHBOARD_TEXTS } from './texts.js';

const STATE_CLASSES = { sending: 'pending', sent: 'paid', failed: 'expired' } as const;

export function renderMessagesPage(frame: Frame, messages: readonly SentSms[]): string {
  const texts = DASHBOARD_TEXTS[frame.language];
  const [time, phone, text, state] = texts.messages.columns;
  return renderDashboard(
    frame,
    texts.sections.messages,
    <>
      <h1>{texts.sections.messages}</h1>
      <p class="soft">{texts.messages.note}</p>
      <section class="card" aria-label={texts.sections.messages}>
        {messages.length === 0 && <p class="soft">{texts.messages.none}</p>}
        {messages.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">{time}</th>
                <th scope="col">{phone}</th>
                <th scope="col">{text}</th>
                <th scope="col">{state}</th>
              </tr>
            </thead>
            <tbody>
              {messages.map((message) => (
                <tr key={`${message.orderId}${message.createdAt}`}>
                  <td data-name={time}>
                    <Time at={message.createdAt} language={frame.language} />
                  </td>
                  <td data-name={phone}>{message.phone}</td>
                  <td data-name={text}>
                    <div>
                      {message.text}
                      <small>
                        {frame.viewer?.kind === 'merchant' ? (
                          <a href={`${frame.path}/orders/${formatOrderId(message.orderId)}`}>
                            {formatOrderId(message.orderId)}
                          </a>
                        ) : (
                          `${formatOrderId(message.orderId)} · ${message.scope.livemode ? texts.liveMode : texts.testMode}`
                        )}
                      </small>
                    </div>
                  </td>
                  <td data-name={state}>
                    <div>
                      <span class={`status ${STATE_CLASSES[message.state]}`}>
                        {texts.messages.state[message.state]}
                      </span>
                      <small>{message.gateway}</small>
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>,
  );
}
