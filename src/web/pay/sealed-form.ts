// What a customer typed, on its way from a form to the page that shows it again. It is sealed into the address of that page: the page
// can be reloaded and gone back to, needs no memory of ours, and its address tells nobody's data.
import type { Deps } from '../../deps.js';
import { DAY_MS } from '../../domain/base/duration.js';

type SealDeps = Pick<Deps, 'vault' | 'clock'>;
type Values = Readonly<Record<string, string>>;

const LONGEST = 12_000;

/** `form` names the form, so that what was sealed for one is nothing to another. */
export function sealForm({ vault, clock }: SealDeps, form: string, values: Values): string {
  return vault.seal(rowOf(form), JSON.stringify({ at: clock.now(), values })).sealed;
}

/** null if it was not sealed for this form, was changed, or is older than a day. */
export function openForm({ vault, clock }: SealDeps, form: string, sealed: unknown): Values | null {
  if (typeof sealed !== 'string' || sealed.length > LONGEST) return null;
  try {
    const { at, values }: { at: number; values: Values } = JSON.parse(vault.open(rowOf(form), { sealed }));
    return clock.now() - at < DAY_MS ? values : null;
  } catch {
    return null;
  }
}

function rowOf(form: string): string {
  return `form ${form}`;
}
