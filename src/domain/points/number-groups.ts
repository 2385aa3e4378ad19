// Long numbers as people read them: CLABEs, cards, accounts and references, alike on pages, vouchers and in e-mails.

/**
 * A CLABE in its parts (bank, city, account, control digit), other long numbers and addresses of coins in fours; else one group. A
 * folio has eight characters and is one word, also when all of them happen to be digits.
 */
export function groupsOf(value: string): readonly string[] {
  if (/^\d{18}$/.test(value)) return value.match(/^(...)(...)(....)(....)(...)(.)$/)?.slice(1) ?? [];
  if (/^(\d{9,}|[\w:-]{24,})$/.test(value)) return value.match(/[^-]{1,4}-?|-/g) ?? [];
  return [value];
}

/** A text with blanks in its long numbers, for what is read and not copied. Digits of an address or of a quantity stay together. */
export function grouped(text: string): string {
  return text.replace(/(?<![\w.,-])\d{9,}(?![\w-]|[.,]\d)/g, (number) => groupsOf(number).join(' '));
}
