// Addresses of web pages and images. Only http and https: a link to anything else could run a script on our page.
import { FAULTY, type Field, fault } from './shape/field.js';
import { LONG, optional, optionalText } from './shape/text.js';
import { Type } from './shape/type.js';

export function toWebAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** An address that may be missing, null or "". */
export function optionalAddress(description: string): Field<string | null> {
  const text = optionalText({ maxLength: LONG });
  return {
    schema: optional(Type.String({ maxLength: LONG, description })),
    read(value, param, reading) {
      const read = text.read(value, param, reading);
      if (read === FAULTY || read === null) return read;
      return toWebAddress(read) ?? fault(reading, param, 'invalid_url');
    },
  };
}

/** The same from a stranger's form: what is no address of a web page is left out, because it must not cost the sale. */
export function shownAddress(description: string): Field<string | null> {
  const text = optionalText({ maxLength: LONG, description });
  return {
    schema: text.schema,
    read(value, param, reading) {
      const read = text.read(value, param, reading);
      return read === FAULTY ? FAULTY : toWebAddress(read);
    },
  };
}
