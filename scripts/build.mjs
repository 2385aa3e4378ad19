// npm run build: installs and compiles what is missing or stale, and checks the types.
import { checkTypes, prepare } from './prepare.mjs';

prepare();
checkTypes();
