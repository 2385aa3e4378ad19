// API reference of the lists of payment points.
import { Provider, ProviderList } from '../wire/provider.js';
import { refTo } from '../wire/reply.js';
import { Type } from '../wire/shape/type.js';
import { errorReplies } from './schemas.js';

const points = { tags: ['Payment points'], security: [{ apiKey: [] }] };

export const providers = {
  ...points,
  summary: 'List payment points',
  description: 'By rank. `order_total` and `currency` may also come as a JSON body.',
  querystring: ProviderList.schema,
  response: {
    200: Type.Array(refTo(Provider), { description: 'The points' }),
    ...errorReplies(400, 401, 429, 503),
  },
};

export const providersForAnyone = {
  tags: points.tags,
  summary: 'List payment points without a key',
  description: 'Every point that is switched on. With a live key only those of live mode.',
  querystring: ProviderList.schema,
  response: { 200: Type.Array(refTo(Provider), { description: 'The points' }), ...errorReplies(400, 503) },
};
