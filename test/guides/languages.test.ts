// The first guide that a developer follows, in four languages. npm run rehearse -- languages runs the others.
import { testInAllLanguages } from './languages.js';

await testInAllLanguages(['quick-start'], 12);
