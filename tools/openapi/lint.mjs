// node tools/openapi/lint.mjs FILE: prints what Spectral and Redocly have against an OpenAPI document, with their
// recommended rules, as a JSON list of sentences.
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import Parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

const file = process.argv[2];
const text = readFileSync(file, 'utf8');
process.stdout.write(JSON.stringify([...(await askSpectral()), ...(await askRedocly())]));

async function askSpectral() {
  const { Spectral, Document } = spectralCore;
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [rulesets.oas] });
  const results = await spectral.run(new Document(text, Parsers.Json, file));
  return results.map(({ code, path, message }) => `Spectral ${code} at ${path.join('.')}: ${message}`);
}

async function askRedocly() {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, absoluteRef: file, config });
  return problems.map(({ ruleId, message, location }) => `Redocly ${ruleId} at ${location[0]?.pointer}: ${message}`);
}
