// Type of the function that translates the texts of lesson 5.
import type { Translate } from '../frame/language';
import type { en } from '../messages/lesson5.en';

export type Text = Translate<keyof typeof en>;
