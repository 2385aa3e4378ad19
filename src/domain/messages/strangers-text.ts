// What a stranger's browser may have written, such as names, so that it cannot carry an advertisement in our e-mails.

/** The name, if it is one; "" if it could carry a message of a stranger. */
export function greetableName(name: string): string {
  const line = oneLine(name, 60);
  return /^[\p{L}\p{M}][\p{L}\p{M}' .’-]*$/u.test(line) && !mentionsAddress(line) ? line : '';
}

/** Mail programs make links of what looks like one. */
export function mentionsAddress(text: string): boolean {
  return /:\/\/|www\.|@|[\p{L}\p{N}]\.\p{L}{2,}/iu.test(text);
}

/** Cut between characters, without anything that breaks or turns a line. */
export function oneLine(text: string, max: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}
