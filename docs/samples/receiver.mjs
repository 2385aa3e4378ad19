// A webhook receiver with nothing but Node.js (20 or newer):
//   WEBHOOK_SECRET=whsec_… node receiver.mjs
// Optional: PORT (3000), SEEN_DIR (./seen), API_KEY (sk_…) and API_URL to read the charge back before acting.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const { WEBHOOK_SECRET = '', PORT = '3000', SEEN_DIR = './seen', API_KEY, API_URL = 'http://127.0.0.1:8080' } = process.env;
const TOLERANCE_SECONDS = 300;
mkdirSync(SEEN_DIR, { recursive: true });

/** True when the notice is from Cobro, unchanged and recent. `body` holds the bytes as they came. */
function isGenuine(headers, body) {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // While a secret is rotated there are two signatures; one of them fits.
  return (headers['webhook-signature'] ?? '').split(' ').some((part) => {
    const [version, signature = ''] = part.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

/** Does the work unless it was done before; what fails can be done again. A table with a unique column, written in the
 *  transaction of the work, does the same and survives a crash in between. */
async function once(name, work) {
  const file = join(SEEN_DIR, createHash('sha256').update(name).digest('hex'));
  try {
    closeSync(openSync(file, 'wx')); // fails when the file is there already, also among several processes
  } catch (error) {
    if (error.code === 'EEXIST') return;
    throw error;
  }
  try {
    await work();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Your shop's part. What it throws is tried again later. */
async function handle(notice) {
  const charge = API_KEY ? await readBack(notice.id) : notice;
  const { order_id: order } = charge.order_info;
  // By the state, not by the type: every notice of a paid charge says that it is paid, and one of them is enough.
  if (charge.paid) await once(`paid ${charge.id} ${charge.accepted_at}`, () => console.log(`paid ${order} ${charge.id}`));
  else if (charge.type === 'charge.expired' || charge.type === 'charge.canceled')
    console.log(`released ${order} ${charge.id}`);
  // Other types: nothing to do. New ones may come.
}

/** The charge as it is now, whatever the notice says. */
async function readBack(id) {
  const reply = await fetch(`${API_URL}/v1/charges/${id}`, {
    headers: { authorization: `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}` },
    signal: AbortSignal.timeout(10_000),
  });
  if (!reply.ok) throw new Error(`GET /v1/charges/${id}: HTTP ${reply.status}`);
  return reply.json();
}

createServer(async (request, response) => {
  const end = (status) => response.writeHead(status).end();
  if (request.method !== 'POST') return end(405);
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return end(401);
  try {
    // Done before: it is accepted all the same, or it would be sent again.
    await once(request.headers['webhook-id'], () => handle(JSON.parse(body.toString('utf8'))));
    end(204);
  } catch (error) {
    console.error(error);
    end(500); // Cobro tries again
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
