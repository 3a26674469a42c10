// Stands inline in every page, before anything else can run: so small that it costs a visitor nothing.
// It starts the application at the first sign of a person, and holds back clicks until something can answer them.
// Links are never held back: a full load of the next page is there sooner than the application.

declare const __BOOT__: string;

const root = document.documentElement;

// Before anything is painted. Where nothing may be remembered, the system's choice holds.
try {
  root.dataset['scheme'] = localStorage['scheme'] ?? '';
} catch {}

let application: Promise<typeof import('./entry-client.tsx') | undefined> | undefined;
const wake = () => (application ??= import(/* @vite-ignore */ __BOOT__).catch(() => undefined));
for (const sign of ['pointerdown', 'pointermove', 'keydown', 'scroll', 'popstate']) addEventListener(sign, wake, { once: true, passive: true });
addEventListener('load', () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(wake), 4000));

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
    if (target.closest('[data-switches=scheme]')) {
      const dark = root.dataset['scheme'] ? root.dataset['scheme'] === 'dark' : matchMedia('(prefers-color-scheme:dark)').matches;
      root.dataset['scheme'] = dark ? 'light' : 'dark';
      try {
        localStorage['scheme'] = root.dataset['scheme'];
      } catch {}
    }
    const control = target.closest<HTMLButtonElement>('[data-island]:not([data-live]) button,:root:not([data-awake]) [commandfor]');
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
