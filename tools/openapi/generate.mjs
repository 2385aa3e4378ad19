// node tools/openapi/generate.mjs FILE FOLDER: generates three clients from an OpenAPI document, each into its own folder
// below FOLDER, and puts beside each the program of clients/ that uses it.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate as orval } from 'orval';

const [file, folder] = process.argv.slice(2).map((path) => resolve(path));
const here = fileURLToPath(new URL('.', import.meta.url));

for (const name of ['openapi-fetch', 'hey-api', 'orval']) {
  mkdirSync(join(folder, name), { recursive: true });
  cpSync(join(here, 'clients', `${name}.ts`), join(folder, name, 'main.ts'));
}

const types = await openapiTypescript(JSON.parse(readFileSync(file, 'utf8')));
writeFileSync(join(folder, 'openapi-fetch', 'schema.ts'), astToString(types));

await createClient({
  input: file,
  output: { path: join(folder, 'hey-api', 'client'), module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error', file: false },
});

await orval({
  input: { target: file },
  output: { target: join(folder, 'orval', 'client.ts'), client: 'fetch', mode: 'single' },
});
