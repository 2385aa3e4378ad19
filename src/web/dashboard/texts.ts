// Every text of the dashboard in both languages.
import type { Language } from '../../domain/language.js';
import type { DashboardTexts } from './text-types.js';
import { ENGLISH } from './texts-en.js';
import { SPANISH } from './texts-es.js';

export const DASHBOARD_TEXTS: Readonly<Record<Language, DashboardTexts>> = { es: SPANISH, en: ENGLISH };
