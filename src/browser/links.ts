import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { inTime } from '../services/in-time.ts';
import { fetchPage, pageAddress, prefetchPage } from './fetch-page.ts';

/** For how long a pointer rests on a link that the visitor may follow, in milliseconds. */
const hoverDelay = 65;

/** Follows links of this site without loading a document, and prefetches pages that the visitor may open. */
export function useLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let waiting: ReturnType<typeof setTimeout>;

    const prefetch = ({ target, type }: Event) => {
      clearTimeout(waiting);
      const path = pageBehind(target);
      if (path !== undefined)
        waiting = setTimeout(() => prefetchPage(path), type === 'pointerover' ? hoverDelay : 0);
    };
    for (const event of ['pointerover', 'pointerdown', 'focusin'])
      document.addEventListener(event, prefetch, { signal });

    const follow = (event: MouseEvent) => {
      const special =
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey;
      const link = linkAt(event.target);
      if (!link || special) return;
      event.preventDefault();
      const to = link.pathname + link.search + link.hash;
      const here = location.pathname + location.search + location.hash;
      const go = () => navigate(to, { replace: to === here });
      const path = pageBehind(link);
      if (path === undefined) go();
      // The URL changes once the page is loaded; if it is not in time, the browser follows the link.
      else inTime(fetchPage(path)).then(go, () => location.assign(link.href));
    };
    document.addEventListener('click', follow, { signal });

    return () => {
      clearTimeout(waiting);
      listening.abort();
    };
  }, [navigate]);
}

/** The link that an event hit, if it leads to a page of this site. */
function linkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  const elsewhere =
    !link ||
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download') ||
    /\.\w+$/.test(link.pathname);
  return elsewhere ? undefined : link;
}

/** The route of the other page that a link leads to; nothing if it leads to a part of this one. */
function pageBehind(target: EventTarget | null): string | undefined {
  const link = linkAt(target);
  const path = link && pageAddress(link.pathname);
  return path === pageAddress(location.pathname) ? undefined : path;
}
