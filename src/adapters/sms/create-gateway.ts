// Creates the SMS gateway that the settings choose (D55). Test mode always uses the log gateway.
import type { LookupFunction } from 'node:net';
import { OperatorError } from '../../errors/operator-error.js';
import type { Log } from '../../log.js';
import type { Settings } from '../../settings/settings.js';
import type { SmsGateway } from './gateway.js';
import { createLogGateway } from './log.js';

export type SmsSettings = Pick<
  Settings,
  'smsGateway' | 'smsFrom' | 'twilioUrl' | 'twilioAccount' | 'twilioToken' | 'smppUrl' | 'smppUser' | 'smppPassword'
>;

/** Only the gateway that is chosen is loaded. */
export async function createSmsGateway(settings: SmsSettings, log: Log, lookup?: LookupFunction): Promise<SmsGateway> {
  const from = settings.smsFrom;
  switch (settings.smsGateway) {
    case 'log':
      return createLogGateway(log);
    case 'twilio': {
      const { createTwilioGateway } = await import('./twilio.js');
      return createTwilioGateway({
        url: settings.twilioUrl,
        account: needed('COBRO_TWILIO_ACCOUNT', settings.twilioAccount),
        token: needed('COBRO_TWILIO_TOKEN', settings.twilioToken),
        from,
        lookup,
      });
    }
    case 'smpp': {
      const { createSmppGateway } = await import('./smpp.js');
      return createSmppGateway({
        url: needed('COBRO_SMPP_URL', settings.smppUrl),
        user: needed('COBRO_SMPP_USER', settings.smppUser),
        // Some gateways recognise clients by address and accept an empty password.
        password: settings.smppPassword ?? '',
        from,
        lookup,
      });
    }
  }
}

function needed(name: string, value: string | null): string {
  if (value === null) throw new OperatorError(`The SMS gateway needs ${name}.`);
  return value;
}
