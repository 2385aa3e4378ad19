// Why unmatched money might be for an order: a mistyped digit, or a payer's name that is the customer's.

/** Every text that differs from this number in one digit, or in two neighbours that changed places. */
export function oneDigitOff(number: string): string[] {
  if (!/^\d{1,40}$/.test(number)) return [];
  const found = new Set<string>();
  for (let at = 0; at < number.length; at++) {
    const [head, tail] = [number.slice(0, at), number.slice(at + 1)];
    for (const digit of '0123456789') found.add(head + digit + tail);
    if (tail !== '') found.add(head + tail.slice(0, 1) + number.slice(at, at + 1) + tail.slice(1));
  }
  found.delete(number);
  return [...found];
}

/** The words of a name as banks write them: upper case, no accents; short ones such as "de" say nothing. */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return [...new Set(plain.split(/[^A-Z]+/).filter((word) => word.length > 2))];
}

/** Banks turn names round and cut them: two words in common, or the only one there is, make two names similar. */
export function areSimilarNames(one: string, other: string): boolean {
  const [words, others] = [nameWords(one), nameWords(other)];
  const shared = words.filter((word) => others.includes(word)).length;
  return shared > 0 && shared >= Math.min(2, words.length, others.length);
}
