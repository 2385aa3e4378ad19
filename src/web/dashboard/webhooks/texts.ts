// The texts of the pages about webhooks, by language.
import type { Language } from '../../../domain/base/language.js';
import type { WebhooksTexts } from './text-types.js';
import { WEBHOOKS_ENGLISH } from './texts-en.js';
import { WEBHOOKS_SPANISH } from './texts-es.js';

export const WEBHOOKS_TEXTS: Readonly<Record<Language, WebhooksTexts>> = { es: WEBHOOKS_SPANISH, en: WEBHOOKS_ENGLISH };
