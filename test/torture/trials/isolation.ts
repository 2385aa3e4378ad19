// All pairs of callers and worlds, over every route: nothing of one merchant or mode is shown to another, or changed by
// them. A shorter form is part of the tests.
import { makeCallers } from '../../isolation/callers.js';
import { ownerOf } from '../../isolation/marks.js';
import { sweep } from '../../isolation/sweep.js';
import { makeWorlds } from '../../isolation/worlds.js';
import { SERVER_VARIABLE } from '../../support/database.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { startPayService } from '../../web/fixtures.js';
import { none, type Trial } from '../trial.js';

export const isolation: Trial = ({ size }) =>
  withTemporaryPostgres('torture', async ({ serverUrl }) => {
    process.env[SERVER_VARIABLE] = serverUrl;
    const service = await startPayService({ COBRO_WEBHOOK_ALLOW: '127.0.0.0/8' });
    const worlds = await makeWorlds(service);
    const all = await makeCallers(service, worlds);
    const callers = size === 'whole' ? all : all.filter(({ name }) => /^the private key of zqbtestzq$/.test(name));
    const { requests, routes, leaks } = await sweep(service, {
      worlds,
      callers,
      targetsOf: ({ owns }) => worlds.filter((world) => !owns.includes(ownerOf(world))),
    });
    await service.app.close();
    await service.deps.db.close();
    const of = `${requests.toLocaleString('en')} requests to ${routes} routes by ${callers.length} callers`;
    return [none('isolation leaks, all pairs', leaks, of)];
  });
