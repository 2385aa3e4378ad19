// Formats of banks' files as operators write them: catalogue/formats/, `cobro format add` and `show`, and the form of the desk.
// One refusal lists everything that is wrong.
import {
  DAY_FORMS,
  DECIMAL_SIGNS,
  DELIMITERS,
  FILE_USES,
  type FileMapping,
  fieldsOf,
  lackingFields,
} from '../../domain/rails/file-mapping.js';
import type { BankFormat } from '../../domain/transfers/bank-format.js';
import {
  type BankLayout,
  FILE_FIELDS,
  LAYOUT_DAYS,
  type LayoutField,
  LINE_FIELDS,
  layoutProblems,
} from '../../domain/transfers/bank-layout.js';
import { AppError } from '../../errors/errors.js';
import { isJsonObject, type JsonObject } from '../json.js';

export function readFormat(value: unknown): BankFormat {
  const problems: string[] = [];
  const format = isJsonObject(value) ? formatOf(reader(value, '', problems)) : null;
  if (format === null) problems.push('it must be a JSON object with "is": "mapping" or "layout"');
  if (format !== null && problems.length === 0) problems.push(...problemsOf(format));
  if (format === null || problems.length > 0) throw new AppError('invalid_format', { problem: problems.join('\n') });
  return format;
}

export function writeFormat(format: BankFormat): JsonObject {
  return format.is === 'mapping' ? { is: 'mapping', ...format.mapping } : { is: 'layout', ...format.layout };
}

function formatOf(read: Reader): BankFormat | null {
  const is = read.given['is'];
  if (is === 'mapping') return { is, mapping: mappingOf(read) };
  return is === 'layout' ? { is, layout: layoutOf(read) } : null;
}

function problemsOf(format: BankFormat): string[] {
  if (format.is === 'layout') return layoutProblems(format.layout);
  const { mapping } = format;
  const known = Object.keys(fieldsOf(mapping.use));
  const unknown = [mapping.columns, mapping.values, mapping.words]
    .flatMap((named) => Object.keys(named))
    .filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => `${name} is no field of ${mapping.use}: ${known.join(', ')}`),
    ...lackingFields(mapping).map((name) => `columns must say where ${name} is`),
  ];
}

function mappingOf(read: Reader): FileMapping {
  const { columns = {}, only = null } = read.given;
  return {
    title: read.text('title'),
    use: read.choice('use', FILE_USES, 'statement'),
    file: read.choice('file', ['csv', 'xlsx'], 'csv'),
    delimiter: read.choice('delimiter', DELIMITERS, ','),
    sheet: read.given['sheet'] === undefined || read.given['sheet'] === null ? null : read.text('sheet'),
    above: read.count('above', 200),
    days: read.choice('days', DAY_FORMS, 'as is'),
    decimal: read.choice('decimal', DECIMAL_SIGNS, 'as is'),
    order: read.choice('order', ['oldest first', 'newest first'], 'oldest first'),
    columns: Object.fromEntries(
      Object.entries(read.object('columns', columns)).map(([name, titles]) => [
        name,
        read.texts(`columns.${name}`, titles),
      ]),
    ),
    values: read.textsByName('values', read.given['values'] ?? {}),
    words: Object.fromEntries(
      Object.entries(read.object('words', read.given['words'] ?? {})).map(([name, words]) => [
        name,
        read.textsByName(`words.${name}`, words),
      ]),
    ),
    only: only === null ? null : onlyOf(inside(read, 'only', only)),
  };
}

function onlyOf(read: Reader): NonNullable<FileMapping['only']> {
  return { column: read.text('column'), is: read.texts('is', read.given['is']) };
}

function layoutOf(read: Reader): BankLayout {
  const fields = (name: string) => {
    const given = read.given[name] ?? [];
    if (!Array.isArray(given)) read.problems.push(`${name} must be a list`);
    return (Array.isArray(given) ? given : []).map((field, at) => fieldOf(inside(read, `${name}[${at}]`, field)));
  };
  return {
    title: read.text('title'),
    delimiter: read.choice('delimiter', ['', ',', ';', '\t', '|'], ''),
    hasHeading: read.given['hasHeading'] === true,
    encoding: read.choice('encoding', ['utf-8', 'latin1'], 'utf-8'),
    lineEnd: read.choice('lineEnd', ['\n', '\r\n'], '\r\n'),
    letters: read.choice('letters', ['as is', 'plain'], 'plain'),
    extension: read.choice('extension', ['txt', 'csv', 'pag'], 'txt'),
    own: read.textsByName('own', read.given['own'] ?? {}),
    header: fields('header'),
    line: fields('line'),
    trailer: fields('trailer'),
  };
}

function fieldOf(read: Reader): LayoutField {
  return {
    is: read.choice('is', [...LINE_FIELDS, ...FILE_FIELDS], 'text'),
    name: (read.given['name'] ?? '') === '' ? '' : read.text('name'),
    text: read.constant('text'),
    width: read.count('width', 200),
    align: read.choice('align', ['left', 'right'], 'left'),
    fill: read.choice('fill', [' ', '0'], ' '),
    day: read.choice('day', LAYOUT_DAYS, 'YYYY-MM-DD'),
  };
}

const LONGEST = 100;
const MOST = 60;

type Reader = ReturnType<typeof reader>;

function inside({ object, where, problems }: Reader, name: string, value: unknown): Reader {
  return reader(object(name, value), `${where}${name}.`, problems);
}

/** Reads the fields of an object; `where` says which one it is. */
function reader(given: JsonObject, where: string, problems: string[]) {
  const refuse = (name: string, must: string) => problems.push(`${where}${name} must be ${must}`);
  const textIn = (name: string, value: unknown): string => {
    const isText =
      typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST && !/\p{Cc}/u.test(value);
    if (!isText) refuse(name, `a text of at most ${LONGEST} characters`);
    return isText ? value.trim() : '';
  };
  const object = (name: string, value: unknown): JsonObject => {
    const isObject = isJsonObject(value) && Object.keys(value).length <= MOST;
    if (!isObject) refuse(name, 'an object');
    return isObject ? value : {};
  };
  return {
    given,
    where,
    problems,
    object,
    text: (name: string) => textIn(name, given[name]),
    /** Blanks count. A line end would be a line more in a bank's file (D84). */
    constant(name: string): string {
      const value = given[name] ?? '';
      const isText = typeof value === 'string' && value.length <= LONGEST && !/\p{Cc}|\p{Zl}|\p{Zp}/u.test(value);
      if (!isText) refuse(name, `a text of at most ${LONGEST} characters`);
      return isText ? value : '';
    },
    texts: (name: string, value: unknown) =>
      (Array.isArray(value) ? value.slice(0, MOST) : [value]).map((one) => textIn(name, one)),
    /** Values may be empty: what the operator has still to say. */
    textsByName: (name: string, value: unknown): Record<string, string> =>
      Object.fromEntries(
        Object.entries(object(name, value)).map(([key, text]) => [
          key,
          text === '' ? '' : textIn(`${name}.${key}`, text),
        ]),
      ),
    choice<const Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice): Choice {
      const value = given[name] ?? otherwise;
      const found = choices.find((choice) => choice === value);
      if (found === undefined) refuse(name, `one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`);
      return found ?? otherwise;
    },
    count(name: string, most: number): number {
      const value = Number(given[name] ?? 0);
      const isCount = Number.isInteger(value) && value >= 0 && value <= most;
      if (!isCount) refuse(name, `a number from 0 to ${most}`);
      return isCount ? value : 0;
    },
  };
}
