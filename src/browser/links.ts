import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchPage, pageAddress, preparePage } from './fetch-page.ts';

/** Pointers pass over most links without meaning them: one that stays for so many milliseconds may. */
const passing = 65;

/** Follows links of this site without loading a document, and fetches what they lead to as soon as one is likely to be followed. */
export function useLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let resting: ReturnType<typeof setTimeout>;

    const prepare = ({ target, type }: Event) => {
      clearTimeout(resting);
      const path = pathBehind(target);
      if (path !== undefined)
        resting = setTimeout(() => preparePage(path), type === 'pointerover' ? passing : 0);
    };
    for (const sign of ['pointerover', 'pointerdown', 'focusin'])
      document.addEventListener(sign, prepare, { signal });

    const follow = (event: MouseEvent) => {
      const special =
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey;
      const link = linkAround(event.target);
      if (!link || special) return;
      event.preventDefault();
      const to = link.pathname + link.search + link.hash;
      const here = location.pathname + location.search + location.hash;
      const go = () => navigate(to, { replace: to === here });
      const path = pathBehind(link);
      if (path === undefined) go();
      // The address changes once the page is there; a page that cannot be had is left to the browser.
      else fetchPage(path).then(go, () => location.assign(link.href));
    };
    document.addEventListener('click', follow, { signal });

    return () => {
      clearTimeout(resting);
      listening.abort();
    };
  }, [navigate]);
}

/** The link that something stands in, if it leads to a page of this site. */
function linkAround(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  const elsewhere =
    !link ||
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download') ||
    /\.\w+$/.test(link.pathname);
  return elsewhere ? undefined : link;
}

/** The address of the other page that a link leads to; nothing if it leads to a place on this one. */
function pathBehind(target: EventTarget | null): string | undefined {
  const link = linkAround(target);
  const path = link && pageAddress(link.pathname);
  return path === pageAddress(location.pathname) ? undefined : path;
}
