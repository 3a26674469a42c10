import type { ClientData } from '../page/client-data.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import { normalizeAnchor } from '../../schema/markdown/plain-text.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  BrowserRouter,
  type Location,
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';
import { flushSync } from 'react-dom';
import { withTimeout } from '../ui/with-timeout.ts';
import { decodedPath, isBelow } from '../../schema/base/routes.ts';
import { pathAt, routeAt } from '../ui/site-url.ts';
import { fetchPage, prefetchPage, type LoadedPage } from './fetch-page.ts';
import { ariaCurrent } from '../page/current-link.ts';

/** Milliseconds that the pointer must rest on a link before its page is prefetched. */
const hoverDelay = 65;

const noPaths: readonly string[] = [];

/** Follows internal links without loading a document, and prefetches pages. */
function useLinks({ otherPrograms = noPaths }: ClientData): void {
  const navigate = useNavigate();
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let waiting: ReturnType<typeof setTimeout>;

    const prefetch = ({ target, type }: Event) => {
      clearTimeout(waiting);
      const path = targetRoute(linkAt(target, otherPrograms));
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
      const link = linkAt(event.target, otherPrograms);
      if (!link || special) return;
      event.preventDefault();
      const to = link.pathname + link.search + link.hash;
      const here = location.pathname + location.search + location.hash;
      const go = () => navigate(to, { replace: to === here });
      const path = targetRoute(link);
      if (path === undefined) go();
      // Change the URL once the page is loaded. If loading is too slow, the browser follows the link.
      else withTimeout(fetchPage(path)).then(go, () => location.assign(link.href));
    };
    document.addEventListener('click', follow, { signal });

    return () => {
      clearTimeout(waiting);
      listening.abort();
    };
  }, [navigate, otherPrograms]);
}

/** Returns the link around an event target, if it leads to a page of this site. */
function linkAt(target: EventTarget | null, otherPrograms: readonly string[]): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  const elsewhere =
    !link ||
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download') ||
    /\.\w+$/.test(link.pathname) ||
    isElsewhere(link.pathname, otherPrograms);
  return elsewhere ? undefined : link;
}

/** Whether another program on the same host serves a path. */
function isElsewhere(pathname: string, otherPrograms: readonly string[]): boolean {
  const path = pathAt(pathname);
  return path === undefined || isBelow(decodedPath(path) ?? '', otherPrograms);
}

/** Returns the route of another page that a link leads to; undefined for anchors of this page. */
function targetRoute(link: HTMLAnchorElement | undefined): string | undefined {
  const path = link && routeAt(link.pathname);
  return path === routeAt(location.pathname) ? undefined : path;
}

/** Changes the page with a view transition, if supported and unless the visitor prefers reduced motion. */
function withViewTransition(change: () => void): void {
  // Missing in older browsers, contrary to TypeScript's types.
  const { startViewTransition } = document as { startViewTransition?: Document['startViewTransition'] };
  if (!startViewTransition || !matchMedia('(prefers-reduced-motion: no-preference)').matches) return change();
  const transition = startViewTransition.call(document, () => flushSync(change));
  // `ready` rejects if the transition is skipped; the change happens anyway.
  transition.ready.catch(() => undefined);
}

const storageKey = 'scroll-positions';

interface Props {
  page?: PageView;
  first: ClientData;
  show(page: LoadedPage): void;
}

/** Navigates between pages. `page` is the current page, or undefined while the prerendered `first` is shown. */
export function Navigation(props: Props) {
  return (
    <BrowserRouter>
      <Router {...props} />
    </BrowserRouter>
  );
}

function Router({ page, first, show }: Props): null {
  const location = useLocation();
  const kind = useNavigationType();
  const path = routeAt(location.pathname) ?? '/';
  // The visitor may have gone back while this was loading. The error page can have any route.
  const [firstPath] = useState(first.path === '/404' ? path : first.path);
  const arrived = path === (page?.path ?? firstPath);

  // The current page stays until the next one is loaded.
  useEffect(() => {
    if (arrived) return undefined;
    let wanted = true;
    fetchPage(path).then(
      (next) => {
        if (!wanted) return;
        if (sharesFrame(next.view, first)) withViewTransition(() => wanted && show(next));
        else window.location.reload();
      },
      // Going back has already changed the URL, so only a full load can show the page.
      () => wanted && window.location.reload(),
    );
    return () => void (wanted = false);
  }, [arrived, first, path, show]);

  useLinks(first);
  useArrival(arrived, page, location, kind);
  return null;
}

/** Whether a page has the current language, header, footer and fonts. */
const sharesFrame = (next: PageView, there: ClientData) =>
  JSON.stringify(next.header) === JSON.stringify(there.header) &&
  next.language === there.language &&
  (!next.extendedLatin || there.extendedLatin);

/** Scroll positions by page. If storage is blocked, they last until the next full load. */
function storedPositions(): Map<string, number> {
  try {
    // written by `useArrival` below
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

/** Does what browsers do after a page load: closes menus, restores the scroll position and moves the focus. */
function useArrival(
  arrived: boolean,
  page: PageView | undefined,
  location: Location,
  kind: NavigationType,
): void {
  const entry = location.key + location.hash;
  const last = useRef({ entry, location, page });
  const [positions] = useState(storedPositions);

  useEffect(() => {
    // Browsers would restore the position too early, before the new page is rendered.
    history.scrollRestoration = 'manual';
    const remember = () => positions.set(last.current.entry, scrollY);
    const leave = () => {
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...positions]));
      } catch {}
      history.scrollRestoration = 'auto';
    };
    const come = () => (history.scrollRestoration = 'manual');
    remember();
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('scroll', remember, { passive: true, signal });
    addEventListener('pagehide', leave, { signal });
    addEventListener('pageshow', come, { signal });
    return () => listening.abort();
  }, [positions]);

  useLayoutEffect(() => {
    if (!arrived || last.current.location === location) return;
    const samePage = last.current.page === page;
    last.current = { entry, location, page };
    for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover();
    if (page && !samePage) announcePage(page);
    const position = kind === NavigationType.Pop ? positions.get(entry) : undefined;
    const target = location.hash ? document.getElementById(normalizeAnchor(location.hash.slice(1))) : null;
    const behavior = samePage ? 'auto' : 'instant';
    if (position !== undefined) scrollTo({ top: position, behavior: 'instant' });
    else if (target) {
      target.scrollIntoView({ behavior });
      target.focus({ preventScroll: true });
    } else scrollTo({ top: 0, behavior });
  }, [arrived, entry, kind, location, page, positions]);
}

/** Marks links to the current page, focuses its heading and announces its title. */
function announcePage(page: PageView): void {
  for (const link of document.querySelectorAll<HTMLElement>(
    // Skip featured pages in menus (`aside`), which may belong to another menu.
    'header a:not(aside a), header [data-to], footer a',
  )) {
    const mark = ariaCurrent(
      link.dataset['to'] ?? pathAt(link.getAttribute('href') ?? '') ?? '',
      page.path,
      link.dataset['covers']?.split(' '),
    );
    if (mark) link.setAttribute('aria-current', mark);
    else link.removeAttribute('aria-current');
  }
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  const announcer = document.getElementById('announcer');
  if (announcer) announcer.textContent = page.title;
}
