// Shows a lesson in place of the main view while the page address names one (#learn/1). Afterwards shows the main view
// as it was before. The code of the lessons is loaded when the first lesson is opened.
import { signal } from '@preact/signals';
import { Client } from './client';
import { compiledEngine } from './compiled_engine';
import { byId } from './dom';

/** Functions of the page that lessons call. */
export interface LessonServices {
  /** Starts a web worker for a lesson, so that the program of the main view stays open. */
  newEngine: () => Client;
  /** Sends a request about the program of the main view to its web worker. */
  ask: Client['ask'];
  /** Closes the lesson and returns to the main view. */
  leave: () => void;
  failed: (error: unknown) => void;
}

const kMark = '#learn';

/** Whether the page address names a lesson, or the list of lessons. */
export const namesLesson = (): boolean => location.hash.startsWith(kMark);

/** Whether a lesson is shown in place of the main view. Changes slightly later than the page address. */
export const isLearning = signal(namesLesson());

let windowHash = isLearning.peek() ? '' : location.hash; // hash part of the page address before the lesson was opened
let windowTitle = document.title;

/** Sets the title of the document. While a lesson is open, the title is set when the lesson is closed. */
export function setWindowTitle(title: string): void {
  windowTitle = title;
  if (!isLearning.peek()) document.title = title;
}

export function setUpLearning(client: Client, failed: (error: unknown) => void): void {
  const services: LessonServices = {
    newEngine: () => new Client(compiledEngine),
    ask: (kind, body) => client.ask(kind, body),
    leave: () => {
      history.pushState(null, '', location.pathname + location.search + windowHash);
      void follow().catch(failed);
    },
    failed,
  };
  const button = byId('learn');
  const menu = byId('learn-list');
  const load = () => import('./learn/learn');

  const follow = async (): Promise<void> => {
    const was = isLearning.peek();
    isLearning.value = namesLesson();
    if (!isLearning.peek()) {
      windowHash = location.hash;
      if (!was) return;
    }
    document.body.classList.toggle('learning', isLearning.peek());
    byId('lesson').hidden = !isLearning.peek();
    const { showLesson } = await load();
    showLesson(byId('lesson'), services);
    if (isLearning.peek()) return;
    document.title = windowTitle;
    button.focus();
  };
  menu.addEventListener('beforetoggle', () => {
    void load().then(({ fillMenu }) => fillMenu(menu), failed);
  });
  document.querySelector('.skip')!.addEventListener('click', (event) => {
    if (!isLearning.peek()) return;
    event.preventDefault();
    byId('lesson').focus();
  });
  addEventListener('hashchange', () => void follow().catch(failed));
  if (isLearning.peek()) void follow().catch(failed);
}
