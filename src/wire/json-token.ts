// Numbers as they stand in a JSON text, before a float can touch them: 1005.10 stays "1005.10".

/** The text of the number at a key of the outermost object; the last one counts, as in JSON.parse. null: no number there. */
export function numberToken(text: string, key: string): string | null {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;
  let found: string | null = null;
  let depth = 0;
  let name: string | null = null;
  let before = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && before === ':' && name === key) found = /^[-\d]/.test(token) ? token : null;
    else if (token.startsWith('"') && before !== ':') name = JSON.parse(token);
    before = token;
  }
  return found;
}

/** "1.0E7" is "10000000.0": some writers put large numbers so. What is no plain or exponent decimal comes back as it is. */
export function withoutExponent(number: string): string {
  const parts = /^(\d+)(?:\.(\d+))?[eE]\+?(\d{1,2})$/.exec(number);
  if (parts === null) return number;
  const [, whole = '', fraction = '', exponent = ''] = parts;
  const digits = fraction.padEnd(Number(exponent), '0');
  const rest = digits.slice(Number(exponent));
  return `${whole}${digits.slice(0, Number(exponent))}${rest === '' ? '' : `.${rest}`}`;
}
