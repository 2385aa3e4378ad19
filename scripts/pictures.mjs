// npm run pictures: makes the pictures of docs/pictures anew. The tests in a browser keep a picture of every page that
// they see; some of them are shortened to a screen, made smaller, and copied.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
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
  ['keys-desk-dark', 'keys-dark', 600],
  ['settings-texts-desk-light', 'message-texts', 900],
  ['sign-in-phone-light', 'sign-in-phone', 740],
  ['desk-today-desk-light', 'desk-today', 900],
  ['desk-today-phone-dark', 'desk-today-phone-dark', 900],
  ['desk-reconciliation-findings-desk', 'desk-reconciliation', 900],
  ['checkout-the-form-of-a-shop-phone-light', 'checkout-phone', 881], // between two stores
  ['checkout-the-form-of-a-shop-desk-light', 'checkout', 722], // between two cards
  ['pay-waiting-phone-light', 'pay-cash-phone', 900],
  ['pay-waiting-for-a-transfer-phone-dark', 'pay-spei-phone-dark', 900],
];

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

/** The top of a picture as a PNG with 256 colours, the most frequent ones: a third of the size, and nobody sees it. */
function shrink({ width, height, data }, most) {
  const rows = Math.min(height, most);
  const colours = new Uint32Array(width * rows);
  const counts = new Map();
  for (let at = 0; at < colours.length; at++) {
    const colour = data.readUInt32BE(at * 4) >>> 8;
    colours[at] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, 256);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  for (const colour of counts.keys()) if (!places.has(colour)) places.set(colour, nearest(palette, colour));
  const lines = Buffer.alloc(rows * (width + 1)); // each begins with 0: it is not filtered
  for (let at = 0; at < colours.length; at++) lines[at + 1 + Math.floor(at / width)] = places.get(colours[at]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(rows, 4);
  head.set([8, 3], 8); // 8 bits for each dot, from a palette
  const listed = Buffer.concat(palette.map(bytesOf));
  const parts = [chunk('IHDR', head), chunk('PLTE', listed), chunk('IDAT', deflateSync(lines, { level: 9 }))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts, chunk('IEND', Buffer.alloc(0))]);
}

function bytesOf(colour) {
  return Buffer.from([colour >> 16, (colour >> 8) & 255, colour & 255]);
}

function nearest(palette, colour) {
  const wanted = bytesOf(colour);
  const distance = (other) => bytesOf(other).reduce((sum, byte, index) => sum + (byte - wanted[index]) ** 2, 0);
  let best = 0;
  for (let place = 1, least = distance(palette[0]); place < palette.length; place++) {
    const far = distance(palette[place]);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
