// Counts and lists the network requests of the page and its web worker since the page was loaded. All requests go to
// this site, because the content security policy blocks others.
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

  /** Starts counting network requests; call this when the page has finished loading. */
  loaded(): void {
    setTimeout(() => {
      this.isLoaded = true; // set after a delay, because the observer reports requests of the initial load late
      this.show();
    }, 200);
  }

  private show(): void {
    if (!this.isLoaded) return;
    this.element.dataset.requests = String(this.made);
    this.element.textContent = this.made
      ? `${plural(this.made, 'network request')} since the page was loaded, all to this site.`
      : 'No network request since the page was loaded.';
  }
}
