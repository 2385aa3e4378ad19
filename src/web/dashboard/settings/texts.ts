// The texts of the pages of settings, in both languages.
import type { Language } from '../../../domain/base/language.js';
import type { SettingsTexts } from './text-types.js';
import { SETTINGS_ENGLISH } from './texts-en.js';
import { SETTINGS_SPANISH } from './texts-es.js';

export const SETTINGS_TEXTS: Readonly<Record<Language, SettingsTexts>> = {
  es: SETTINGS_SPANISH,
  en: SETTINGS_ENGLISH,
};
