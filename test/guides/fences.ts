// The samples of a guide: its fenced blocks, with the text before them and what its comments say about trying them.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../src/paths.js';

export type Fence = {
  /** The word behind the fence: sh, json, js … */
  readonly kind: string;
  readonly text: string;
  /** The text between this block and the one before. */
  readonly before: string;
  readonly line: number;
  readonly marks: Marks;
};

/** Comments above a block. They are not shown. */
export type Marks = {
  /** `<!-- not run: reason -->` */
  readonly notRun: string | null;
  /** `<!-- tried in test/x.test.ts -->` */
  readonly triedIn: string | null;
  /** `<!-- file: day.csv -->`: the block is this file for the commands below it. */
  readonly file: string | null;
  /** `<!-- body: POST /v2/orders -->`: the block is a body that is accepted there. */
  readonly bodyOf: string | null;
  /** `<!-- given: held payment as 01a1… -->`: makes one before the block runs, which stands for this id. */
  readonly given: readonly { readonly what: string; readonly as: string }[];
  /** `<!-- until it is so -->`: the answer may need a moment. */
  readonly isAwaited: boolean;
  /** `<!-- exits with 1 -->` */
  readonly exitCode: number;
};

export function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let end = 0;
  for (const match of markdown.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)\n```$/gm)) {
    const before = markdown.slice(end, match.index);
    fences.push({
      kind: match[1] ?? '',
      text: match[2] ?? '',
      before: before.replace(/<!--[\s\S]*?-->\n*/g, ''),
      line: markdown.slice(0, match.index).split('\n').length,
      marks: marksOf(before),
    });
    end = match.index + match[0].length;
  }
  return fences;
}

function marksOf(before: string): Marks {
  const comments = [...before.matchAll(/<!--\s*([\s\S]*?)\s*-->/g)].map(([, text = '']) => text);
  const after = (form: RegExp) => comments.map((text) => form.exec(text)?.[1]).find((found) => found !== undefined);
  return {
    notRun: after(/^not run: (.{10,})$/s) ?? null,
    triedIn: after(/^tried in (\S+)$/) ?? null,
    file: after(/^file: (\S+)$/) ?? null,
    bodyOf: after(/^body: POST (\S+)$/) ?? null,
    given: comments.flatMap((text) => {
      const [, what, as] = /^given: (.+) as (\S+)$/.exec(text) ?? [];
      return what === undefined || as === undefined ? [] : [{ what, as }];
    }),
    isAwaited: comments.includes('until it is so'),
    exitCode: Number(after(/^exits with (\d)$/) ?? 0),
  };
}

/** The status that the sentence just before a block states: "… answers `409`:" */
export function statedStatus({ before }: Pick<Fence, 'before'>): number | undefined {
  const last = before.trimEnd().split('\n\n').at(-1) ?? '';
  const status = /(?:answers|responde)\s`(\d{3})`[^`]*$/.exec(last)?.[1];
  return status === undefined ? undefined : Number(status);
}

export type Curl = {
  readonly method: string;
  readonly address: string;
  readonly user: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

type Reader = {
  commandsOf(text: string, expand: (name: string) => string): string[][];
  readCurl(parameters: readonly string[]): Curl;
};

// Written in JavaScript, because the build reads the samples, too. Not imported with await: what test files start while they are
// loaded would then end with the first of their tests.
const reader: Reader = createRequire(import.meta.url)(join(PACKAGE_FOLDER, 'scripts', 'site', 'curl.mjs'));

/** What `curl` would send, given its words. */
export const { readCurl } = reader;

/** The commands of a block as words, as a shell reads them: quotes, continued lines, comments, variables. */
export function commandsOf(text: string, variables: Readonly<Record<string, string>>): string[][] {
  return reader.commandsOf(text, (name) => variables[name] ?? assert.fail(`$${name} is not set`));
}
