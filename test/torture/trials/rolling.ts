// Two nodes behind a real HAProxy are restarted in turn under load, with the same version and with one whose migration
// changes the busiest table: no request fails.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { writeNextVersion } from '../../service/next-version.js';
import { startHaproxy } from '../../service/proxies.js';
import { type RollingReport, rollOver } from '../../service/rolling.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { type Figure, none, sized, type Trial } from '../trial.js';

export const rolling: Trial = (options) =>
  withTemporaryPostgres('torture', async ({ url }) => {
    const requests = sized(options, { quick: 500, whole: 20_000 });
    const plan = { databaseUrl: url, startProxy: startHaproxy, requests, drainMs: 2_000 };
    // The one with a migration shows the other, too.
    const same =
      options.size === 'quick' ? [] : [toFigure('requests failed by a rolling restart', await rollOver(plan))];
    const folder = await mkdtemp(join(tmpdir(), 'cobro-next-'));
    try {
      const added = await writeNextVersion(folder);
      const before = await countOrders(url);
      const report = await rollOver({ ...plan, next: folder });
      const missing = (await hasColumn(url, added)) ? [] : ['the migration was not applied'];
      const own = { ...report, stored: report.stored - before, failures: [...report.failures, ...missing] };
      return [...same, toFigure('requests failed by a rolling restart with a migration', own)];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

function toFigure(what: string, { created, stored, failures, requests, seconds }: RollingReport): Figure {
  const lost = stored === created ? [] : [`${created} created, ${stored} stored`];
  return none(what, [...failures, ...lost], `${requests.toLocaleString('en')} requests in ${seconds} s`);
}

async function countOrders(url: string): Promise<number> {
  return (await ask<{ count: number }>(url, 'select count(*)::int as count from orders'))?.count ?? 0;
}

async function hasColumn(url: string, name: string): Promise<boolean> {
  const text = `select from information_schema.columns where table_name = 'orders' and column_name = '${name}'`;
  return (await ask(url, text)) !== undefined;
}

async function ask<Row extends object>(url: string, text: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows[0];
}
