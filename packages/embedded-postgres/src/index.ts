// The public interface of the package.
export { EmbeddedPostgresError } from './error.js';
export type { EmbeddedPostgresOptions, Log, Words } from './options.js';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start.js';
export { TUNABLE, type Tuned } from './tuned-settings.js';
