// Reads a secret that is given to a command. `@FILE` takes it from a file and `@-` from stdin, because every user of the
// machine sees the arguments of a process.
import { readFileSync } from 'node:fs';
import { OperatorError } from '../errors/operator-error.js';

export function readSecret(text: string): string {
  if (!text.startsWith('@')) return text;
  const source = text === '@-' ? 0 : text.slice(1);
  try {
    return readFileSync(source, 'utf8').trim();
  } catch (error) {
    throw new OperatorError(`${text.slice(1)} cannot be read.`, { cause: error });
  }
}
