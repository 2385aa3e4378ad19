// npm run test:cluster -- --url postgres://…: runs the tests of the API, of money and of webhooks on a Citus cluster that is
// there already. Every test file gets a database of its own on all nodes, which is dropped at the end. Words behind the URL
// choose files, as with npm test.
import { prepare } from './prepare.mjs';

const TESTED = ['dist/test/cluster/', 'dist/test/api/', 'dist/test/money/', 'dist/test/webhooks/'];

const { url, words } = readArguments(process.argv.slice(2));
if (url === null) {
  console.error(
    'Give the address of a Citus coordinator: npm run test:cluster -- --url postgres://USER:PASSWORD@HOST:PORT/DATABASE\n' +
      'The user must be a superuser there and on every node. The database must have the extension and know all nodes\n' +
      '(citus_set_coordinator_host, citus_add_node), two at least, each with wal_level = logical and\n' +
      "shared_preload_libraries = 'citus,pg_stat_statements'. The tests make and drop databases of their own.",
  );
  process.exit(1);
}
process.env.COBRO_TEST_CLUSTER = url;
process.env.COBRO_TEST_WORDS = (words.length > 0 ? words : TESTED).join(' ');
prepare();
await import('../dist/test/support/run-tests.js');

function readArguments(given) {
  const at = given.indexOf('--url');
  if (at === -1) return { url: null, words: given };
  return { url: given[at + 1] ?? null, words: given.filter((_, index) => index !== at && index !== at + 1) };
}
