// Builds the OpenAPI document from the route schemas. A route that it does not describe is not part of the interface.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../paths.js';

/** In the order of the page. */
const TAGS = [
  'Orders (v2)',
  'Charges (v1)',
  'Payment points',
  'Payment links',
  'Webhooks',
  'Events',
  'Payments',
  'Refunds',
  'Balance',
  'Transfers',
  'Test mode',
  'Keys',
  'Rails',
  'Health',
];

/** Call it before the first route. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Cobro',
        version: VERSION,
        description:
          'Payment orders that a customer pays outside your site. Authenticate with HTTP Basic: your key is the user name, ' +
          'the password stays empty. Test keys and live keys use the same addresses.',
      },
      servers: [{ url: '/' }],
      tags: TAGS.map((name) => ({ name })),
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'basic' }, rail: { type: 'http', scheme: 'basic' } },
      },
    },
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `schema-${index}`) },
  });
}
