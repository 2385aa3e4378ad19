// The gateway for test mode and for a service without a gateway: it sends nothing. The caller stores the message (D55).
// This file logs only its id, never the phone number or the text.
import type { Log } from '../../log.js';
import type { SmsGateway } from './gateway.js';

export function createLogGateway(log: Log): SmsGateway {
  let isClosed = false;
  return {
    name: 'log',
    async send(message, signal) {
      signal.throwIfAborted();
      if (isClosed) throw new Error('The SMS gateway is closed.');
      log.info({ gateway: 'log', sms: message.id }, 'an SMS was kept and not sent: the gateway is log');
      return null;
    },
    async close() {
      isClosed = true;
    },
  };
}
