// Explanations of technical terms, which the lessons' texts mark as [term] where they first use them.
import type { Language } from '../frame/language';
import { de } from './glossary.de';
import { en } from './glossary.en';

export const glossary: Record<Language, Record<string, string>> = { en, de };
