// What a setting is: declared once, with its name, form, default and why. Its type, how it is read, .env.example and
// docs/settings.md follow from the declaration.

export type Environment = Readonly<Record<string, string | undefined>>;

export type Setting = {
  readonly name: string;
  readonly form: Form<unknown>;
  /** As it would be written. Without a default the value is null if nothing is set. */
  readonly default?: string;
  /** Of a setting whose default follows from others: what it is in a fresh installation. */
  readonly usually?: string;
  /** What it is for, in whole sentences. What it has to look like is told by its form. */
  readonly why: string;
};

/** How the text of a setting becomes its value. */
export type Form<Value> = {
  /** The end of "PORT=x must be …". */
  readonly wanted: string;
  /** A secret is not repeated in a message. */
  readonly isSecret?: boolean;
  /** Calls `wrong` for what is wrong, and gives what stands for it until all settings are read; undefined: the default. */
  read(text: string, wrong: Wrong): Value | undefined;
};

/** Without a problem of its own: that the text is not as the form wants it. With one: the end of "DATABASE_URL …". */
export type Wrong = (problem?: string) => void;

export type SettingGroup = Readonly<Record<string, Setting>>;

export type ValuesOf<Group> = { readonly [Key in keyof Group]: ValueOf<Group[Key]> };

type ValueOf<One> = One extends { readonly form: Form<infer Value> }
  ? One extends { readonly default: string }
    ? Value
    : Value | null
  : never;

/** What is wrong is added to the problems, so that one message can tell of everything. */
export function readGroup<Group extends SettingGroup>(
  group: Group,
  env: Environment,
  problems: string[],
): ValuesOf<Group> {
  const values = Object.entries(group).map(([key, setting]) => [
    key,
    readSetting(setting, env[setting.name], problems),
  ]);
  return Object.fromEntries(values) as ValuesOf<Group>;
}

function readSetting({ name, form, default: fallback }: Setting, given = '', problems: string[]): unknown {
  const told = form.isSecret ? name : `${name}=${given}`;
  const wrong: Wrong = (problem) =>
    problems.push(problem === undefined ? `${told} must be ${form.wanted}.` : `${name} ${problem}`);
  const text = given.trim();
  const value = text === '' ? undefined : form.read(text, wrong);
  return value ?? (fallback === undefined ? null : form.read(fallback, wrong));
}
