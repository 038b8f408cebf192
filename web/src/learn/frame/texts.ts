// Texts of the frame around the lessons.
import { de } from '../messages/frame.de';
import { en } from '../messages/frame.en';
import { translator } from './language';

export const frameMessages = { en, de };
export const frameText = translator(frameMessages);
