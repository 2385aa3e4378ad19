// What texts from outside are held to before anybody reads them (D83): how deep JSON is nested, and how long a line is.
// Node.js holds the head of a request to as much (HEADER_LIMIT_BYTES in http/server.ts), so readers of fields, queries,
// headers and cookies need no limit of their own for safety's sake.

/** Levels of objects and lists (D13). */
export const MOST_LEVELS = 16;
/** Characters in a line of text. */
export const LONGEST_LINE = 16_384;

/** A value, or why the text is none that we take. */
type OutsideJson = { readonly value: unknown } | { readonly problem: string };

/** Parses JSON that anybody may have written. */
export function parseOutsideJson(text: string, parse: (text: string) => unknown): OutsideJson {
  // Parsers, and everything after them, call themselves once for each level, and 64 KB can have 60,000.
  if (isNestedTooDeep(text)) return { problem: `is nested deeper than ${MOST_LEVELS} levels` };
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return { problem: 'is not valid JSON' };
  }
  return text.length > LONGEST_LINE && hasLongLine(value) ? { problem: LONG_LINE } : { value };
}

export const LONG_LINE = `has a line of more than ${LONGEST_LINE.toLocaleString('en')} characters`;

/** Whether a text in this value, or a name of its fields, has a line that is too long. */
export function hasLongLine(value: unknown): boolean {
  if (typeof value === 'string') return value.length > LONGEST_LINE && value.split('\n').some(isTooLong);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => isTooLong(name) || hasLongLine(inner));
}

function isTooLong(line: string): boolean {
  return line.length > LONGEST_LINE;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPENING_LIST, CLOSING_LIST] = [0x5b, 0x5d];
const [OPENING_OBJECT, CLOSING_OBJECT] = [0x7b, 0x7d];

function isNestedTooDeep(json: string): boolean {
  // Nearly all texts open fewer than that, in whatever place: looking for two signs takes a tenth of looking at all of them.
  if (countUpTo(json, '{', MOST_LEVELS) + countUpTo(json, '[', MOST_LEVELS) <= MOST_LEVELS) return false;
  let level = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (isInText && sign === BACKSLASH) at++;
    else if (sign === QUOTE) isInText = !isInText;
    else if (isInText) continue;
    else if (sign === OPENING_OBJECT || sign === OPENING_LIST) level++;
    else if (sign === CLOSING_OBJECT || sign === CLOSING_LIST) level--;
    if (level > MOST_LEVELS) return true;
  }
  return false;
}

/** How often a sign stands in a text; whoever needs no more than whether it is more than `most` gets that. */
function countUpTo(text: string, sign: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
