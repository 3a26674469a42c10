// Stands inline in every page, before anything else can run: so small that it costs a visitor nothing.
// It starts the application at the first sign of a person, and holds back clicks until something can answer them.
// Links are never held back: a full load of the next page is there sooner than the application.

declare const __BOOT__: string;

const root = document.documentElement;

// Before anything is painted. Where nothing may be remembered, the system's choice holds.
try {
  const stored = localStorage['scheme'];
  // Most visitors have stored nothing: for them the document is left as it came.
  if (stored) root.dataset['scheme'] = stored;
} catch {}

// One page fades into the next, so fast that no click falls between. Not among the styles, as no checker of HTML knows these rules yet.
document.styleSheets[0]?.insertRule('@media not (prefers-reduced-motion){@view-transition{navigation:auto}::view-transition-group(root){animation-duration:.1s}}');

let application: Promise<typeof import('./entry-client.tsx') | undefined> | undefined;
const wake = () => (application ??= import(/* @vite-ignore */ __BOOT__).catch(() => undefined));
onpointerdown = onpointermove = onkeydown = onscroll = onpopstate = wake;
addEventListener('load', () => setTimeout(wake, 4000));

// A tile is a link as a whole, and answers the space bar as a button does.
addEventListener('keydown', (event) => {
  const tile = event.key === ' ' && (event.target as Element).closest<HTMLElement>('[data-layout=tiles] a'); // keys are pressed on elements
  if (!tile) return;
  event.preventDefault();
  tile.click();
});

let released: Element | undefined;
addEventListener(
  'click',
  (event) => {
    const target = event.target as Element; // clicks land on elements
    if (target.closest('[data-switches]')) {
      const scheme = (root.dataset['scheme'] || (matchMedia('(prefers-color-scheme:dark)').matches && 'dark')) === 'dark' ? 'light' : 'dark';
      root.dataset['scheme'] = scheme;
      try {
        localStorage['scheme'] = scheme;
      } catch {}
    }
    const control = target.closest<HTMLButtonElement>('[data-island]:not([data-live]) button,[commandfor]');
    // Most browsers open a dialog by themselves.
    if (!control || control === released || control.commandForElement) return;
    event.preventDefault();
    event.stopPropagation();
    // If the application cannot be had, the click does what it does without it: the form is posted.
    void wake()
      .then((entry) => entry?.untilAnswerable(control))
      .then(() => {
        released = control;
        control.click();
        released = undefined;
      });
  },
  true,
);
