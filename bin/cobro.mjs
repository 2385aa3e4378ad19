#!/usr/bin/env node
// The command line, from a source checkout or an installed package.
import { prepare } from '../scripts/prepare.mjs';

prepare();
await import('../dist/src/main.js');
