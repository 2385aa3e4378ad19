// Creates an order with openapi-fetch and the types of openapi-typescript, reads it back and prints both.
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const { API_URL = '', API_KEY = '' } = process.env;
const client = createClient<paths>({ baseUrl: API_URL, headers: { authorization: `Basic ${btoa(`${API_KEY}:`)}` } });

const { data: order, error } = await client.POST('/v2/orders', {
  body: {
    product: { id: 'SMG-1', price: 150, name: 'Funda' },
    customer: { name: 'Ana Robles', email: 'ana@example.com' },
    payment: { type: 'SPEI' },
  },
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
});
if (error !== undefined) throw new Error(error.debug_message);

const { data: again } = await client.GET('/v2/orders/{id}', { params: { path: { id: order.id } } });
const { error: refusal } = await client.GET('/v2/orders/{id}', { params: { path: { id: 'ch_no' } } });
const { data: events } = await client.GET('/v1/events');
const type: string | undefined = events?.data[0]?.data.object.order_info.store;
const clabe: string = order.payment.clabe;
console.log(JSON.stringify({ id: order.id, again: again?.id, clabe, refusal: refusal?.error, type }));
