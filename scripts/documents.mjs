// node scripts/documents.mjs: writes what documents show of the sources. `npm run check -- --fix` does so, too.
import { prepare } from './prepare.mjs';

prepare();
const { writeDocuments } = await import('../dist/test/docs/written-documents.js');
writeDocuments();
