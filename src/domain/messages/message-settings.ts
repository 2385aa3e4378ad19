// What a merchant wants sent to customers by e-mail: which kinds, in which language, with which texts of their own.
// Everything is off at first, so that nobody's customers get mail by surprise.

import type { Language } from '../base/language.js';
import { readMailbox } from '../base/mailbox.js';
import { EMAIL_KINDS, type EmailKind } from './email.js';

/** A text of the merchant's own. "": the usual one. */
type OwnText = { readonly subject: string; readonly introduction: string };
type KindSettings = { readonly isOn: boolean; readonly texts: Readonly<Record<Language, OwnText>> };

export type MessageSettings = {
  readonly language: Language;
  /** Where customers' answers go; null: nowhere that anybody reads. */
  readonly replyTo: string | null;
  /** How long before the end of an order the customer is reminded; null: 24 hours. */
  readonly reminderHours: number | null;
  readonly kinds: Readonly<Record<EmailKind, KindSettings>>;
};

/** What is left out stays as it is. */
export type MessageSettingsChange = {
  readonly language?: Language | undefined;
  readonly replyTo?: string | null | undefined;
  readonly reminderHours?: number | null | undefined;
  readonly kinds?: Readonly<Partial<Record<EmailKind, KindChange>>> | undefined;
};

type KindChange = {
  readonly isOn?: boolean | undefined;
  readonly texts?: Readonly<Partial<Record<Language, Partial<OwnText>>>> | undefined;
};

export const LANGUAGES = ['es', 'en'] as const satisfies readonly Language[];
/** `way` is how an order is paid ("en OXXO"). */
export const PLACEHOLDERS = ['name', 'amount', 'way', 'until', 'folio', 'shop'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

export const LONGEST_SUBJECT = 150;
export const LONGEST_INTRODUCTION = 1_000;
const MOST_REMINDER_HOURS = 168;

export const NO_TEXT: OwnText = { subject: '', introduction: '' };
const OFF: KindSettings = { isOn: false, texts: { es: NO_TEXT, en: NO_TEXT } };

export const DEFAULT_MESSAGE_SETTINGS: MessageSettings = {
  language: 'es',
  replyTo: null,
  reminderHours: null,
  kinds: { instructions: OFF, paid: OFF, expiring: OFF, refund: OFF },
};

export function isAnyOn({ kinds }: MessageSettings): boolean {
  return EMAIL_KINDS.some((kind) => kinds[kind].isOn);
}

export function changeMessageSettings(before: MessageSettings, change: MessageSettingsChange): MessageSettings {
  const kindOf = (kind: EmailKind): KindSettings => {
    const [was, is] = [before.kinds[kind], change.kinds?.[kind]];
    const textOf = (language: Language): OwnText => ({
      subject: tidy(is?.texts?.[language]?.subject ?? was.texts[language].subject),
      introduction: tidy(is?.texts?.[language]?.introduction ?? was.texts[language].introduction),
    });
    return { isOn: is?.isOn ?? was.isOn, texts: { es: textOf('es'), en: textOf('en') } };
  };
  return {
    language: change.language ?? before.language,
    replyTo: change.replyTo === undefined ? before.replyTo : change.replyTo?.trim() || null,
    reminderHours: change.reminderHours === undefined ? before.reminderHours : change.reminderHours,
    kinds: {
      instructions: kindOf('instructions'),
      paid: kindOf('paid'),
      expiring: kindOf('expiring'),
      refund: kindOf('refund'),
    },
  };
}

function tidy(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** What is wrong with a field. `param` is its path: kinds.paid.es.subject, for example. */
type SettingsFault = { readonly param: string } & (
  | { readonly error: 'invalid_email' | 'invalid_characters' }
  | { readonly error: 'too_long'; readonly details: { readonly max: number } }
  | { readonly error: 'unknown_placeholder'; readonly details: { readonly place: string } }
  | { readonly error: 'out_of_range'; readonly details: { readonly min: number; readonly max: number } }
);

export function faultsOf(settings: MessageSettings): SettingsFault[] {
  const { replyTo, reminderHours: hours } = settings;
  const isHours = hours === null || (Number.isInteger(hours) && hours >= 1 && hours <= MOST_REMINDER_HOURS);
  return [
    ...(replyTo !== null && readMailbox(replyTo) === null
      ? [{ param: 'reply_to', error: 'invalid_email' } as const]
      : []),
    ...(isHours
      ? []
      : [{ param: 'reminder_hours', error: 'out_of_range', details: { min: 1, max: MOST_REMINDER_HOURS } } as const]),
    ...EMAIL_KINDS.flatMap((kind) =>
      LANGUAGES.flatMap((language) => {
        const { subject, introduction } = settings.kinds[kind].texts[language];
        const param = `kinds.${kind}.${language}`;
        return [
          ...textFaults(`${param}.subject`, subject, LONGEST_SUBJECT, /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u),
          ...textFaults(
            `${param}.introduction`,
            introduction,
            LONGEST_INTRODUCTION,
            /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u,
          ),
        ];
      }),
    ),
  ];
}

function textFaults(param: string, text: string, max: number, forbidden: RegExp): SettingsFault[] {
  const unknown = unknownPlaces(text)[0];
  return [
    ...(text.length > max ? [{ param, error: 'too_long', details: { max } } as const] : []),
    ...(forbidden.test(text) || !text.isWellFormed() ? [{ param, error: 'invalid_characters' } as const] : []),
    ...(unknown === undefined ? [] : [{ param, error: 'unknown_placeholder', details: { place: unknown } } as const]),
  ];
}

function unknownPlaces(text: string): string[] {
  const known: readonly string[] = PLACEHOLDERS;
  return [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name).filter((name) => !known.includes(name));
}

/** Without a name, no space is left before the sign that follows it. */
export function fillPlaces(text: string, values: Readonly<Record<Placeholder, string>>): string {
  const filled = text.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const known = PLACEHOLDERS.find((one) => one === name);
    return known === undefined ? whole : values[known];
  });
  return values.name === '' ? filled.replace(/ {2,}/g, ' ').replace(/ (?=[,:;.!?])/g, '') : filled;
}
