// node scripts/proxies.mjs: makes sure that the tests of deployments have a real HAProxy and a real PgBouncer.
import { requireProgram } from './debian.mjs';

requireProgram({
  title: 'HAProxy',
  names: ['haproxy'],
  variable: 'HAPROXY',
  debian: 'haproxy',
  reason: 'The test of rolling restarts needs',
});
requireProgram({
  title: 'PgBouncer',
  names: ['pgbouncer'],
  variable: 'PGBOUNCER',
  debian: 'pgbouncer',
  reason: 'The test of poolers needs',
});
