// Values that programs trip over. Addresses among them lead to this machine only.
import { type Json, Literal, pick } from './operations.js';

const TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '\t\r\n',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    'x\udc00',
    '\ufeff',
    '\u202eabc',
    '💥'.repeat(60),
  ],
  ...['e\u0301'.repeat(300), 'ﷺ'.repeat(300), 'ß'.repeat(255), 'İ'.repeat(254), 'A'.repeat(256), 'A'.repeat(9_000)],
  ...["'; drop table orders; --", '"><script>alert(1)</script>', '{{7*7}}', '../../etc/passwd', '%00', '%', '\\'],
  ...[
    'null',
    'true',
    'undefined',
    'NaN',
    'Infinity',
    '-0',
    '1e309',
    '0x10',
    '1_000',
    '１５０',
    '1,5',
    '+5',
    ' 150 ',
    '.5',
    '5.',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '[object Object]',
    '@',
    'a@',
    '@b',
    'a@b@c',
    'a@b.c\r\nBcc: x@y.z',
  ],
  ...[
    '2026-02-30',
    '9999-12-31T23:59:60Z',
    '0000-00-00',
    '-271821-04-20T00:00:00Z',
    '+275760-09-13T00:00:01Z',
    '20261399',
  ],
  ...[
    'http://',
    'http://127.0.0.1:0/',
    'http://127.0.0.1:99999/',
    'http://[::1',
    'http://[::1]:9/',
    'javascript:alert(1)',
    '//127.0.0.1:2',
  ],
  ...[
    'http://127.0.0.1:2/\u0000',
    'http://a b@127.0.0.1:2/',
    'http://127.0.0.1:2/%zz',
    'file:///etc/passwd',
    'http://0x7f000001:9/',
  ],
  ...[
    'ch_',
    'ch_00000000-0000-0000-0000-000000000000',
    '00000000-0000-7000-8000-000000000000',
    'ec_0',
    'ec_',
    'ec_99999999999999999999',
  ],
  ...[
    '00000000000000000',
    '646180123400000000',
    '646180123400000009',
    '012180015025335996',
    '1'.repeat(18),
    '9'.repeat(40),
  ],
  ...[
    'SPEI',
    'spei',
    'OXXO',
    'oxxo ',
    'SPEİ',
    'BITCOIN',
    'MXN',
    'usd',
    'ACTIVE',
    'primary',
    '2017-06-10',
    '9999-01-01',
  ],
];

const LITERALS: readonly string[] = [
  ...[
    '0',
    '-0',
    '-1',
    '1',
    '0.001',
    '0.005',
    '1.005',
    '150.000000000000000000000000001',
    '1e2',
    '1E+2',
    '15e-1',
    '1e400',
    '-1e400',
  ],
  ...[
    '1e-400',
    '9007199254740993',
    '99999999999999999999',
    '2147483648',
    '-2147483649',
    '9223372036854775808',
    '1e15',
    '9999999.995',
  ],
  ...[
    'null',
    'true',
    'false',
    '""',
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '{"":null}',
    '{"a":1,"a":2}',
    '"\\ud800"',
    '"\\u0000"',
    '"\\x"',
  ],
  ...[
    '01',
    '+1',
    '.5',
    '1.',
    'NaN',
    'Infinity',
    "'x'",
    '1n',
    'undefined',
    '/* */ 1',
    '1794712324991',
    '1794712324',
    '253402300800',
  ],
];

export const oddText = (random: () => number): string => pick(TEXTS, random);

/** What JavaScript asks an object for when it makes a text or a number of it, waits for it or counts it. */
const NATURAL = ['toString', 'valueOf', 'toJSON', '__proto__', 'constructor', 'length', 'then', 'isLosslessNumber'];

export function oddJson(random: () => number): Json {
  const turn = random();
  if (turn < 0.4) return oddText(random);
  if (turn < 0.75) return new Literal(pick(LITERALS, random));
  if (turn < 0.88) return pretending(random);
  if (turn < 0.92) return nested(random() < 0.5 ? '[' : '{"a":', 1 + Math.floor(random() ** 3 * 10_000));
  if (turn < 0.96) return Array.from({ length: 1 + Math.floor(random() ** 3 * 20_000) }, (_, index) => index);
  return Object.fromEntries(Array.from({ length: 1 + Math.floor(random() * 80) }, (_, index) => [`k${index}`, 'x']));
}

/** An object that is no text or number, with what makes it look like one. */
function pretending(random: () => number): Json {
  const holds = () =>
    pick<Json>([1, -1, null, 'x', {}, [], true, new Literal('1e309'), new Literal('{"toString":1}')], random);
  const names = NATURAL.filter(() => random() < 0.4);
  return Object.fromEntries([pick(NATURAL, random), ...names].map((name) => [name, holds()]));
}

function nested(open: '[' | '{"a":', depth: number): Literal {
  return new Literal(`${open.repeat(depth)}1${(open === '[' ? ']' : '}').repeat(depth)}`);
}

/** JSON with the literals as they are. */
export function write(value: Json): string {
  if (value instanceof Literal) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}:${write(inner)}`)
    .join(',')}}`;
}
