// A text without one sign at its end, however often it stands there. A regular expression would begin anew at each (D83).
export function withoutEnd(text: string, sign: string): string {
  let length = text.length;
  while (text[length - 1] === sign) length--;
  return text.slice(0, length);
}
