// The metrics of a command, which nobody will ever read.
import type { Metrics } from './metrics.js';

const nothing = () => undefined;

export const NO_METRICS: Metrics = {
  request: nothing,
  batches: () => nothing,
  delivery: nothing,
  oddMoney: nothing,
  sms: nothing,
  requestsDropped: nothing,
  email: nothing,
  watchProcess: nothing,
  contentType: 'text/plain',
  render: async () => '',
  values: async () => [],
  ownValues: async () => [],
};
