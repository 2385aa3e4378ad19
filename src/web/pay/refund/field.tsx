// One field of a form that customers fill in. forms.js looks at what is typed, and says what is wrong in the same place.
import type { ComponentChildren } from 'preact';

type FieldProps<Name extends string> = {
  readonly name: Name;
  readonly label: ComponentChildren;
  /** What was typed, what is wrong with it, and what is said of a field without anything. */
  readonly form: {
    readonly typed: Readonly<Record<Name, string>>;
    readonly faults: Readonly<Partial<Record<Name, string>>>;
    readonly missing: string;
  };
  readonly inputMode: 'text' | 'email' | 'tel' | 'numeric';
  readonly autocomplete?: 'name' | 'email' | 'tel' | 'off';
  readonly isRequired?: boolean;
  readonly help?: string;
  /** What is looked at while it is typed, and what is said then. */
  readonly check: 'name' | 'email' | 'phone' | 'clabe' | 'address';
  readonly wrong?: string;
};

export function Field<Name extends string>(props: FieldProps<Name>) {
  const { name, label, form, inputMode, autocomplete = 'off', isRequired = true, help, check, wrong } = props;
  const fault: string | undefined = form.faults[name];
  const describedBy = [...(help === undefined ? [] : [`${name}-help`]), `${name}-fault`];
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        value={form.typed[name]}
        inputMode={inputMode}
        autocomplete={autocomplete}
        required={isRequired}
        spellcheck={false}
        maxLength={255}
        data-check={check}
        data-wrong={wrong}
        data-missing={form.missing}
        aria-describedby={describedBy.join(' ')}
        aria-invalid={fault !== undefined}
      />
      {check === 'clabe' && <strong id={`${name}-bank`} role="status" hidden />}
      <small id={`${name}-fault`} class="wrong" hidden={fault === undefined}>
        {fault}
      </small>
      {help !== undefined && <small id={`${name}-help`}>{help}</small>}
    </div>
  );
}
