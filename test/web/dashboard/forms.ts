// The forms of a page, filled in as they come: what a browser would send if a person typed the usual things.

export type FoundForm = {
  readonly method: 'get' | 'post';
  /** "" if it is sent to the page that it stands on. */
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The fields among them that take a file. */
  readonly files: readonly string[];
  /** What may be chosen instead, by field. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
};

export function formsIn(html: string): FoundForm[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inside = '']) => ({
    method: /method="post"/i.test(attributes) ? 'post' : 'get',
    action: decode(/action="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    fields: [...fieldsOf(inside)],
    files: [...inside.matchAll(/<input type="file" name="([^"]*)"/g)].map(([, name = '']) => name),
    choices: choicesOf(inside),
  }));
}

function choicesOf(html: string): ReadonlyMap<string, string[]> {
  const choices = new Map<string, string[]>();
  const add = (name: string, value: string) => choices.set(name, [...(choices.get(name) ?? []), value]);
  for (const [tag] of html.matchAll(/<input type="(?:radio|checkbox)"[^>]*>/g))
    add(attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? 'on');
  for (const [, name = '', inside = ''] of html.matchAll(/<select\b[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    for (const [option] of inside.matchAll(/<option[^>]*>/g)) add(name, attribute(option, 'value') ?? '');
  return choices;
}

function fieldsOf(html: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [tag] of html.matchAll(/<(?:input|button|textarea|select)\b[^>]*>/g)) {
    const name = attribute(tag, 'name');
    const type = attribute(tag, 'type');
    if (name === null || (type === 'checkbox' && !/ checked\b/.test(tag))) continue;
    if (type === 'radio' && fields.has(name) && !/ checked\b/.test(tag)) continue;
    fields.set(name, attribute(tag, 'value') ?? USUAL[name] ?? (type === 'number' ? '1' : 'x'));
  }
  for (const [, name = '', inside = ''] of html.matchAll(/<select\b[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    fields.set(name, /<option[^>]*value="([^"]+)"/.exec(inside)?.[1] ?? '');
  return fields;
}

/** What a person types into an empty field. */
const USUAL: Readonly<Record<string, string>> = {
  amount: '1',
  url: 'http://127.0.0.1:2/other',
  email: 'nueva@example.com',
  phone: '5512345678',
  text: 'Nota',
  note: 'Nota',
  reason: 'Nota',
};

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : decode(value);
}

function decode(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&');
}
