// Stands inline in every page, before anything else can run: so small that it costs a visitor nothing.
// It starts the application at the first sign of a person, and holds back clicks until something can answer them.

declare const __BOOT__: string;

const root = document.documentElement;

// Before anything is painted. Where nothing may be remembered, the system's choice holds.
try {
  root.dataset['scheme'] = localStorage['scheme'] ?? '';
} catch {}

const patience = 1500;
let starting: Promise<unknown> | undefined;
const boot = () => (starting ??= import(/* @vite-ignore */ __BOOT__));

for (const sign of ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll', 'popstate']) {
  addEventListener(sign, () => void boot().catch(() => undefined), { once: true, passive: true });
}

const compact = () => root.toggleAttribute('data-scrolled', scrollY > 10);
addEventListener('scroll', compact, { passive: true });
compact();

addEventListener('click', (event) => {
  if (!(event.target as Element).closest('[data-switches=scheme]')) return; // clicks land on elements
  const dark = (root.dataset['scheme'] || (matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light')) === 'dark';
  root.dataset['scheme'] = dark ? 'light' : 'dark';
  try {
    localStorage['scheme'] = root.dataset['scheme'];
  } catch {}
});

let released: Element | undefined;
addEventListener(
  'click',
  (event) => {
    const target = event.target as Element; // clicks land on elements
    const island = target.closest('[data-island]:not([data-live])');
    const control = target.closest<HTMLElement>(island ? 'button' : 'a[href^="/"]:not([target],[download])');
    if (!control || control === released || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const answered = () => root.hasAttribute('data-awake') && (!island || island.hasAttribute('data-live'));
    if (answered()) return;
    event.preventDefault();
    event.stopPropagation();
    island?.setAttribute('data-wanted', '');
    island?.dispatchEvent(new Event('wanted'));
    const since = performance.now();
    const release = () => {
      released = control;
      control.click();
      released = undefined;
    };
    const wait = () => (answered() || performance.now() - since > patience ? release() : setTimeout(wait, 16));
    // If the application cannot be had, the click does what it does without it: follow the link, post the form.
    boot().then(wait, release);
  },
  true,
);

// A tile is a link as a whole, and answers the space bar as a button does.
addEventListener('keydown', (event) => {
  const tile = (event.target as Element).closest<HTMLElement>('[data-layout=tiles] a'); // keys are pressed on elements
  if (event.key !== ' ' || !tile) return;
  event.preventDefault();
  tile.click();
});

// For browsers whose buttons cannot open a dialog by themselves.
if (!('commandForElement' in HTMLButtonElement.prototype)) {
  addEventListener('click', (event) => {
    const id = (event.target as Element).closest('[commandfor]')?.getAttribute('commandfor'); // as above
    if (id) (document.getElementById(id) as HTMLDialogElement).showModal();
  });
}

const idle = () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(() => void boot().catch(() => undefined)), 4000);
if (document.readyState === 'complete') idle();
else addEventListener('load', idle);
