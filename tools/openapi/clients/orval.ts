// Creates an order with the fetch client of orval, reads it back and prints both.
import { createOrder, getOrder, listEvents } from './client.js';

const { API_URL = '', API_KEY = '' } = process.env;
const options = { headers: { authorization: `Basic ${btoa(`${API_KEY}:`)}` } };

// The document has the address of this service as "/"; a program outside it needs the whole address.
const fetchHere = globalThis.fetch;
globalThis.fetch = (path, init) => fetchHere(new URL(String(path), API_URL), init);

const made = await createOrder(
  {
    product: { id: 'SMG-1', price: 150, name: 'Funda' },
    customer: { name: 'Ana Robles', email: 'ana@example.com' },
    payment: { type: 'SPEI' },
  },
  options,
);
if (made.status !== 200) throw new Error(made.data.debug_message);

const again = await getOrder(made.data.id, options);
const refusal = await getOrder('ch_no', options);
const events = await listEvents({}, options);
const type: string | undefined = events.status === 200 ? events.data.data[0]?.data.object.order_info.store : undefined;
const clabe: string = made.data.payment.clabe;
console.log(
  JSON.stringify({
    id: made.data.id,
    again: again.status === 200 ? again.data.id : null,
    clabe,
    refusal: refusal.status === 404 ? refusal.data.error : null,
    type,
  }),
);
