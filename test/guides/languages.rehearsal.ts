// Every other guide for merchants than the first, in four languages.
import { testInAllLanguages } from './languages.js';

await testInAllLanguages(
  ['test-mode', 'spei', 'cash', 'checkout', 'sms', 'payments', 'refunds', 'webhooks', 'errors', 'versions', 'api'],
  100,
);
