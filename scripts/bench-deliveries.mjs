// npm run bench:deliveries: deliveries against other queues, and a large backlog, see docs/performance.md.
// npm run bench:deliveries -- --only backlog --due 100000
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/bench/deliveries/run.js');
