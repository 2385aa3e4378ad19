// npm run build: installs and compiles what is missing or stale.
import { prepare } from './prepare.mjs';

prepare();
