// The list of lessons. The code of a lesson is loaded only when the lesson is opened.
import type { Language } from './frame/language';
import type { Lesson, LessonContext } from './frame/lesson';

export interface LessonEntry {
  number: number;
  title: Record<Language, string>;
  steps: number;
  load: () => Promise<{ create: (context: LessonContext) => Lesson }>;
}

export const lessons: LessonEntry[] = [
  {
    number: 1,
    title: { en: 'A program is a graph', de: 'Ein Programm ist ein Graph' },
    steps: 7,
    load: () => import('./lesson1/lesson'),
  },
  {
    number: 2,
    title: { en: 'Why layout matters', de: 'Warum Layout zählt' },
    steps: 6,
    load: () => import('./lesson2/lesson'),
  },
  {
    number: 3,
    title: { en: 'What a network sees', de: 'Was ein Netz sieht' },
    steps: 6,
    load: () => import('./lesson3/lesson'),
  },
  {
    number: 4,
    title: { en: 'Learning to rank', de: 'Ordnen lernen' },
    steps: 7,
    load: () => import('./lesson4/lesson'),
  },
  {
    number: 5,
    title: { en: 'Graphs too large to train on', de: 'Graphen, zu groß zum Trainieren' },
    steps: 7,
    load: () => import('./lesson5/lesson'),
  },
  {
    number: 6,
    title: { en: 'Read your own result', de: 'Das eigene Ergebnis lesen' },
    steps: 9,
    load: () => import('./lesson6/lesson'),
  },
];
