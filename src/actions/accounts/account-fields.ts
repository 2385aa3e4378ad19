// Checks what operators write about a merchant.
import { isCalendarDay } from '../../domain/base/mexico-day.js';
import { isPlainLine } from '../../domain/base/visible-text.js';
import { invalidRequest } from '../../errors/errors.js';

const LONGEST_NAME = 255;

export function checkedName(given: string): string {
  const name = given.trim();
  // Customers read it where they pay, and colleagues where they approve: a line end could begin another line there.
  if (!isPlainLine(name)) throw invalidRequest({ param: 'name', error: 'invalid_characters' });
  if (name !== '' && name.length <= LONGEST_NAME) return name;
  throw invalidRequest({ param: 'name', error: 'wrong_length', details: { min: 1, max: LONGEST_NAME } });
}

export function checkedVersion(version: string): string {
  if (!isCalendarDay(version)) throw invalidRequest({ param: 'interface_version', error: 'not_a_date' });
  return version;
}
