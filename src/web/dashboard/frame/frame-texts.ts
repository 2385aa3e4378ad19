// The texts of the frame around every page, and words that several sections share, in both languages.
import type { Language } from '../../../domain/base/language.js';
import { FRAME_ENGLISH } from './frame-en.js';
import { FRAME_SPANISH } from './frame-es.js';
import type { FrameTexts } from './frame-text-types.js';

export const FRAME_TEXTS: Readonly<Record<Language, FrameTexts>> = { es: FRAME_SPANISH, en: FRAME_ENGLISH };
