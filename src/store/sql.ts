// The tag for every statement: a `${value}` becomes a parameter, and a `${fragment}` becomes part of the text, with its
// parameters renumbered. Values never appear in the text.

/** A fragment of SQL, or a whole statement. */
export type Sql = {
  readonly text: string;
  readonly values: readonly unknown[];
  /** A named statement is parsed and planned once per connection. */
  readonly name?: string;
  /** Whose long read it is: it waits for the owner's others, and a replica may answer it (memory/long-reads.ts). */
  readonly longReadOf?: string;
  /** What must succeed before it, in the same call and the same transaction. It returns no row. */
  readonly first?: Sql;
};

/** The text pieces between parameters, and the parameters. The full text is built on first use. */
class Fragment implements Sql {
  readonly pieces: readonly string[];
  readonly values: readonly unknown[];
  #text: string | undefined;

  constructor(pieces: readonly string[], values: readonly unknown[], text?: string) {
    this.pieces = pieces;
    this.values = values;
    this.#text = text;
  }

  get text(): string {
    this.#text ??= this.pieces.reduce((text, piece, index) => `${text}$${index}${piece}`);
    return this.#text;
  }
}

type Composed = { readonly nested: readonly unknown[]; readonly statement: Fragment };

/**
 * The last result of each template in the source. Its text is rebuilt only when a different fragment is nested in it.
 */
const lastOf = new WeakMap<TemplateStringsArray, Composed>();

export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  const last = lastOf.get(texts);
  if (last !== undefined && isSame(last.nested, values)) return withValues(last.statement, values);
  const statement = compose(texts, values);
  lastOf.set(texts, { nested: values.map(piecesOf), statement });
  return statement;
}

/** Names a statement. Only for statements whose text never changes. */
export function prepared(name: string, statement: Sql): Sql {
  return { name, text: statement.text, values: statement.values };
}

/**
 * The tag for a statement that only reads, and so much that it must not use the connections of others (D83): a list, a search,
 * a page of a file. `of` is the merchant who reads, null for the operator's desk. It nests in no other. What there is of one
 * order is little, and its customer's page asks for it: that waits for no other reads.
 */
export function reading(of: { readonly accountId: string } | null, orderId: string | null = null): typeof sql {
  if (orderId !== null) return sql;
  const longReadOf = of?.accountId ?? 'desk';
  return (texts, ...values) => {
    const { text, values: parameters } = sql(texts, ...values);
    return { text, values: parameters, longReadOf };
  };
}

/** Text without parameters that comes from the program, never from a caller: column names and keywords. */
export function raw(text: string): Sql {
  return new Fragment([text], []);
}

/** The time of a column that was given in epoch milliseconds, which both sides read and write faster than a date. */
export function timeFrom(column: string): Sql {
  return raw(`to_timestamp(${column} / 1000.0)`);
}

/** An amount as rows tell it: only what is not zero. */
export function unlessZero(amount: bigint): string | undefined {
  return amount === 0n ? undefined : String(amount);
}

/** A list of columns, each prefixed with its table or row if one is given. */
export function columns(names: readonly string[], of?: string): Sql {
  return raw(names.map((name) => (of === undefined ? name : `${of}.${name}`)).join(', '));
}

/**
 * Columns as our values name them: `id, due_at` come as `id, due_at as "dueAt"`, and `livemode` as the mode. What has a name of its
 * own already (`… as name`) keeps it.
 */
export function named(list: string, of?: string): Sql {
  const names = list.split(',').map((name) => name.trim());
  return raw(
    names.map((name) => (/\s/.test(name) ? name : namedOne(name, of === undefined ? '' : `${of}.`))).join(', '),
  );
}

function namedOne(column: string, of: string): string {
  if (column === 'livemode') return `case when ${of}livemode then 'live' else 'test' end as mode`;
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return name === column ? of + column : `${of}${column} as "${name}"`;
}

/** Joins fragments with a separator. */
export function join(fragments: readonly Sql[], separator: string): Sql {
  const [first, ...rest] = fragments;
  if (first === undefined) return raw('');
  const parts = new Array<string>(fragments.length - 1).fill(separator);
  return compose(['', ...parts, ''], [first, ...rest]);
}

function isSame(nested: readonly unknown[], values: readonly unknown[]): boolean {
  for (let at = 0; at < values.length; at++) if (nested[at] !== piecesOf(values[at])) return false;
  return true;
}

/** Fragments from the same template share their pieces, whatever their parameters are. */
function piecesOf(value: unknown): readonly string[] | undefined {
  return value instanceof Fragment ? value.pieces : undefined;
}

/** The same text with new parameters. */
function withValues({ pieces, text }: Fragment, values: readonly unknown[]): Sql {
  const parameters: unknown[] = [];
  for (const value of values) {
    if (value instanceof Fragment) parameters.push(...value.values);
    else parameters.push(value);
  }
  return new Fragment(pieces, parameters, text);
}

function compose(texts: readonly string[], values: readonly unknown[]): Fragment {
  const parts: string[] = [texts[0] ?? ''];
  const parameters: unknown[] = [];
  const add = (text: string) => {
    parts[parts.length - 1] += text;
  };
  for (const [at, value] of values.entries()) {
    if (value instanceof Fragment) {
      const [head = '', ...tail] = value.pieces;
      add(head);
      parts.push(...tail);
      parameters.push(...value.values);
    } else {
      parts.push('');
      parameters.push(value);
    }
    add(texts[at + 1] ?? '');
  }
  return new Fragment(parts, parameters);
}
