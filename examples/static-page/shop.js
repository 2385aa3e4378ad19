// A page that sells without a server of its own: it creates an order with the public key, shows how to pay it, and
// waits until it is paid. Whoever ships must not believe this page, because anyone can change the price in it: compare
// `amount` of the webhook, or of the order in the dashboard, with what the product costs.
import { COBRO_URL, PUBLIC_KEY } from './config.js';

const POLL_MS = 3_000;
const $ = (id) => document.getElementById(id);

async function call(path, init = {}) {
  const headers = { authorization: `Basic ${btoa(`${PUBLIC_KEY}:`)}`, ...init.headers };
  const reply = await fetch(COBRO_URL + path, { ...init, headers });
  const body = await reply.json();
  if (!reply.ok) throw new Error(body.message); // for people
  return body;
}

/** The cart has one number until it is bought, so that a second click or a lost answer makes no second order. */
function cartNumber() {
  const kept = sessionStorage.getItem('cart');
  if (kept !== null) return kept;
  const fresh = crypto.getRandomValues(new Uint32Array(4)).join('-');
  sessionStorage.setItem('cart', fresh);
  return fresh;
}

function createOrder({ name, email }) {
  const cart = cartNumber();
  const order = { product: { id: cart, name: 'Funda', price: 150 }, customer: { name, email }, payment: {} };
  const headers = { 'content-type': 'application/json', 'idempotency-key': cart };
  return call('/v2/orders', { method: 'POST', headers, body: JSON.stringify(order) });
}

function show(order) {
  $('buy').hidden = true;
  $('order').hidden = order.status !== 'PENDING';
  $('amount').textContent = order.exchange.finalAmount.toFixed(2);
  $('clabe').textContent = order.payment.clabe;
  const steps = order.payment.instructions.map(({ description }) => {
    const step = document.createElement('li');
    step.textContent = description;
    return step;
  });
  $('steps').replaceChildren(...steps);
  const texts = { PENDING: 'Esperamos tu pago.', ACCEPTED: '¡Pagado! Gracias.' };
  $('status').textContent = texts[order.status] ?? 'El pedido ya no se puede pagar.';
}

/** Shows an order until it changes. A failed look is no news: the next one may succeed. */
async function follow(id) {
  for (;;) {
    const order = await call(`/v2/orders/${id}`).catch(() => null);
    if (order !== null) show(order);
    if (order !== null && order.status !== 'PENDING') return sessionStorage.clear();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

$('buy').addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    const order = await createOrder(Object.fromEntries(new FormData(event.target)));
    sessionStorage.setItem('order', order.id); // survives a reload
    show(order);
    await follow(order.id);
  } catch (error) {
    $('status').textContent = error.message;
  }
});

const open = sessionStorage.getItem('order');
if (open !== null) await follow(open);
