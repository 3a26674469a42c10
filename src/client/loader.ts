// Inline in every page, before anything else can run: so small that it costs a visitor nothing.
// It starts the application at the first input, and delays clicks until something can answer them.
// Links are never delayed: a full load of the next page is faster than starting the application.

declare const __BOOT__: string;

const dataset = document.documentElement.dataset;

// Before anything is painted. Where storage is blocked, the scheme of the system holds.
try {
  const stored = localStorage['scheme'];
  // Most visitors have stored nothing: their document stays as it is.
  if (stored) dataset['scheme'] = stored;
} catch {}

// One page fades into the next, so fast that no click is lost in between. Not among the styles, since
// checkers of HTML do not know these rules yet.
document.styleSheets[0]?.insertRule(
  '@media not (prefers-reduced-motion){@view-transition{navigation:auto}' +
    '::view-transition-group(root){animation-duration:.1s}}',
);

let application: Promise<typeof import('./entry-client.tsx') | undefined> | undefined;
const start = () =>
  (application ??= import(/* @vite-ignore */ __BOOT__).catch(() => {
    // What waits for it is shown after all (see steps.tsx).
    dataset['failed'] = '';
  }));
onpointerdown = onkeydown = onscroll = onpopstate = start;
// A pointer may move before there is anything to see. The first paint needs the network and the processor for
// itself, and is done within a tenth of a second after its frame.
requestAnimationFrame(() => setTimeout(() => (onpointermove = start), 100));
addEventListener('load', () => setTimeout(start, 4000));

// A tile is a link as a whole; the space bar follows it, as it presses a button.
addEventListener('keydown', (event) => {
  const target = event.target as HTMLElement; // keys are pressed on elements
  if (event.key !== ' ' || !target.matches('[data-layout=tiles] a')) return;
  event.preventDefault();
  target.click();
});

let released: Element | undefined;
addEventListener(
  'click',
  (event) => {
    const target = event.target as Element; // clicks land on elements
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
    // Most browsers open a dialog by themselves.
    if (!control || control === released || control.commandForElement) return;
    event.preventDefault();
    event.stopPropagation();
    // If the application cannot be loaded, the click does what it does without it: the form is posted.
    void start()
      .then((entry) => entry?.hydrated(control))
      .then(() => (released = control).click());
  },
  true,
);
