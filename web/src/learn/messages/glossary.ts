// Explanations of terms, which texts mark as [term]. A term is marked where a lesson uses it first.
import type { Language } from '../frame/language';
import { de } from './glossary.de';
import { en } from './glossary.en';

export const glossary: Record<Language, Record<string, string>> = { en, de };
