// Checks what operators write about a merchant.
import { invalidRequest } from '../../errors/errors.js';

const LONGEST_NAME = 255;

export function checkedName(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= LONGEST_NAME) return name;
  throw invalidRequest({ param: 'name', error: 'wrong_length', details: { min: 1, max: LONGEST_NAME } });
}

export function checkedVersion(version: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(version) ? Date.parse(version) : Number.NaN;
  const isDate = !Number.isNaN(time) && new Date(time).toISOString().startsWith(version); // refuses 30 February
  if (!isDate) throw invalidRequest({ param: 'interface_version', error: 'not_a_date' });
  return version;
}
