// What a catalogue of errors is (D58), and how its parts become one. The parts are cut by who reads them first: for-….ts.

export type ErrorEntry = {
  readonly status: number;
  /** The `code` in the error body. It is the HTTP status unless D58 gives another number. */
  readonly number?: number;
  /** For people, in their language. */
  readonly es: string;
  readonly en: string;
  /** English for developers and operators: it says what to do. */
  readonly debug: string;
  /** Replaces `debug` if what was asked for is elsewhere; `{at}` says where. */
  readonly elsewhere?: string;
  readonly retryAfterSeconds?: number;
};

export type Catalogue = Readonly<Record<string, ErrorEntry>>;

/** All parts as one. A code that stands in two of them does not compile: a spread would let the later one win. */
export function joinCatalogues<const Parts extends readonly Catalogue[]>(
  ...parts: Parts & Disjoint<Parts>
): Readonly<Record<CodeOf<Parts[number]>, ErrorEntry>> {
  return Object.assign({}, ...parts);
}

/** The parts, each refusing the codes of those before it. */
type Disjoint<Parts, Taken = never> = Parts extends readonly [infer First, ...infer Rest]
  ? [
      First & Readonly<Record<Taken & keyof First, 'this code stands in another part'>>,
      ...Disjoint<Rest, Taken | keyof First>,
    ]
  : [];

/** The codes of any of the parts. */
type CodeOf<Part> = Part extends unknown ? keyof Part : never;
