// node render.mjs FOLDER: writes the page of the API reference (reference.html) and its script (scalar.js). The build calls it.
// Paths in the page begin with BASE_PATH, which the service replaces.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';

const folder = process.argv[2];
const app = fastify();
await app.register(scalar, {
  routePrefix: '/docs',
  configuration: {
    url: 'BASE_PATH/openapi.json',
    cdn: 'BASE_PATH/docs/js/scalar.js',
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    authentication: { preferredSecurityScheme: 'apiKey' },
    mcp: { disabled: true },
    agent: { disabled: true },
    pageTitle: 'Cobro: API reference',
  },
});
const [page, script] = [await app.inject('/docs/'), await app.inject('/docs/js/scalar.js')];
await app.close();
if (page.statusCode !== 200 || script.statusCode !== 200) throw new Error('Scalar gives no page of the API reference');
writeFileSync(join(folder, 'reference.html'), page.body);
writeFileSync(join(folder, 'scalar.js'), script.rawPayload);
