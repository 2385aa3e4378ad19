// One API request as the merchant's developers see it later (D78), and what is masked in it: nothing of a customer and
// no secret is kept. Values are kept only of fields that are known to be neither.

export type LoggedRequest = {
  readonly id: string;
  readonly at: number;
  /** The Request-Id of the reply. */
  readonly requestId: string;
  readonly method: string;
  /** With the query, in which values are masked like those of a body. */
  readonly path: string;
  readonly status: number;
  readonly error: string | null;
  readonly durationMs: number;
  readonly keyId: string;
  readonly address: string;
  readonly userAgent: string | null;
  /** Of refused requests only. */
  readonly requestBody: string | null;
  readonly replyBody: string | null;
};

/** So much of a body or a reply is kept. */
export const KEPT_BODY_CHARACTERS = 4_096;
const LONGEST_PATH = 500;
const LONGEST_NAME = 60;
const DEEPEST = 8;

/**
 * Fields whose values are neither personal nor secret: their names in lower case, alone or with the object around them
 * (`product.id`). All others are shown as what they are, without the value.
 */
type PlainFields = ReadonlySet<string>;

/** A body with personal data and secrets masked; null if there was none. */
export function maskBody(text: string, plain: PlainFields): string | null {
  if (text === '') return null;
  const body = text.trimStart();
  if (!/^[{[]/.test(body)) return cut(maskForm(text, plain));
  try {
    return cut(JSON.stringify(mask(JSON.parse(body), { name: '', within: '' }, 0, plain)));
  } catch {
    return cut(maskBroken(body));
  }
}

/** The path of a request, with values of its query masked. */
export function maskPath(url: string, plain: PlainFields): string {
  const at = url.indexOf('?');
  const parts = (at < 0 ? url : url.slice(0, at)).slice(0, LONGEST_PATH).split('/');
  const path = parts.map((part) => (/@|%40/i.test(part) ? '…' : part)).join('/');
  return at < 0 ? path : `${path}?${maskForm(url.slice(at + 1), plain)}`.slice(0, LONGEST_PATH);
}

/** A reply to a refused request. It may repeat what was sent, so anything that looks like a person's is masked. */
export function maskReply(text: string): string {
  return cut(
    text
      .slice(0, 2 * KEPT_BODY_CHARACTERS)
      .replace(/[^\s"'<>:]+/g, (word) => (/[^@]@[^@]/.test(word) ? '…@…' : word))
      .replace(/\b(?:[sp]k_(?:test|live)|whsec)_\w+/g, '…')
      .replace(/(?<![\w-])\+?\d[\d ]{8,}\d(?![\w-])/g, '…'),
  );
}

/** A field of a body, and the object that it is in. The items of a list go by its name. */
type NamedField = { readonly name: string; readonly within: string };

function mask(value: unknown, field: NamedField, depth: number, plain: PlainFields): unknown {
  if (Array.isArray(value))
    return depth >= DEEPEST ? '…' : value.slice(0, 50).map((item) => mask(item, field, depth + 1, plain));
  if (typeof value === 'object' && value !== null) {
    if (depth >= DEEPEST) return '…';
    const entries = Object.entries(value).slice(0, 100);
    return Object.fromEntries(
      entries.map(([name, item]) => [shownName(name), mask(item, { name, within: field.name }, depth + 1, plain)]),
    );
  }
  if (value === null || typeof value === 'boolean' || (isPlain(field, plain) && looksPlain(value))) return value;
  return typeof value === 'string' ? `… (${value.length})` : '…';
}

function isPlain({ name, within }: NamedField, plain: PlainFields): boolean {
  return plain.has(name.toLowerCase()) || (within !== '' && plain.has(`${within}.${name}`.toLowerCase()));
}

/** Whatever stands in a wrong field stays masked: an e-mail address, or a number as long as a telephone's. */
function looksPlain(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 80 && !/@|\d{10}/.test(value));
}

function maskForm(text: string, plain: PlainFields): string {
  return text
    .split('&')
    .slice(0, 100)
    .map((pair) => {
      const at = pair.indexOf('=');
      if (at < 0) return `… (${pair.length})`;
      const [name, value] = [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
      const last = /(?:^|\[)([^[\]]*)\]?$/.exec(name)?.[1] ?? name;
      return `${shownName(name)}=${plain.has(last.toLowerCase()) && looksPlain(value) ? value : `… (${value.length})`}`;
    })
    .join('&');
}

/** JSON that cannot be parsed keeps its form, so that the fault can be seen: names and signs, but no texts. */
function maskBroken(text: string): string {
  const source = text.slice(0, 2 * KEPT_BODY_CHARACTERS);
  const string = /"((?:[^"\\]|\\.)*)"(\s*:)?/y;
  let masked = '';
  for (let at = 0; ; at = string.lastIndex) {
    const open = source.indexOf('"', at);
    masked += source.slice(at, open < 0 ? undefined : open);
    if (open < 0) break;
    string.lastIndex = open;
    const [, content, colon] = string.exec(source) ?? [];
    if (content === undefined) {
      masked += '"…';
      break;
    }
    masked += colon === undefined ? '"…"' : `"${shownName(content)}"${colon}`;
  }
  return maskWords(masked.replace(/\d{6,}/g, '…'));
}

/** Bare words where a value stands. */
function maskWords(text: string): string {
  const parts = text.split(/([",:{}[\]])/);
  return parts
    .map((part, index) => {
      const isValue =
        /^[:,[]$/.test(parts[index - 1] ?? '') && /^\s*[A-Za-zÀ-ÿ]/.test(part) && part.trimStart().length > 5;
      return isValue ? part.replace(/\S[\s\S]*$/, '…') : part;
    })
    .join('');
}

/** A name may be a value in the wrong place. */
function shownName(name: string): string {
  return /@|\d{8}/.test(name) ? '…' : name.slice(0, LONGEST_NAME);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '…';
  }
}

function cut(text: string): string {
  return text.length <= KEPT_BODY_CHARACTERS ? text : `${text.slice(0, KEPT_BODY_CHARACTERS)}…`;
}
