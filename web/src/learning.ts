// Shows lessons in place of the window while the page address names one (#learn/1), and the window as it was after that.
// The lessons are loaded with the first one that is opened.
import { signal } from '@preact/signals';
import { Client } from './client';
import { byId } from './dom';

/** What lessons use of the page. */
export interface LessonServices {
  /** Starts an engine of its own for a lesson, which leaves the program of the window open. */
  newEngine: () => Client;
  /** Asks about the program of the window. */
  ask: Client['ask'];
  /** Returns to the window. */
  leave: () => void;
  failed: (error: unknown) => void;
}

const kMark = '#learn';

/** Whether the page address names a lesson, or the list of them. */
export const namesLesson = (): boolean => location.hash.startsWith(kMark);

/** Whether a lesson is shown in place of the window: follows the address with a delay. */
export const isLearning = signal(namesLesson());

let windowHash = isLearning.peek() ? '' : location.hash; // address of the window before the lesson
let windowTitle = document.title;

/** Sets the title of the document, now or after the lesson. */
export function setWindowTitle(title: string): void {
  windowTitle = title;
  if (!isLearning.peek()) document.title = title;
}

export function setUpLearning(client: Client, failed: (error: unknown) => void): void {
  const services: LessonServices = {
    newEngine: () => new Client(),
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
