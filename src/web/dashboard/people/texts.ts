// The texts of the pages about people: those of a team, and one's own.
import type { Language } from '../../../domain/base/language.js';
import type { PeopleTexts } from './text-types.js';
import { PEOPLE_ENGLISH } from './texts-en.js';
import { PEOPLE_SPANISH } from './texts-es.js';

export const PEOPLE_TEXTS: Readonly<Record<Language, PeopleTexts>> = { es: PEOPLE_SPANISH, en: PEOPLE_ENGLISH };
