// Type of the function that returns the translated texts of lesson 5.
import type { Translate } from '../frame/language';
import type { en } from '../messages/lesson5.en';

export type Text = Translate<keyof typeof en>;
