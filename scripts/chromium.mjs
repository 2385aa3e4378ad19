// node scripts/chromium.mjs: makes sure that the browser tests have a browser.
import { requireProgram } from './debian.mjs';

requireProgram({
  title: 'Chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  variable: 'CHROMIUM',
  debian: 'chromium',
  reason: 'The browser tests need',
});
