// What docs/contract.txt has promised to accounts of its newest version: after a change of the interface, they must still find
// every field of every request and reply. Where a shape has changed, wire/versions must have kept the earlier one for them.

/** What an account of the newest version of `before` would lose or get too much of, by the contract `after`. */
export function brokenPromises(before: string, after: string): string[] {
  const version = versionsOf(before)[0] ?? '';
  return [...brokenShapes(before, after, version), ...lostParameters(before, after, version)];
}

function brokenShapes(before: string, after: string, version: string): string[] {
  const kept = keptShapes(after, version);
  const now = fieldsByShape(after);
  const requests = new Set([...before.matchAll(/ {2}body {2}(\w+) {2}/g)].map(([, name = '']) => name));
  return [...fieldsByShape(before)].flatMap(([name, promised]) => {
    if (/Before\d{8}$/.test(name)) return [];
    const given = now.get(kept.get(name) ?? name) ?? new Map<string, string>();
    const lost = [...promised].filter(
      ([field, what]) => !keeps(what, given.get(field)) && !(requests.has(name) && takesMore(what, given.get(field))),
    );
    // A request may have more fields than it had, as long as nobody has to send them.
    const extra = [...given].filter(
      ([field, what]) => !promised.has(field) && (!requests.has(name) || what.endsWith('required')),
    );
    return [...lost, ...extra].map(([field]) => `${name}.${field}`);
  });
}

/** Query parameters that an operation does not take any more, by its name. */
function lostParameters(before: string, after: string, version: string): string[] {
  const now = queriesByOperation(after);
  return [...queriesByOperation(before)].flatMap(([operation, promised]) => {
    const dates = [...now.keys()].flatMap((name) => (name.startsWith(`${operation}Before`) ? [name.slice(-8)] : []));
    const date = dates.sort().find((one) => one > version.replaceAll('-', ''));
    const given = now.get(date === undefined ? operation : `${operation}Before${date}`);
    const lost = [...promised].filter(([name, what]) => !keeps(what, given?.get(name)));
    return lost.map(([name]) => `${operation}?${name}`);
  });
}

function queriesByOperation(contract: string): Map<string, Map<string, string>> {
  const ids = new Map(
    [...contract.matchAll(/^(\w+ \S+) {2}(\w+) {2}asks for /gm)].map(([, name = '', id = '']) => [name, id]),
  );
  const queries = new Map<string, Map<string, string>>();
  for (const [, name = '', parameter = '', what = ''] of contract.matchAll(/^(.+?) {2}query {2}(\S+) {2}(.+)$/gm)) {
    const operation = ids.get(name) ?? name;
    queries.set(operation, (queries.get(operation) ?? new Map()).set(parameter, what));
  }
  return queries;
}

/** The same type, or more words than before. */
function keeps(promised: string, given: string | undefined): boolean {
  if (given === undefined || given === promised) return given === promised;
  const words = wordsOf(promised);
  return words.length > 0 && words.every((word) => wordsOf(given).includes(word));
}

/** A field of a request may also take values of other types than it did. */
function takesMore(promised: string, given = ''): boolean {
  const [before, now] = [promised, given].map((what) => new Set(what.split(/[\s|()]+/)));
  if (before === undefined || now === undefined || ![...before].every((part) => now.has(part))) return false;
  return [...now].every((part) => before.has(part) || ['', 'string', 'number', 'boolean', 'null'].includes(part));
}

function wordsOf(what: string): string[] {
  return [...what.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word);
}

/** The dates of a contract, newest first. */
function versionsOf(contract: string): string[] {
  return [...new Set([...contract.matchAll(/^before (\S+) /gm)].map(([, date = '']) => date))];
}

/** The shapes that accounts of a version get instead of the newest ones. */
function keptShapes(contract: string, version: string): Map<string, string> {
  const date = versionsOf(contract).findLast((one) => one > version);
  const lines = [...contract.matchAll(/^before (\S+) {2}(\w+) {2}(\w+)$/gm)].filter(([, of]) => of === date);
  return new Map(lines.map(([, , name = '', earlier = '']) => [name, earlier]));
}

/** For each named shape its fields, with the rest of their lines. A shape of a date inside another is judged by itself. */
function fieldsByShape(contract: string): Map<string, Map<string, string>> {
  const names = [...contract.matchAll(/^(\w+) {2}object$/gm)].map(([, name = '']) => name);
  return new Map(
    names.map((name) => {
      const lines = contract.matchAll(new RegExp(`^${name} {2}(\\S+) {2}(.+)$`, 'gm'));
      return [
        name,
        new Map([...lines].map(([, field = '', what = '']) => [field, what.replace(/Before\d{8}\b/g, '')])),
      ];
    }),
  );
}
