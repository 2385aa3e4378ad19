// npm run torture [-- --quick] [--only TRIAL,…] [--seed N]: see docs/reliability.md.
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/test/torture/run.js');
