// Existing client libraries: the file with their requests, the account that docs/moving.md tells the shop to have, and
// how they read each answer. `docs` is how that page names the library.
import { COMPILED, newRecords, oldRecords, oldWebhook } from './compiled-shapes.js';
import { each, type Shape } from './reading.js';
import { COMMON, ENVELOPE, NEW, OLD, OLD_WEBHOOK } from './shapes.js';

export type Library = {
  readonly docs: string;
  readonly recorded: string;
  /** The date of the account's interface; every existing shop has the envelope, too. */
  readonly version: '2026-11-14' | '2015-01-01';
  /** By the name of the request. The file has exactly these. */
  readonly reads: Readonly<Record<string, Shape>>;
  /** A webhook's body. */
  readonly webhook: Shape;
};

const { auth, points, sms, endpoint } = COMMON;
const endpoints = { 'create webhook': endpoint, 'list webhooks': [endpoint], 'update webhook': endpoint } as const;
const typedEndpoint = { ...endpoint, type: 'text' } as const;
const typedEndpoints = {
  'create webhook': typedEndpoint,
  'list webhooks': [typedEndpoint],
  'update webhook': typedEndpoint,
} as const;
const lists = { 'list points': points, 'list points for an amount': points } as const;

const old = { version: '2015-01-01', webhook: OLD_WEBHOOK } as const;
const current = { version: '2026-11-14', webhook: NEW.verified } as const;
const ofOld = { 'create charge': OLD.created, 'verify charge': OLD.verified, 'send SMS': sms } as const;
const ofNew = { 'create charge': NEW.created, 'verify charge': NEW.verified, 'send SMS': sms } as const;

const java2 = oldRecords({ created: 'int' });
const csharp3 = oldRecords({ created: 'text' });
const java3 = newRecords({ time: 'long?', request: 'long' });
const csharp4 = newRecords({ time: 'int?', request: 'text' });
const compiled = {
  'check keys': COMPILED.auth,
  'list points': COMPILED.points,
  'list points for an amount': COMPILED.points,
  'send SMS': COMPILED.sms,
  'create webhook': COMPILED.endpoint,
  'list webhooks': [COMPILED.endpoint],
  'update webhook': COMPILED.endpoint,
  'delete webhook': COMPILED.endpoint,
} as const;
const compiledTyped = { ...compiled, ...typedEndpoints, 'delete webhook': typedEndpoint } as const;

export const LIBRARIES: readonly Library[] = [
  {
    docs: 'PHP 1.2',
    recorded: 'php-1',
    ...current, // it hands over whatever comes
    reads: { 'check keys': auth, ...lists, ...ofNew, ...endpoints, 'delete webhook': endpoint },
  },
  {
    docs: 'PHP 2.1',
    recorded: 'php-2',
    ...old,
    reads: {
      ...{ 'check keys': auth, ...lists, ...ofOld, 'create charge in Windows-1252': OLD.created },
      'send SMS': { type: 'text', object: 'text', payment: each('text', 'id', 'short_id') },
      ...endpoints,
      'delete webhook': endpoint,
    },
  },
  {
    docs: 'PHP 3',
    recorded: 'php-3',
    ...old,
    reads: { 'check keys': auth, ...lists, ...ofOld, ...endpoints, 'delete webhook': endpoint },
  },
  {
    docs: 'PHP 4',
    recorded: 'php-4',
    ...current,
    reads: { 'check keys': auth, ...lists, ...ofNew, ...typedEndpoints, 'delete webhook': typedEndpoint },
  },
  {
    docs: 'PHP 5',
    recorded: 'php-5',
    ...current,
    reads: {
      ...lists,
      ...ofNew,
      'create order': ENVELOPE,
      'verify order': ENVELOPE,
      ...typedEndpoints,
      'delete webhook': typedEndpoint,
    },
  },
  {
    docs: 'Ruby 3',
    recorded: 'ruby-3',
    ...old,
    reads: { 'check keys': auth, ...lists, ...ofOld, ...endpoints, 'delete webhook': endpoint },
  },
  {
    docs: 'Ruby 4',
    recorded: 'ruby-4',
    ...current,
    reads: { 'check keys': auth, ...lists, ...ofNew, ...endpoints, 'delete webhook': endpoint },
  },
  {
    docs: 'Java 2',
    recorded: 'java-2',
    version: '2015-01-01',
    webhook: oldWebhook(java2.verified),
    reads: { ...compiled, 'create charge': java2.created, 'verify charge': java2.verified },
  },
  {
    docs: 'Java 3',
    recorded: 'java-3',
    version: '2026-11-14',
    webhook: java3.verified,
    reads: {
      ...compiledTyped,
      'create charge': java3.created,
      'verify charge': java3.verified,
      'deactivate webhook': typedEndpoint,
    },
  },
  {
    docs: 'C# 3',
    recorded: 'csharp-3',
    version: '2015-01-01',
    webhook: oldWebhook(csharp3.verified),
    reads: { ...compiled, 'create charge': csharp3.created, 'verify charge': csharp3.verified },
  },
  {
    docs: 'C# 4',
    recorded: 'csharp-4',
    version: '2026-11-14',
    webhook: csharp4.verified,
    reads: { ...compiledTyped, 'create charge': csharp4.created, 'verify charge': csharp4.verified },
  },
  {
    docs: 'Python 1',
    recorded: 'python-1',
    ...old,
    reads: { 'check keys': auth, ...lists, ...ofOld, ...endpoints, 'delete webhook': endpoint },
  },
  {
    docs: 'Python 2',
    recorded: 'python-2',
    ...current,
    reads: {
      ...{ 'check keys': auth, ...lists, ...ofNew, ...typedEndpoints },
      'deactivate webhook': typedEndpoint,
      'delete webhook': typedEndpoint,
    },
  },
  {
    docs: 'Node 0',
    recorded: 'node-0',
    ...current,
    reads: {
      'create charge': { ...NEW.created, ...each('number', 'amount'), ...each('bool', 'paid') },
      'verify charge': { ...NEW.verified, ...each('number', 'amount'), ...each('bool', 'paid') },
    },
  },
];
