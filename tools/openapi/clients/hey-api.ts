// Creates an order with the client of @hey-api/openapi-ts, reads it back and prints both.
import { createOrder, getOrder, listEvents } from './client/index.js';
import { client } from './client/client.gen.js';

const { API_URL = '', API_KEY = '' } = process.env;
client.setConfig({ baseUrl: API_URL, auth: `${API_KEY}:` });

const { data: order, error } = await createOrder({
  body: {
    product: { id: 'SMG-1', price: 150, name: 'Funda' },
    customer: { name: 'Ana Robles', email: 'ana@example.com' },
    payment: { type: 'SPEI' },
  },
  headers: { 'Idempotency-Key': crypto.randomUUID() },
});
if (order === undefined) throw new Error(error.debug_message);

const { data: again } = await getOrder({ path: { id: order.id } });
const { error: refusal } = await getOrder({ path: { id: 'ch_no' } });
const { data: events } = await listEvents();
const type: string | undefined = events?.data[0]?.data.object.order_info.store;
const clabe: string = order.payment.clabe;
console.log(JSON.stringify({ id: order.id, again: again?.id, clabe, refusal: refusal?.error, type }));
