// npm run bench: measures the service against its peers, see docs/performance.md.
// npm run bench -- --rounds 3 --seconds 5
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/bench/run.js');
