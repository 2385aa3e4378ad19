// Compares an answer that a guide shows with the real one. Ids, numbers and times differ from run to run: what the guide
// shows then stands for what really came, also further down the page.
import assert from 'node:assert/strict';

/** From what is shown to what is real. */
export type Shown = Map<string, string>;

/** What differs at every run, wherever it stands in a text. */
const CHANGING = new RegExp(
  [
    // First: their beginnings may look like one of the others.
    String.raw`\bwhsec_[A-Za-z0-9+/=]+`,
    String.raw`(?<=/pay/refund/)[\w-]+`,
    String.raw`\b(?:[a-z]{2,4}_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:_\d+)?\b`,
    String.raw`\b\d{9,20}\b`,
    String.raw`(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22}(?![\w-])`,
    String.raw`\brail_[0-9a-f]+`,
    String.raw`\b[0-9A-F]{8}\b`,
  ].join('|'),
  'g',
);

export function mask(text: string): string {
  return text.replace(CHANGING, '#');
}

/** Uses the real values in a sample. */
export function makeReal(text: string, shown: Shown): string {
  const longestFirst = [...shown.keys()].sort((one, other) => other.length - one.length);
  const any = longestFirst.map((token) => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text.replace(new RegExp(any, 'g'), (token) => shown.get(token) ?? token);
}

/** A key "…" says that the real object has more keys than are shown. */
export function compareJson(wanted: unknown, real: unknown, shown: Shown, path = ''): void {
  if (typeof wanted === 'object' && wanted !== null) {
    assert.ok(typeof real === 'object' && real !== null, path);
    const { '…': more, ...fields } = wanted as Record<string, unknown>;
    if (more === undefined)
      assert.deepEqual(Object.keys(real), Object.keys(fields), `the fields of the answer ${path}`);
    const found = real as Record<string, unknown>;
    for (const [name, value] of Object.entries(fields)) {
      assert.ok(name in found, `${path}.${name} is in the answer`);
      compareJson(value, found[name], shown, `${path}.${name}`);
    }
  } else if (typeof wanted === 'number' && wanted > 1e9) {
    assert.ok(typeof real === 'number' && real > 1e9, path);
  } else {
    assert.equal(typeof real, typeof wanted, path);
    compareText(String(wanted), String(real), shown, path);
  }
}

export function compareText(wanted: string, real: string, shown: Shown, path: string): void {
  assert.equal(mask(real), mask(wanted), path);
  const there = real.match(CHANGING) ?? [];
  for (const [index, token] of (wanted.match(CHANGING) ?? []).entries()) shown.set(token, there[index] ?? token);
}

/** Lines `name  value`, as commands print them. A password is another one each time. */
export function compareLines(wanted: string, real: string, shown: Shown): void {
  const linesOf = (text: string) => text.trimEnd().split('\n');
  assert.equal(linesOf(real).length, linesOf(wanted).length, real);
  for (const [index, line] of linesOf(wanted).entries()) {
    const found = linesOf(real)[index] ?? '';
    const [, name, value] = /^(password|keys\.\S+) +(\S+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) compareText(line, found, shown, `line ${index + 1}`);
    else shown.set(value, new RegExp(`^${name} +(\\S+)$`).exec(found)?.[1] ?? assert.fail(found));
  }
}
