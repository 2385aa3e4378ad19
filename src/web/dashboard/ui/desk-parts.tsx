// Parts that the pages of the operator's desk share: the switch between live and test money, ages, notes, merchants.
import type { Language } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import { RAIL_KIND_NAMES, railKindOf } from '../../../domain/rails/kinds.js';
import type { Frame } from '../frame/frame.js';
import { Refusal, textIn } from '../refusal.js';
import type { Visit } from '../visit.js';
import { AnySelect } from './filters.js';
import { LongField, Select } from './form.js';
import { DESK_MODES, type ListParameters, listPath } from './list-query.js';
import type { TabRow } from './list-section.js';
import { State } from './parts.js';
import { Tabs } from './tabs.js';
import { DESK_TEXTS } from './texts.js';

/** Live money comes first; the other tab is that of test mode. The list reads it with DESK_MODES. */
export function modeTabs({ language }: Frame): TabRow {
  const texts = DESK_TEXTS[language];
  return {
    name: 'mode',
    look: 'switch',
    label: texts.mode,
    tabs: DESK_MODES.map((mode) => ({ value: mode, name: texts[mode] })),
  };
}

/** The same in the head of a page that is no list. */
export function ModeTabs(props: {
  readonly frame: Frame;
  readonly path: string;
  readonly mode: Mode;
  /** Other parameters of the page. */
  readonly kept?: ListParameters;
}) {
  const { label, tabs } = modeTabs(props.frame);
  const tab = ({ value, name }: TabRow['tabs'][number]) => ({
    name,
    href: listPath(props.path, { ...props.kept, mode: value === 'test' ? 'test' : null }),
    isHere: value === props.mode,
  });
  return <Tabs label={label} tabs={tabs.map(tab)} look="switch" />;
}

export function RailKindSelect({ frame, label }: { readonly frame: Frame; readonly label: string }) {
  const choices = RAIL_KIND_NAMES.map((kind) => ({
    value: kind,
    name: railKindOf({ kind }).shownName[frame.language],
  }));
  return <Select name="kind" label={label} choices={choices} />;
}

/** Test money is marked wherever both may stand side by side. */
export function ModeMark({ frame, mode }: { readonly frame: Frame; readonly mode: Mode }) {
  return mode === 'test' ? <State tone="info">{DESK_TEXTS[frame.language].test}</State> : null;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A time span in its largest unit, such as "3 hours". */
export function spanText(ms: number, language: Language): string {
  const found = UNITS.find(([, unit]) => ms >= unit);
  // A page that stands still cannot count seconds.
  if (found === undefined) return DESK_TEXTS[language].moment;
  const [name, size] = found;
  const count = Math.floor(ms / size);
  const [one, many] = DESK_TEXTS[language].units[name];
  return `${count} ${count === 1 ? one : many}`;
}

/** `label`: what it is of, where a page has two. */
export function NoteField({ frame, label }: { readonly frame: Frame; readonly label?: string }) {
  const texts = DESK_TEXTS[frame.language];
  return <LongField name="note" label={label ?? texts.note} hint={texts.noteHint} rows={2} maxLength={255} required />;
}

/** The note of a form; refuses a form without one. */
export function requireNote(visit: Pick<Visit, 'form' | 'frame'>): string {
  const note = textIn(visit, 'note').slice(0, 255);
  if (note !== '') return note;
  const { noteMissing } = DESK_TEXTS[visit.frame.language];
  throw new Refusal(noteMissing, { note: noteMissing });
}

/** Refuses a form from before somebody else's change. `seen` is what its page showed. */
export function requireSeen({ form, frame }: Pick<Visit, 'form' | 'frame'>, seen: string): void {
  if (form['seen'] !== seen) throw new Refusal(DESK_TEXTS[frame.language].stale);
}

/** So many merchants can be chosen; others are found by their page. */
export const MOST_MERCHANTS = 200;

export type MerchantName = { readonly id: string; readonly name: string };

export function MerchantSelect(props: { readonly frame: Frame; readonly merchants: readonly MerchantName[] }) {
  const texts = DESK_TEXTS[props.frame.language];
  const names = Object.fromEntries(props.merchants.map(({ id, name }) => [id, name]));
  return <AnySelect frame={props.frame} name="merchant" label={texts.merchant} any={texts.anyMerchant} names={names} />;
}

export function MerchantLink(props: {
  readonly frame: Frame;
  readonly id: string | null;
  readonly name: string | null;
}) {
  const { nobody } = DESK_TEXTS[props.frame.language];
  if (props.id === null || props.name === null) return <span class="soft">{nobody}</span>;
  return <a href={`${props.frame.path}/merchants/${props.id}`}>{props.name}</a>;
}
