// Where a demo may run (D82, D98): on somebody's own machine, with the database that Cobro runs, and without live money.
// Everything else is an installation that people rely on: it gets no demo merchant unasked, and never demo people.
import { isLocalOnly } from '../base/local-only.js';

type DemoGround = {
  readonly host: string;
  readonly baseUrl: string;
  readonly databaseUrl: string | null;
  readonly clabePrefix: string | null;
  readonly environment: string | null;
};

export function mayBeDemo(ground: DemoGround): boolean {
  const isProduction = ground.environment === 'production';
  return isLocalOnly(ground) && ground.databaseUrl === null && ground.clabePrefix === null && !isProduction;
}
