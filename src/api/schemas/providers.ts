// API reference of the lists of payment points.
import { Provider, ProviderList } from '../../wire/points/provider.js';
import { refTo } from '../../wire/reply.js';
import { Type } from '../../wire/shape/type.js';
import { errorReplies } from './schemas.js';

const points = {
  tags: ['Payment points'],
  querystring: ProviderList.schema,
  response: { 200: Type.Array(refTo(Provider), { description: 'The points' }), ...errorReplies(413) },
};
const asBody = '`order_total` and `currency` may also come as a JSON body.';

export const providers = {
  ...points,
  operationId: 'listProviders',
  summary: 'List payment points',
  description: `The points of the mode of your key, by rank. ${asBody}`,
};

export const providersForAnyone = {
  ...points,
  operationId: 'listAllProviders',
  summary: 'List payment points without a key',
  description: `By rank, for shops that show them before they have a key. With a live key only those of live mode. ${asBody}`,
};
