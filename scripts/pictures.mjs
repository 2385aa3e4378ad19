// npm run pictures: makes the pictures of docs/pictures anew. The tests in a browser keep a picture of every page that
// they see; some of them are shortened to a screen, made smaller, and copied.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';

const root = join(fileURLToPath(import.meta.url), '..', '..');
const TESTS = ['merchant-browser', 'develop-browser', 'messages-browser', 'people-browser', 'desk-browser'];
const PAY_TESTS = ['checkout-browser', 'pay-pictures'];

/** What a test calls it, what docs/ call it, and how much of a long page is shown, in pixels. */
const CHOSEN = [
  ['home-phone-light', 'home-phone', 900],
  ['home-desk-light', 'home', 900],
  ['orders-desk-dark', 'orders-dark', 900],
  ['order-over-phone-light', 'order-phone', 1000],
  ['money-desk-light', 'money', 900],
  ['webhook-desk-light', 'webhook', 900],
  ['request-desk-dark', 'request-dark', 900],
  ['settings-texts-desk-light', 'message-texts', 900],
  ['sign-in-phone-light', 'sign-in-phone', 740],
  ['desk-today-desk-light', 'desk-today', 900],
  ['desk-today-phone-dark', 'desk-today-phone-dark', 900],
  ['desk-reconciliation-findings', 'desk-reconciliation', 900],
  ['checkout-the-form-of-a-shop-light', 'checkout-phone', 900],
  ['pay-waiting-phone-light', 'pay-cash-phone', 900],
  ['pay-waiting-for-a-transfer-phone-dark', 'pay-spei-phone-dark', 900],
];
/** Colours are rounded to these steps, which nobody sees and which makes a file much smaller. */
const STEP = 8;

const made = process.argv[2] ?? makePictures();
mkdirSync(join(root, 'docs', 'pictures'), { recursive: true });
for (const [source, name, height] of CHOSEN) {
  const bytes = shrink(PNG.sync.read(readFileSync(join(made, `${source}.png`))), height);
  writeFileSync(join(root, 'docs', 'pictures', `${name}.png`), bytes);
  process.stdout.write(`${name}.png ${Math.round(bytes.length / 1024)} KB\n`);
}
if (process.argv[2] === undefined) rmSync(made, { recursive: true });

function makePictures() {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-pictures-'));
  const env = { ...process.env, SCREENSHOTS: folder };
  const test = join(root, 'scripts', 'test.mjs');
  const { status } = spawnSync(process.execPath, [test, ...TESTS, ...PAY_TESTS], { env, stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(1);
  return folder;
}

function shrink(picture, most) {
  const { width } = picture;
  const height = Math.min(picture.height, most);
  const shown = new PNG({ width, height });
  PNG.bitblt(picture, shown, 0, 0, width, height, 0, 0);
  for (const [index, value] of shown.data.entries()) {
    if (index % 4 !== 3) shown.data[index] = Math.min(255, Math.round(value / STEP) * STEP);
  }
  return PNG.sync.write(shown, { colorType: 2, deflateLevel: 9, filterType: -1 });
}
