// Reads a bank card number as people write it, with spaces or hyphens between the groups.

/** The digits alone; null unless there are 12 to 19 of them. */
export function parseCardNumber(text: string): string | null {
  const digits = text.replace(/[ -]/g, '');
  return /^\d{12,19}$/.test(digits) ? digits : null;
}
