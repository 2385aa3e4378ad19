// Reads metrics in the Prometheus format, of one node or several, as numbers to calculate with.

export type Samples = {
  /** The sum over nodes and over everything that has these labels; 0 if there is nothing. */
  sum(name: string, labels?: Labels): number;
  /** The largest over nodes: for what all nodes read from the same database. null if there is nothing. */
  max(name: string, labels?: Labels): number | null;
  /** The values that a label has. */
  labelsOf(name: string, label: string): string[];
};

type Labels = Readonly<Record<string, string>>;
type Sample = { readonly name: string; readonly labels: Labels; readonly value: number };

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /,?(\w+)="((?:[^"\\]|\\.)*)"/gy;

export function readSamples(texts: readonly string[]): Samples {
  const byName = new Map<string, Sample[]>();
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const sample = {
      name,
      labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text])),
      value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value),
    };
    byName.set(name, [...(byName.get(name) ?? []), sample]);
  }
  const find = (name: string, wanted: Labels = {}) =>
    (byName.get(name) ?? []).filter(({ labels }) =>
      Object.entries(wanted).every(([key, text]) => labels[key] === text),
    );
  return {
    sum: (name, labels) => find(name, labels).reduce((total, { value }) => total + value, 0),
    max(name, labels) {
      const values = find(name, labels).map(({ value }) => value);
      return values.length === 0 ? null : Math.max(...values);
    },
    labelsOf: (name, label) => [...new Set(find(name).flatMap(({ labels }) => labels[label] ?? []))].sort(),
  };
}
