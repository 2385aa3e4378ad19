// Builds the OpenAPI document from the route schemas. A route that it does not describe is not part of the interface. Only
// the build describes routes; the service serves what the build wrote, and starts without all of this.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { INFO, SECURITY_SCHEMES, TAGS } from './reference/about.js';
import { completeDocument, type OpenApi } from './reference/document.js';
import { completeOperation } from './reference/operation.js';
import { NAMED_SHAPES } from './shapes.js';

/** Comes before the first route. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  for (const shape of NAMED_SHAPES) app.addSchema(shape);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: '/', description: 'This service' }],
      tags: TAGS,
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: ({ schema, url, route }) => ({
      schema: schema === undefined || schema.hide ? schema : completeOperation(schema, route),
      url,
    }),
    transformObject: (made) => ('openapiObject' in made ? completeDocument(made.openapiObject as OpenApi) : {}),
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `schema-${index}`) },
  });
}
