// Addresses of web pages and images. Only http and https: a link to anything else could run a script on our page.
import { type Field, refined } from './shape/field.js';
import { LONG, optionalText } from './shape/text.js';

export function toWebAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** An address that may be missing, null or "". */
export function optionalAddress(description: string): Field<string | null> {
  return refined(optionalText({ maxLength: LONG, description }), (read, refuse) =>
    read === null ? null : (toWebAddress(read) ?? refuse('invalid_url')),
  );
}

/** The same from a stranger's form: what is no address of a web page is left out, because it must not cost the sale. */
export function shownAddress(description: string): Field<string | null> {
  return refined(optionalText({ maxLength: LONG, description }), toWebAddress);
}
