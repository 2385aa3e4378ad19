// A source file as the rules see it: parsed once, with its imports, its texts, and its code without comments and texts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parse } from '@babel/parser';
import { PACKAGE_FOLDER } from '../../src/paths.js';

/** A node of the syntax tree; rules look at the few fields they know. */
export type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
};

export type Import = {
  readonly target: string;
  readonly isType: boolean;
  readonly names: readonly string[];
  readonly line: number;
};

/** A string or template of the code. What a template fills in is `${}`; the tag is the word before it, "" without one. */
export type Text = { readonly text: string; readonly tag: string; readonly line: number };

export type Source = {
  readonly file: string;
  readonly text: string;
  readonly program: Node;
  readonly imports: readonly Import[];
  readonly texts: readonly Text[];
  /** The text with blanks for comments and for what stands in strings, templates and regular expressions. */
  readonly code: string;
  all(...types: readonly string[]): readonly Node[];
  line(node: Pick<Node, 'start'>): number;
};

/** Every TypeScript file below these folders, but for what is built, generated or installed. */
export function readSources(...folders: readonly string[]): ReadonlyMap<string, Source> {
  return new Map(readFiles(folders, /\.tsx?$/).map((source) => [source.file, source]));
}

/** The scripts that pages load as they are. */
export function readAssets(folder: string): readonly Source[] {
  return readFiles([folder], /\.js$/);
}

function readFiles(folders: readonly string[], name: RegExp): Source[] {
  const files = folders.flatMap((folder) => {
    const root = join(PACKAGE_FOLDER, folder);
    const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [];
    return names.map((one) => `${folder}/${one.split(sep).join('/')}`);
  });
  const wanted = files.filter((file) => name.test(file) && !/\/(node_modules|dist|generated)\//.test(file)).sort();
  return wanted.map((file) => parseSource(file, readFileSync(join(PACKAGE_FOLDER, file), 'utf8')));
}

export function parseSource(file: string, text: string): Source {
  const tree = parse(text, {
    sourceType: 'module',
    plugins: ['typescript', ...(file.endsWith('.tsx') ? (['jsx'] as const) : [])],
  });
  const program = tree.program as unknown as Node;
  const nodes = new Map<string, Node[]>();
  const tags = new Map<unknown, string>();
  walk(program, (node) => {
    const list = nodes.get(node.type);
    if (list === undefined) nodes.set(node.type, [node]);
    else list.push(node);
    if (node.type === 'TaggedTemplateExpression') tags.set(node['quasi'], tagName(node['tag']));
  });
  const all = (...types: readonly string[]) => types.flatMap((type) => nodes.get(type) ?? []);
  const starts = lineStarts(text);
  const line = ({ start }: Pick<Node, 'start'>) => starts.findLastIndex((at) => at <= start) + 1;
  const comments = (tree.comments ?? []) as unknown as Node[];
  return {
    ...{ file, text, program, all, line },
    imports: importsOf(all, line),
    texts: textsOf(all, tags, line),
    code: blank(text, [...comments, ...all('StringLiteral', 'TemplateElement', 'RegExpLiteral', 'JSXText')]),
  };
}

/** Calls for the node and everything below it. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const key in node) {
    const value = node[key];
    if (typeof value !== 'object' || value === null || key === 'loc') continue;
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) walk(one, visit);
    } else if (isNode(value)) walk(value, visit);
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The name of an identifier, "" for any other node. */
export function nameOf(node: unknown): string {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : '';
}

/** The nodes in a field that is a list. */
export function listOf(node: Node, field: string): readonly Node[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

type All = (...types: readonly string[]) => readonly Node[];
type Line = (node: Node) => number;

/** Imports of every form: of values and of types, passed on by an export, dynamic, and in the place of a type. */
function importsOf(all: All, line: Line): Import[] {
  const declared = all('ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration').flatMap((node) => {
    if (!isNode(node['source'])) return [];
    const specifiers = listOf(node, 'specifiers');
    const isTypeOnly = (one: Node) => one['importKind'] === 'type' || one['exportKind'] === 'type';
    const isType = isTypeOnly(node) || (specifiers.length > 0 && specifiers.every(isTypeOnly));
    const names = specifiers.map((one) => nameOf(one['imported'] ?? one['local']));
    return [{ target: String(node['source']['value']), isType, names, line: line(node) }];
  });
  const dynamic = all('CallExpression').flatMap((node) => {
    const [target] = listOf(node, 'arguments');
    if (!isNode(node['callee']) || node['callee'].type !== 'Import' || target === undefined) return [];
    return [{ target: String(target['value']), isType: false, names: [], line: line(node) }];
  });
  const inTypes = all('TSImportType').flatMap((node) => {
    const argument = node['argument'];
    const literal = isNode(argument) && isNode(argument['literal']) ? argument['literal'] : argument;
    return isNode(literal) ? [{ target: String(literal['value']), isType: true, names: [], line: line(node) }] : [];
  });
  return [...declared, ...dynamic, ...inTypes];
}

/** The word before a template, also of a tag that is made for it: `reading(scope)`. */
function tagName(tag: unknown): string {
  return isNode(tag) && tag.type === 'CallExpression' ? nameOf(tag['callee']) : nameOf(tag);
}

function textsOf(all: All, tags: ReadonlyMap<unknown, string>, line: Line): Text[] {
  const strings = all('StringLiteral').map((node) => ({ text: String(node['value']), tag: '', line: line(node) }));
  const templates = all('TemplateLiteral').map((node) => {
    const pieces = listOf(node, 'quasis').map((piece) => (piece['value'] as { raw: string }).raw);
    return { text: pieces.join('${}'), tag: tags.get(node) ?? '', line: line(node) };
  });
  return [...strings, ...templates];
}

function blank(text: string, nodes: readonly Pick<Node, 'start' | 'end'>[]): string {
  const sorted = [...nodes].sort((one, other) => one.start - other.start);
  let code = '';
  let at = 0;
  for (const { start, end } of sorted) {
    if (start < at) continue;
    code += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return code + text.slice(at);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
