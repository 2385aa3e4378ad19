// A shop in 60 lines: it sells, and ships when the webhook says that the order is paid. See ../README.md.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Cobro, CobroError, verifyWebhook, WebhookError } from '@cobro/sdk';

const { COBRO_URL = 'http://127.0.0.1:8080', COBRO_KEY, PORT = '3000', DATA = './shop-data' } = process.env;
const SHOP_URL = process.env.SHOP_URL ?? `http://127.0.0.1:${PORT}`;
const cobro = new Cobro({ url: COBRO_URL, key: COBRO_KEY });
const fileOf = (what, cart) => `${DATA}/${what}-${encodeURIComponent(cart)}`;
const FORM = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Tienda</title><h1>Funda, $150.00</h1>
  <form method="post" action="/buy"><input type="hidden" name="cart" value="CART"><input name="name" required
  placeholder="Nombre"><input name="email" type="email" placeholder="Correo" required><button>Comprar</button></form>`;

/** Registers our address once and keeps the secret. If we died in between, a rotation shows a new one. */
async function webhookSecret() {
  mkdirSync(DATA, { recursive: true });
  const file = `${DATA}/webhook-secret`;
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const endpoint = await cobro.webhooks.create({ url: `${SHOP_URL}/cobro` });
  const secret = endpoint.secret ?? (await cobro.webhooks.rotate(endpoint.id)).secret;
  writeFileSync(`${file}.new`, secret, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secret;
}

/** The number of the cart is the idempotency key: a second click gets the same order. */
async function sell(form) {
  const cart = form.get('cart');
  writeFileSync(fileOf('cart', cart), ''); // before the order, so that none is paid that we do not know
  const product = { id: cart, name: 'Funda', price: 150 };
  const customer = { name: form.get('name'), email: form.get('email') };
  const order = await cobro.orders.create({ product, customer, payment: {} }, { idempotencyKey: cart });
  return `${COBRO_URL}/pay/${order.id}`;
}

/** Ships a paid cart once: a file can be made only once, by however many of us. In your shop it is a unique row. */
async function receive(body, headers, secret) {
  const { data } = await verifyWebhook(body, headers, secret);
  const { order_id: cart } = data.order_info;
  if (!existsSync(fileOf('cart', cart)) || existsSync(fileOf('shipped', cart))) return; // not ours, or done
  if (!(await cobro.charges.get(data.id)).paid) return; // as it is now
  writeFileSync(fileOf('shipped', cart), data.id, { flag: 'wx' }); // here your warehouse hears of it
  console.log(`shipped ${cart}`);
}

const secret = await webhookSecret();
createServer(async (request, response) => {
  const end = (status, text = '', headers = {}) => response.writeHead(status, headers).end(text);
  try {
    const body = Buffer.concat(await request.toArray());
    if (request.method === 'GET') return end(200, FORM.replace('CART', randomUUID()), { 'content-type': 'text/html' });
    if (request.url === '/buy') return end(303, '', { location: await sell(new URLSearchParams(body.toString())) });
    if (request.url === '/cobro') return end(204, await receive(body, request.headers, secret));
    end(404);
  } catch (error) {
    console.error(error.message);
    end(error instanceof WebhookError ? 401 : 500, error instanceof CobroError ? error.userMessage : '');
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`open ${SHOP_URL}`));
