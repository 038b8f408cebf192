// Colour theme of the page: light, dark, or that of the operating system. The browser stores it.
const kThemes = ['system', 'light', 'dark'] as const;
type Theme = (typeof kThemes)[number];

const kSigns: Record<Theme, string> = { system: '◐', light: '☀', dark: '☾' };
const kKey = 'hlorank.theme';

export function setUpTheme(button: HTMLElement): void {
  let theme = remembered();
  const apply = (): void => {
    document.documentElement.dataset.theme = theme;
    button.textContent = kSigns[theme];
    button.setAttribute('aria-label', `Theme: ${theme === 'system' ? 'same as the system' : theme}`);
    button.title = button.getAttribute('aria-label')!;
  };
  button.addEventListener('click', () => {
    theme = kThemes[(kThemes.indexOf(theme) + 1) % kThemes.length]!;
    try {
      localStorage.setItem(kKey, theme);
    } catch {
      // The browser blocks storage, so the theme lasts only until the page is closed.
    }
    apply();
  });
  apply();
}

function remembered(): Theme {
  try {
    const theme = localStorage.getItem(kKey) as Theme | null;
    return theme && kThemes.includes(theme) ? theme : 'system';
  } catch {
    return 'system';
  }
}
