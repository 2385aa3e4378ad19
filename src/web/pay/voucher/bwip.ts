// bwip-js knows a hundred kinds of codes, in 2 MB of program text. It is loaded when the first code is drawn, so that a
// process that draws none does without.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type bwipjs from 'bwip-js/node';
import { VENDOR_FOLDER } from '../../../paths.js';

const require = createRequire(import.meta.url);

export function bwip(): typeof bwipjs {
  return require(join(VENDOR_FOLDER, 'bwip.cjs'));
}
