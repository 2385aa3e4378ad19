// Forms of the dashboard. A refused form comes back with what was typed in it, and each fault stands at its field.
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId } from 'preact/hooks';
import { CURRENCIES, type Money, toDecimal } from '../../../domain/base/money.js';

/** What was sent with a form that was refused. */
export type SentForm = {
  readonly action: string;
  readonly values: Readonly<Record<string, string>>;
  /** By the name of the field. */
  readonly faults: Readonly<Record<string, string>>;
};

/** Fields below it show what was typed, and their faults. */
export const Sent = createContext<SentForm | null>(null);

export type FormProps = {
  readonly frame: { readonly path: string; readonly sent: SentForm | null };
  /** The path below the pages of this mode, such as `/orders/x/cancel`. */
  readonly action: string;
  readonly class?: string;
  /** `file` if one of the fields is a file. */
  readonly takes?: 'file';
  readonly children: ComponentChildren;
};

export function Form({ frame, action, class: name, takes, children }: FormProps) {
  const target = frame.path + action;
  return (
    <form
      method="post"
      action={target}
      class={name ?? 'fields'}
      encType={takes === 'file' ? 'multipart/form-data' : undefined}
    >
      <Sent value={frame.sent?.action === target ? frame.sent : null}>{children}</Sent>
    </form>
  );
}

/** The types of inputs, each as an attribute: the compiler wants to know which one it is. */
const INPUT_TYPES = {
  text: { type: 'text' },
  email: { type: 'email' },
  password: { type: 'password' },
  url: { type: 'url' },
  date: { type: 'date' },
  /** Its form `takes` one. */
  file: { type: 'file' },
  tel: { type: 'tel' },
  /** Mexican time; `timeIn` reads it. */
  time: { type: 'datetime-local' },
} as const;

type FieldProps = {
  readonly name: string;
  readonly label: ComponentChildren;
  readonly value?: string;
  /** What to write, below the label. */
  readonly hint?: ComponentChildren;
  readonly type?: keyof typeof INPUT_TYPES;
  readonly inputMode?: 'decimal' | 'numeric' | 'text';
  readonly autocomplete?: string;
  readonly placeholder?: string;
  /** Of a file. */
  readonly accept?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly class?: string;
};

/** The name of a field, what to write in it, the field and its fault. */
function Labelled(
  props: Pick<FieldProps, 'name' | 'label' | 'hint'> & {
    readonly class?: string | undefined;
    field(of: FieldAttributes, typed?: string): ComponentChildren;
  },
) {
  const { name, label, hint, class: kind, field } = props;
  const { id, typed, fault, described } = useField(name, hint);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is inside.
    <label class={kind}>
      {label}
      <Hint id={id} hint={hint} />
      {field({ 'aria-invalid': fault === null ? undefined : 'true', 'aria-describedby': described }, typed)}
      <FaultText name={name} fault={fault} />
    </label>
  );
}

type FieldAttributes = {
  readonly 'aria-invalid': 'true' | undefined;
  readonly 'aria-describedby': string | undefined;
};

export function Field({ name, label, value = '', hint, class: kind, type = 'text', ...attributes }: FieldProps) {
  const input = (of: FieldAttributes, typed?: string) => (
    <input {...INPUT_TYPES[type]} {...attributes} name={name} value={accepted(type, typed ?? value)} {...of} />
  );
  if (type !== 'file') return <Labelled name={name} label={label} hint={hint} class={kind} field={input} />;
  // The browser's own button speaks the browser's language. The script writes the name of the chosen file beside ours.
  const button = (of: FieldAttributes) => (
    <span class="file row middle">
      {input(of)}
      <span class="button">{label}</span>
      <span class="soft" />
    </span>
  );
  return <Labelled name={name} label={null} hint={hint} class={kind} field={button} />;
}

/** A field for days accepts nothing else; a password is typed and a file chosen again. */
function accepted(type: keyof typeof INPUT_TYPES, text: string): string {
  return type === 'password' || type === 'file' || (type === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(text)) ? '' : text;
}

/** An amount in pesos. What people write, such as "1,000.50", is read by `amountIn`. */
export function MoneyField(props: Omit<FieldProps, 'type' | 'inputMode'>) {
  return <Field {...props} inputMode="decimal" class={props.class ?? 'sum'} />;
}

/** A price with its currency beside it, on a phone, too. */
export function PriceFields(props: {
  readonly name: string;
  readonly labels: { readonly price: string; readonly currency: string };
  /** What it is now. */
  readonly price?: Money | null;
}) {
  const { name, labels, price = null } = props;
  return (
    <div class="row price">
      <MoneyField
        name={name}
        label={labels.price}
        value={price === null ? '' : toDecimal(price.amount)}
        class="sum grow"
        required
      />
      <Select
        name="currency"
        label={labels.currency}
        value={price?.currency ?? 'MXN'}
        choices={CURRENCIES.map((currency) => ({ value: currency, name: currency }))}
      />
    </div>
  );
}

export function LongField(props: FieldProps & { readonly rows?: number }) {
  const { name, label, hint, class: kind, value = '', rows = 3, required, maxLength } = props;
  return (
    <Labelled
      name={name}
      label={label}
      hint={hint}
      class={kind}
      field={(of, typed) => (
        <textarea name={name} rows={rows} required={required} maxLength={maxLength} {...of}>
          {typed ?? value}
        </textarea>
      )}
    />
  );
}

export type Choice = { readonly value: string; readonly name: string };

type SelectProps = Pick<FieldProps, 'name' | 'label' | 'value' | 'hint' | 'class' | 'required'> & {
  readonly choices: readonly Choice[];
};

export function Select({ value = '', choices, required, ...labels }: SelectProps) {
  return (
    <Labelled
      {...labels}
      field={(of, typed) => (
        <select name={labels.name} required={required} {...of}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} selected={choice.value === (typed ?? value)}>
              {choice.name}
            </option>
          ))}
        </select>
      )}
    />
  );
}

/** A box to tick, whose value is `yes`; with a `choice`, one of several of which one can be chosen. */
export function Check(props: {
  readonly name: string;
  readonly label: string;
  readonly isOn?: boolean;
  readonly required?: boolean;
  readonly choice?: string;
}) {
  const { name, label, choice, required } = props;
  const sent = useContext(Sent);
  const isOn = sent === null ? props.isOn === true : sent.values[name] === (choice ?? 'yes');
  const type = choice === undefined ? ({ type: 'checkbox' } as const) : ({ type: 'radio' } as const);
  return (
    <label class="check">
      <input {...type} name={name} value={choice ?? 'yes'} checked={isOn} required={required} />
      {label}
    </label>
  );
}

/** A confirmation for actions that cannot be undone. */
export function Sure({ text }: { readonly text: string }) {
  return (
    <label class="check">
      <input type="checkbox" name="sure" value="yes" required />
      {text}
    </label>
  );
}

/** Boxes that belong together, under one name. */
export function Boxes(props: {
  readonly label: string;
  readonly hint?: string;
  /** Of the fault that stands here. */
  readonly name: string;
  readonly children: ComponentChildren;
}) {
  const { id, fault } = useField(props.name, props.hint);
  return (
    <fieldset class="boxes">
      <legend>
        {props.label}
        <Hint id={id} hint={props.hint} />
      </legend>
      {props.children}
      <FaultText name={props.name} fault={fault} />
    </fieldset>
  );
}

/** Carries what the page showed, so that a form from before somebody else's change is noticed. */
export function Hidden({ name, value }: { readonly name: string; readonly value: string }) {
  return <input type="hidden" name={name} value={value} />;
}

function useField(name: string, hint: ComponentChildren) {
  const sent = useContext(Sent);
  const id = useId(); // several forms of a page may have a field of one name, but only one is refused
  const fault = sent?.faults[name] ?? null;
  const described = [hint === undefined ? null : `${id}-hint`, fault === null ? null : `${name}-fault`]
    .filter((id) => id !== null)
    .join(' ');
  return { id, typed: sent?.values[name], fault, described: described === '' ? undefined : described };
}

function Hint({ id, hint }: { readonly id: string; readonly hint: ComponentChildren }) {
  if (hint === undefined) return null;
  return (
    <small class="hint" id={`${id}-hint`}>
      {hint}
    </small>
  );
}

function FaultText({ name, fault }: { readonly name: string; readonly fault: string | null }) {
  if (fault === null) return null;
  return (
    <small class="fault" id={`${name}-fault`}>
      {fault}
    </small>
  );
}
