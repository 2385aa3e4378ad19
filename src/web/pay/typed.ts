// What is wrong with something that a customer types, while they type it. The scripts of the pages contain these same functions, so
// they may use nothing outside themselves and only features of browsers of the last few years.

export type ClabeLook = {
  readonly bank: string | null;
  /** null: it can be a CLABE. */
  readonly fault: 'letters' | 'length' | 'digit' | 'bank' | null;
};

/** `banks` are the names of banks by their first three digits. */
export function lookAtClabe(text: string, banks: Readonly<Record<string, string>>): ClabeLook {
  const digits = text.replace(/[\s-]/g, '');
  const bank = banks[digits.slice(0, 3)] ?? null;
  if (/\D/.test(digits)) return { bank, fault: 'letters' };
  if (digits.length >= 3 && bank === null) return { bank, fault: 'bank' };
  if (digits.length !== 18) return { bank, fault: 'length' };
  let sum = 0;
  for (let at = 0; at < 17; at++) sum += (Number(digits[at]) * ([3, 7, 1][at % 3] ?? 0)) % 10;
  return { bank, fault: (10 - (sum % 10)) % 10 === Number(digits[17]) ? null : 'digit' };
}

/** Whether mail can reach it: a name, an @, and a domain with an ending. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.\d]{2,}$/.test(text.trim());
}

/** Ten digits, or a number with its country. */
export function looksLikePhone(text: string): boolean {
  const digits = text.replace(/[\s().-]/g, '');
  return /^(\d{10}|52\d{10}|\+52\d{10}|\+(?!52)\d{8,15})$/.test(digits);
}
