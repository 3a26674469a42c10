// Stands inline in every page, before anything else can run: so small that it costs a visitor nothing.
// It starts the application at the first sign of a person, and holds back clicks until something can answer them.
// Links are never held back: a full load of the next page is there sooner than the application.

declare const __BOOT__: string;

const dataset = document.documentElement.dataset;

// Before anything is painted. Where nothing may be remembered, the system's choice holds.
try {
  const stored = localStorage['scheme'];
  // Most visitors have stored nothing: for them the document is left as it came.
  if (stored) dataset['scheme'] = stored;
} catch {}

// One page fades into the next, so fast that no click falls between. Not among the styles, as no checker of HTML knows these rules yet.
document.styleSheets[0]?.insertRule(
  '@media not (prefers-reduced-motion){@view-transition{navigation:auto}::view-transition-group(root){animation-duration:.1s}}',
);

let application: Promise<typeof import('./entry-client.tsx') | undefined> | undefined;
const wake = () => (application ??= import(/* @vite-ignore */ __BOOT__).catch(() => undefined));
onpointerdown = onkeydown = onscroll = onpopstate = wake;
// A pointer may be in motion before there is anything to see. What is seen first needs line and processor for itself,
// and is on the screen within a tenth of a second of its frame.
requestAnimationFrame(() => setTimeout(() => (onpointermove = wake), 100));
addEventListener('load', () => setTimeout(wake, 4000));

// A tile is a link as a whole, and answers the space bar as a button does.
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
    const control = target.closest<HTMLButtonElement>('[data-island]:not([data-live]) button,[commandfor]');
    // Most browsers open a dialog by themselves.
    if (!control || control === released || control.commandForElement) return;
    event.preventDefault();
    event.stopPropagation();
    // If the application cannot be had, the click does what it does without it: the form is posted.
    void wake()
      .then((entry) => entry?.ready(control))
      .then(() => {
        released = control;
        control.click();
      });
  },
  true,
);
