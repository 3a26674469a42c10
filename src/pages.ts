import { loadComponent } from './page-blocks.tsx';
import type { PageView } from './page-view.ts';

const pages = new Map<string, Promise<PageView>>();

/** The address of the page at a location's path: hosts serve `/about` as `/about/` or `/about/index.html` too. */
export function pageAddress(pathname: string): string {
  return pathname.replace(/(\/index\.html|\/+)$/, '') || '/';
}

/** A page's data, fetched once, with the code of its blocks on the way at the same time. */
export function fetchPage(path: string): Promise<PageView> {
  const known = pages.get(path);
  if (known) return known;
  const page = fetch(`${path === '/' ? '' : path}/page.json`)
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return (await answer.json()) as PageView; // written by our own build
    })
    .then(async (view) => {
      const types = view.blocks.map(({ type }) => type);
      await Promise.all([...types, ...(Object.keys(view.dialogs).length > 0 ? (['form'] as const) : [])].map(loadComponent));
      return view;
    });
  const whole = page.catch((problem: unknown) => {
    // What failed once may succeed the next time.
    pages.delete(path);
    // Going back has already changed the address: only a full load can show what belongs to it.
    if (pageAddress(location.pathname) !== path) throw problem;
    location.reload();
    return new Promise<never>(() => undefined);
  });
  pages.set(path, whole);
  return whole;
}
