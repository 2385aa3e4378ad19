// The settings that a server starts with, as arguments of `postgres`. They override postgresql.conf.
import type { Facts } from './facts.js';
import { type Tuned, tunedSettings } from './tuned-settings.js';

const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // A socket's path has at most 107 characters, and the path of a data folder may be longer.
  unix_socket_directories: '',
  max_connections: '100',
  // Acknowledged data is always on disk.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  // The programs are built without lz4.
  wal_compression: 'pglz',
  // Statements of a program like ours take milliseconds; compiling them would take longer.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  // Keeps data out of the log: no failed statements, and no DETAIL lines with the values of a row.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** `chosen` are the caller's own, instead of what follows from the machine. */
export function serverArguments(clusterName: string, facts: Facts, chosen: Tuned): string[] {
  const all = { ...settings, ...tunedSettings(facts), ...chosen, cluster_name: clusterName };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
