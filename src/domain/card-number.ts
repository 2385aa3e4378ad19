// The number of a bank card as people write it, with spaces or hyphens between its groups.

/** Its digits alone; null when there are not 12 to 19 of them. */
export function parseCardNumber(text: string): string | null {
  const digits = text.replace(/[ -]/g, '');
  return /^\d{12,19}$/.test(digits) ? digits : null;
}
