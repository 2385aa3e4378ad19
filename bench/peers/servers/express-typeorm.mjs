// Express with TypeORM; Zod checks the body.
import { DataSource } from 'typeorm';
import { serveExpress } from './express-app.mjs';
import { dataSourceOptions, findMerchant, findOrder, storeOrder } from './typeorm-store.mjs';

const dataSource = await new DataSource(dataSourceOptions).initialize();
await serveExpress({
  findMerchant: (digest) => findMerchant(dataSource.manager, digest),
  storeOrder: (made) => storeOrder(dataSource, made),
  findOrder: (merchant, id) => findOrder(dataSource.manager, merchant, id),
  close: () => dataSource.destroy(),
});
