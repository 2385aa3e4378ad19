// What docs/contract.txt has promised to accounts of its newest version: after a change of the interface, they must still find
// every field of every request and reply. Where a shape has changed, wire/versions must have kept the earlier one for them.

/** What an account of the newest version of `before` would lose or get too much of, by the contract `after`. */
export function brokenPromises(before: string, after: string): string[] {
  const kept = keptShapes(after, versionsOf(before)[0] ?? '');
  const now = fieldsByShape(after);
  const requests = new Set([...before.matchAll(/ {2}body {2}(\w+) {2}/g)].map(([, name = '']) => name));
  return [...fieldsByShape(before)].flatMap(([name, promised]) => {
    if (/Before\d{8}$/.test(name)) return [];
    const given = now.get(kept.get(name) ?? name) ?? new Map<string, string>();
    const lost = [...promised].filter(([field, what]) => !keeps(what, given.get(field)));
    // A request may have more fields than it had, as long as nobody has to send them.
    const extra = [...given].filter(
      ([field, what]) => !promised.has(field) && (!requests.has(name) || what.endsWith('required')),
    );
    return [...lost, ...extra].map(([field]) => `${name}.${field}`);
  });
}

/** The same type, or more words than before. */
function keeps(promised: string, given: string | undefined): boolean {
  if (given === undefined || given === promised) return given === promised;
  const words = wordsOf(promised);
  return words.length > 0 && words.every((word) => wordsOf(given).includes(word));
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

/** For each named shape its fields, with the rest of their lines. */
function fieldsByShape(contract: string): Map<string, Map<string, string>> {
  const names = [...contract.matchAll(/^(\w+) {2}object$/gm)].map(([, name = '']) => name);
  return new Map(
    names.map((name) => {
      const lines = contract.matchAll(new RegExp(`^${name} {2}(\\S+) {2}(.+)$`, 'gm'));
      return [name, new Map([...lines].map(([, field = '', what = '']) => [field, what]))];
    }),
  );
}
