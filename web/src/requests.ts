// Counts what page and worker have fetched since the page was loaded, and says so. All of it comes from this site: the page's
// policy allows nothing else.
import { plural } from './dom';

export class RequestCounter {
  private made = 0;
  private isLoaded = false;

  constructor(private readonly element: HTMLElement) {
    new PerformanceObserver((list) => this.add(list.getEntries().map((entry) => entry.name))).observe({
      type: 'resource',
      buffered: true,
    });
  }

  add(urls: string[]): void {
    const count = urls.filter((url) => !url.startsWith('blob:') && !url.startsWith('data:')).length;
    if (this.isLoaded && count) this.made += count;
    this.show();
  }

  /** From here on requests count. */
  loaded(): void {
    setTimeout(() => {
      this.isLoaded = true; // entries of what was loaded come a moment later
      this.show();
    }, 200);
  }

  private show(): void {
    if (!this.isLoaded) return;
    this.element.dataset.requests = String(this.made);
    this.element.textContent = this.made
      ? `${plural(this.made, 'request')} since the page was loaded, to this site only.`
      : 'No request since the page was loaded.';
  }
}
