// The peer for reading an order: a bare Fastify that answers every request with the same bytes from a file.
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { loadSettings } from '../../src/settings/settings.js';

const settings = loadSettings();
const answer = readFileSync(process.argv[2] ?? '', 'utf8');
const app = fastify({ logger: false });
app.get('/*', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(answer));
await app.listen({ host: settings.host, port: settings.port });

process.once('SIGTERM', () => app.close().then(() => process.exit(0)));
