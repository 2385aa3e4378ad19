// Builds the OpenAPI document from the route schemas. A route that it does not describe is not part of the interface. Only
// the build describes routes; the service serves what the build wrote, and starts without all of this.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Healthy, Unhealthy } from '../wire/keeping/health.js';
import { Reversed, TillAnswer, TillLookup, TillReversal } from '../wire/rails/till.js';
import { REPLIES, REQUESTS } from '../wire/versions/shapes.js';
import { INFO, SECURITY_SCHEMES, TAGS } from './reference/about.js';
import { completeDocument, type OpenApi } from './reference/document.js';
import { OLDER_SHAPES, withOtherNames } from './reference/older-shapes.js';
import { completeOperation } from './reference/operation.js';

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

/** Those of accounts, in every version, and those of whoever has no account; in the order of the page. */
const NAMED_SHAPES: readonly TSchema[] = [
  ...REQUESTS.filter(({ schema }) => schema.$id !== undefined).map(withOtherNames),
  TillLookup.schema,
  TillReversal.schema,
  ...REPLIES,
  TillAnswer,
  Reversed,
  Healthy,
  Unhealthy,
  ...OLDER_SHAPES,
];
