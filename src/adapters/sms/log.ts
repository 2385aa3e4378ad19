// The gateway of test mode and of a service without one: nothing leaves the house. The message is kept by whoever sends
// it (D55); here only its id is logged, never the phone or the text.
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
