// This file is inlined in every page, so it must stay small. It starts the application at the first input, and delays
// clicks until they can be handled. Links are never delayed, because loading the next page is faster than starting the
// application.

declare const __BOOT__: string;

const dataset = document.documentElement.dataset;

// Sets the scheme before the first paint. If storage is blocked, the system's scheme applies.
try {
  const storedScheme = localStorage['scheme'];
  // Most visitors have no stored scheme, so their document stays unchanged.
  if (storedScheme) dataset['scheme'] = storedScheme;
} catch {}

// Cross-fades pages, fast enough not to lose clicks. The rules are not in the stylesheet, because HTML checkers do not
// support them yet.
document.styleSheets[0]?.insertRule(
  '@media not (prefers-reduced-motion){@view-transition{navigation:auto}' +
    '::view-transition-group(root){animation-duration:.1s}}',
);

let application: Promise<typeof import('./entry-client.tsx') | undefined> | undefined;
const startApplication = () =>
  (application ??= import(/* @vite-ignore */ __BOOT__).catch(() => {
    // `data-failed` shows all steps of long forms (see steps.tsx).
    dataset['failed'] = '';
  }));
onpointerdown = onkeydown = onscroll = onpopstate = startApplication;
// The pointer can move before the first paint. The application and the paint both need the network and the processor,
// so pointer movement starts the application only 100 ms after the first frame, when the paint has ended.
requestAnimationFrame(() => setTimeout(() => (onpointermove = startApplication), 100));
addEventListener('load', () => setTimeout(startApplication, 4000));

// Tiles look like buttons, so the space bar activates their links.
addEventListener('keydown', (event) => {
  const target = event.target as HTMLElement; // only elements receive key events
  if (event.key !== ' ' || !target.matches('[data-layout=tiles] a')) return;
  event.preventDefault();
  target.click();
});

let released: Element | undefined;
addEventListener(
  'click',
  (event) => {
    const target = event.target as Element; // click targets are elements
    if (target.closest('[data-switches]')) {
      dataset['scheme'] = (
        dataset['scheme'] ? dataset['scheme'] === 'dark' : matchMedia('(prefers-color-scheme:dark)').matches
      )
        ? 'light'
        : 'dark';
      try {
        localStorage['scheme'] = dataset['scheme'];
      } catch {}
    }
    const control = target.closest<HTMLButtonElement>('[data-island]:not([data-live]) button,[command]');
    // Browsers with invoker commands open dialogs without JavaScript.
    if (!control || control === released || control.commandForElement) return;
    event.preventDefault();
    event.stopPropagation();
    // If the application cannot be loaded, the browser handles the click as it would without JavaScript, for example by
    // submitting a form.
    void startApplication()
      .then((entry) => entry?.hydrated(control))
      .then(() => (released = control).click());
  },
  true,
);
