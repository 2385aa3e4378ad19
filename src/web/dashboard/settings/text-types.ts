// The texts of the pages of settings, as one type for both languages.

import type { Language } from '../../../domain/base/language.js';
import type { EmailKind } from '../../../domain/messages/email.js';
import type { PolicyCase, PolicyChoice } from '../../../domain/money/policy.js';

export type SettingsTexts = {
  readonly title: string;
  readonly both: string;
  readonly tabsName: string;
  readonly tabs: Readonly<Record<SettingsTab, string>>;
  readonly save: string;
  readonly cannot: string;
  readonly messages: {
    readonly note: string;
    readonly noServer: string;
    readonly testNote: string;
    readonly general: string;
    readonly language: string;
    readonly languageHint: string;
    readonly languages: Readonly<Record<Language, string>>;
    readonly replyTo: string;
    readonly replyToHint: string;
    readonly reminder: string;
    readonly reminderHint: string;
    readonly kinds: string;
    readonly when: Readonly<Record<EmailKind, string>>;
    readonly columns: Readonly<Record<'kind' | 'state' | 'change', string>>;
    readonly on: string;
    readonly off: string;
    readonly switchOn: string;
    readonly switchOff: string;
    readonly edit: string;
    readonly own: string;
    readonly done: string;
    readonly switched: string;
  };
  readonly texts: {
    readonly note: string;
    readonly places: Readonly<Record<'name' | 'amount' | 'folio' | 'shop', string>>;
    readonly languagesName: string;
    readonly subject: string;
    readonly introduction: string;
    readonly usual: string;
    readonly preview: string;
    readonly previewButton: string;
    readonly previewNote: string;
    readonly unsaved: string;
    readonly done: string;
  };
  readonly brand: {
    readonly note: string;
    readonly colour: string;
    readonly colourHint: string;
    readonly logo: string;
    readonly logoHint: string;
    readonly noLogo: string;
    readonly current: string;
    readonly preview: string;
    readonly previewNote: string;
    readonly pay: string;
    readonly done: string;
  };
  readonly policies: {
    readonly note: string;
    readonly cases: Readonly<Record<PolicyCase, { readonly name: string; readonly hint: string }>>;
    readonly choices: Readonly<Record<PolicyCase, Readonly<Record<PolicyChoice, string>>>>;
    readonly usual: (choice: string) => string;
    readonly done: string;
  };
};

export const SETTINGS_TABS = ['messages', 'brand', 'policies'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];
