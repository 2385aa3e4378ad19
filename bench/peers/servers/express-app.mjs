// An Express application over a store of orders: `findMerchant(digest)`, `storeOrder(made)`, `findOrder(merchant, id)`.
import express from 'express';
import { ZodCreateOrder } from './schemas.mjs';
import * as shop from './shop.mjs';

export async function serveExpress({ findMerchant, storeOrder, findOrder, close }) {
  const authenticate = shop.createAuthentication(findMerchant);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(express.json({ limit: '100kb' }));
  app.use(async (request, response, next) => {
    const merchant = await authenticate(request.headers.authorization);
    if (merchant === null) return response.status(401).json({ error: 'unauthorized' });
    response.locals.merchant = merchant;
    next();
  });
  app.post('/v2/orders', async (request, response) => {
    const read = ZodCreateOrder.safeParse(request.body);
    if (!read.success) return response.status(422).json({ error: 'invalid_request', issues: read.error.issues });
    response.json(await shop.createOrder(response.locals.merchant, read.data, storeOrder));
  });
  app.get('/v2/orders/:id', async (request, response) => {
    const id = shop.uuidOf(request.params.id);
    const row = id === null ? null : await findOrder(response.locals.merchant, id);
    if (row === null) return response.status(404).json({ error: 'order_not_found' });
    response.json(shop.answerOf(row));
  });
  const server = app.listen(Number(process.env.PORT), process.env.HOST);
  shop.closeOnSignal(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
    close,
  );
}
