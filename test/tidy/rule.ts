// What a rule is: a function of a source that says what is wrong with it, and examples that prove it able to fail.
import type { Source } from './source.js';

export type Rule = {
  readonly name: string;
  /** The sources that it holds for. */
  readonly over: 'src' | 'src and packages' | 'test';
  /** What is wrong with a source, as "line: what". */
  holds(source: Source): readonly string[];
  /** Sources that must be refused: code, or `file | code`. */
  readonly bad: readonly string[];
  /** Sources that must not be. */
  readonly good: readonly string[];
};

/** The folder of src/ that a file is in, or its own name when it is directly there. */
export function placeOf(file: string): string {
  return (file.split('/')[1] ?? '').replace(/\.(tsx?|js)$/, '');
}

export function isPure(file: string): boolean {
  return /^src\/(domain|wire)\//.test(file);
}

/** Where a pattern stands. */
export function found(text: string, pattern: RegExp): string[] {
  return text.split('\n').flatMap((line, index) => {
    const what = pattern.exec(line)?.[0];
    return what === undefined ? [] : [`${index + 1}: ${what.trim()}`];
  });
}
