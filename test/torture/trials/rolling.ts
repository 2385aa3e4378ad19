// Two nodes behind a real HAProxy are restarted in turn under load: no request fails.

import { startHaproxy } from '../../service/proxies.js';
import { rollOver } from '../../service/rolling.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { none, sized, type Trial } from '../trial.js';

export const rolling: Trial = (options) =>
  withTemporaryPostgres('torture', async ({ url }) => {
    const requests = sized(options, { quick: 500, whole: 20_000 });
    const report = await rollOver({ databaseUrl: url, startProxy: startHaproxy, requests, drainMs: 2_000 });
    const lost = report.stored === report.created ? [] : [`${report.created} created, ${report.stored} stored`];
    const of = `${report.requests.toLocaleString('en')} requests in ${report.seconds} s`;
    return [none('requests failed by a rolling restart', [...report.failures, ...lost], of)];
  });
