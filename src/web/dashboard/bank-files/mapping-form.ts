// The form of a mapping, as what it says: a heading, several joined with +, or a value with = in front.
import {
  type FileMapping,
  type FileUse,
  fieldsOf,
  MEANINGS,
  type Meaning,
} from '../../../domain/rails/file-mapping.js';
import type { JsonObject } from '../../../wire/json.js';
import { Refusal, textIn } from '../refusal.js';
import type { OperatorVisit } from '../visit.js';
import { FORMATS_TEXTS } from './texts.js';

/** What stands in the field of a column. */
export function columnText({ columns, values }: FileMapping, name: string): string {
  const titles = columns[name];
  if (titles !== undefined) return titles.join(' + ');
  return values[name] === undefined ? '' : `=${values[name]}`;
}

export function meaningsOf(
  use: FileUse,
): readonly { readonly name: string; readonly meaning: Meaning; readonly field: string }[] {
  const known: Readonly<Record<string, readonly Meaning[]>> =
    use === 'results' || use === 'statement' ? MEANINGS[use] : {};
  return Object.entries(known).flatMap(([name, meanings]) =>
    meanings.map((meaning) => ({ name, meaning, field: `word_${name}_${meaning}` })),
  );
}

export function meaningText({ words }: FileMapping, name: string, wanted: Meaning): string {
  return Object.entries(words[name] ?? {})
    .flatMap(([word, meaning]) => (meaning === wanted ? [word] : []))
    .join(', ');
}

/** Words that have no field of their own. */
export function wordsText({ words, use }: FileMapping): string {
  const hasField = (name: string, said: string) =>
    meaningsOf(use).some((known) => known.name === name && known.meaning === said);
  return Object.entries(words)
    .flatMap(([name, meanings]) =>
      Object.entries(meanings).flatMap(([word, meaning]) =>
        hasField(name, meaning) ? [] : [`${name}: ${word} = ${meaning}`],
      ),
    )
    .join('\n');
}

export function onlyText({ only }: FileMapping): string {
  return only === null ? '' : `${only.column} = ${only.is.join(', ')}`;
}

/** The mapping of a form, as JSON that readFormat reads. */
export function mappingIn(visit: OperatorVisit, use: FileMapping['use']): JsonObject {
  const columns: Record<string, string[]> = {};
  const values: Record<string, string> = {};
  for (const name of Object.keys(fieldsOf(use))) {
    const text = textIn(visit, `column_${name}`);
    if (text.startsWith('=')) values[name] = text.slice(1).trim();
    else if (text !== '') columns[name] = text.split('+').map((title) => title.trim());
  }
  return {
    is: 'mapping',
    title: textIn(visit, 'title'),
    use,
    file: textIn(visit, 'file'),
    // The blanks of a tab would be cut off.
    delimiter: visit.form['delimiter'],
    sheet: textIn(visit, 'sheet') || null,
    above: Number(textIn(visit, 'above') || 0),
    days: textIn(visit, 'days'),
    decimal: textIn(visit, 'decimal'),
    order: textIn(visit, 'order') || 'oldest first',
    columns,
    values,
    words: wordsIn(visit, use),
    only: onlyIn(visit),
  };
}

function wordsIn(visit: OperatorVisit, use: FileUse): Record<string, Record<string, string>> {
  const { badWords } = FORMATS_TEXTS[visit.frame.language];
  const words: Record<string, Record<string, string>> = {};
  for (const { name, meaning, field } of meaningsOf(use))
    for (const word of textIn(visit, field).split(','))
      if (word.trim() !== '') words[name] = { ...words[name], [word.trim()]: meaning };
  for (const line of textIn(visit, 'words').split('\n')) {
    if (line.trim() === '') continue;
    const [before = '', meaning] = cutAtLast(line, '=');
    const [name = '', word] = cut(before, ':');
    if (meaning === undefined || word === undefined) throw new Refusal(badWords, { words: badWords });
    words[name] = { ...words[name], [word]: meaning };
  }
  return words;
}

function onlyIn(visit: OperatorVisit): JsonObject | null {
  const text = textIn(visit, 'only');
  if (text === '') return null;
  const { badOnly } = FORMATS_TEXTS[visit.frame.language];
  const [column, values] = cut(text, '=');
  if (values === undefined) throw new Refusal(badOnly, { only: badOnly });
  return { column, is: values.split(',').map((value) => value.trim()) };
}

function cut(text: string, sign: string): string[] {
  const at = text.indexOf(sign);
  return at === -1 ? [text.trim()] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function cutAtLast(text: string, sign: string): string[] {
  const at = text.lastIndexOf(sign);
  return at === -1 ? [text.trim()] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
